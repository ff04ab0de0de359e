// SPDX-License-Identifier: Apache-2.0
package dev.reprise.app.simulate;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.Collection;
import java.util.List;
import java.util.Optional;
import java.util.function.Predicate;
import java.util.stream.Collectors;

import dev.reprise.app.client.CommandFailure;
import dev.reprise.console.registry.RegistryParser;
import dev.reprise.console.registry.RegistryProblem;
import dev.reprise.console.registry.RegistryReading;
import dev.reprise.coordinator.registry.Catalog;
import dev.reprise.coordinator.registry.Classifiers;
import dev.reprise.coordinator.registry.Registration;
import dev.reprise.core.instance.JobView;
import dev.reprise.core.simulate.Difference;
import dev.reprise.core.simulate.Replay;
import dev.reprise.runtime.lifecycle.ExitCode;
import dev.reprise.schemas.decision.Decision;
import dev.reprise.schemas.job.JobDefinition;

/**
 * What a new registry document would have changed.
 *
 * @param differences what was decided differently, by time
 */
public record PolicyTrial(List<Difference> differences) {
    /** Longer than any approval waits by default, so that what a history leads to is seen. */
    private static final Duration RUN_ON = Duration.ofDays(1);

    /** Takes a copy. */
    public PolicyTrial {
        differences = List.copyOf(differences);
    }

    /**
     * Replays a history under what is in force and under what is proposed.
     *
     * @param recording what was recorded
     * @param current the registry document in force; absent: the registry that was recorded
     * @param proposed the registry document that is tried
     * @throws CommandFailure naming the file, the line and the problem where one cannot be used
     */
    public static PolicyTrial of(Recording recording, Optional<Path> current, Path proposed) {
        Collection<JobDefinition> registered = current
                .<Collection<JobDefinition>>map(document -> definitions("--registry", document))
                .orElseGet(recording::jobs);
        if (registered.isEmpty()) {
            throw new CommandFailure(ExitCode.USAGE, "no job is registered in what was recorded: give the document in "
                    + "force with --registry");
        }
        Catalog now = catalog(recording, registered);
        Catalog then = catalog(recording, definitions("--policy", proposed));
        return new PolicyTrial(Difference.between(replay(recording.history(), now), replay(recording.history(), then)));
    }

    /** How many reruns or alerts there are more, fewer and at another time. */
    public String counts() {
        return count("rerun", decision -> decision instanceof Decision.Rerun) + ", "
                + count("alert", decision -> decision instanceof Decision.Alert);
    }

    /** Decisions of a kind that only the new document makes. */
    public long more(Predicate<Decision> kind) {
        return differences.stream().filter(difference -> is(difference.after(), kind)
                && !is(difference.before(), kind)).count();
    }

    /** Decisions of a kind that the new document does not make. */
    public long fewer(Predicate<Decision> kind) {
        return differences.stream().filter(difference -> is(difference.before(), kind)
                && !is(difference.after(), kind)).count();
    }

    private String count(String name, Predicate<Decision> kind) {
        return more(kind) + " " + name + "s more and " + fewer(kind) + " fewer";
    }

    private static boolean is(Optional<Replay.Decided> decided, Predicate<Decision> kind) {
        return decided.map(Replay.Decided::decision).filter(kind).isPresent();
    }

    private static List<Replay.Decided> replay(List<Replay.Recorded> history, Catalog catalog) {
        return Replay.run(history, job -> catalog.find(job).<JobView>map(Registration::view)
                .orElseGet(JobView.Unknown::new), RUN_ON);
    }

    private static Catalog catalog(Recording recording, Collection<JobDefinition> definitions) {
        return Catalog.of(definitions, recording.lineage(), recording.controls(), new Classifiers());
    }

    private static List<JobDefinition> definitions(String option, Path document) {
        return switch (RegistryParser.parse(bytes(option, document), Instant.EPOCH, "nobody")) {
            case RegistryReading.Refused(List<RegistryProblem> problems) -> throw new CommandFailure(ExitCode.USAGE,
                    problems.stream().map(problem -> document + ": " + problem.text())
                            .collect(Collectors.joining("\n")));
            case RegistryReading.Accepted accepted -> accepted.jobs();
        };
    }

    private static byte[] bytes(String option, Path document) {
        try {
            return Files.readAllBytes(document);
        } catch (IOException e) {
            throw new CommandFailure(ExitCode.USAGE, option + ": " + document + " cannot be read: " + e.getMessage(),
                    e);
        }
    }
}
