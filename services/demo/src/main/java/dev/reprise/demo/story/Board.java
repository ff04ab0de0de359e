// SPDX-License-Identifier: Apache-2.0
package dev.reprise.demo.story;

import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;

import dev.reprise.demo.warehouse.WarehouseTask;
import dev.reprise.schemas.alert.Alert;
import dev.reprise.schemas.alert.AlertFiring;
import dev.reprise.schemas.alert.AlertResolved;
import dev.reprise.schemas.decision.InstanceStatus;
import dev.reprise.schemas.id.RerunId;
import dev.reprise.schemas.instance.InstanceSnapshot;

/**
 * What has been seen so far.
 *
 * @param instances where each job stands; those of which nothing is known are absent
 * @param told what the webhook was told, in the order of arrival
 * @param decisions how many decisions were made
 * @param reruns how many of them were reruns
 * @param newsAt when anything was new the last time
 */
record Board(Map<WarehouseTask, InstanceSnapshot> instances, List<Alert> told, int decisions, int reruns,
        Instant newsAt) {
    Board {
        instances = Map.copyOf(instances);
        told = List.copyOf(told);
    }

    Optional<InstanceStatus> status(WarehouseTask task) {
        return Optional.ofNullable(instances.get(task)).map(InstanceSnapshot::status);
    }

    /** The rerun of a job that is proposed or under way. */
    Optional<RerunId> proposed(WarehouseTask task) {
        return Optional.ofNullable(instances.get(task)).flatMap(InstanceSnapshot::rerunId);
    }

    /** Whether each job is where the story ends for it, and the owner was told all there is to tell. */
    boolean settled() {
        return StoryJob.ALL.stream().allMatch(job -> status(job.task())
                .filter(status -> status == (job.completes() ? InstanceStatus.SUCCEEDED : InstanceStatus.GAVE_UP))
                .isPresent()) && toldFiring().size() >= 2 && !toldResolved().isEmpty();
    }

    /** The jobs of which the owner was told trouble. */
    Set<String> toldFiring() {
        return told.stream().filter(AlertFiring.class::isInstance).map(Board::job).collect(Collectors.toSet());
    }

    /** The lines of a job's definition that the owner was shown with trouble of it, the worst first. */
    List<String> shown(WarehouseTask task) {
        return told.stream().filter(alert -> alert instanceof AlertFiring && job(alert).equals(task.jobName()))
                .flatMap(alert -> alert.content().findings().stream()).map(LedgerDefinition::shown).distinct().toList();
    }

    /** The jobs of which the owner was told that trouble is over. */
    Set<String> toldResolved() {
        return told.stream().filter(AlertResolved.class::isInstance).map(Board::job).collect(Collectors.toSet());
    }

    private static String job(Alert alert) {
        return alert.content().job().name();
    }
}
