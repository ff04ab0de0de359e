// SPDX-License-Identifier: Apache-2.0
package dev.reprise.app.exec;

import java.util.HashMap;
import java.util.Map;
import java.util.Optional;
import java.util.UUID;

import dev.reprise.schemas.event.RetryOutlook;
import dev.reprise.schemas.id.InstanceId;
import dev.reprise.schemas.id.RerunId;
import dev.reprise.schemas.id.RunId;

/**
 * Who asks at a gate: a run and the one process that carries it out. A command that the process starts may ask in its
 * name; it is told who that is through the environment.
 *
 * @param run the run
 * @param asker the process, drawn once
 * @param generation the generation of the rerun that it carries out, where it was told one
 */
public record PermitAsker(ObservedRun run, String asker, Optional<Long> generation) {
    private static final String INSTANCE = "REPRISE_GATE_INSTANCE";
    private static final String RUN = "REPRISE_GATE_RUN";
    private static final String ATTEMPT = "REPRISE_GATE_ATTEMPT";
    private static final String ASKER = "REPRISE_GATE_ASKER";
    private static final String RERUN = "REPRISE_GATE_RERUN_ID";
    private static final String GENERATION = "REPRISE_GATE_GENERATION";
    private static final String SOURCE = "REPRISE_GATE_SOURCE";

    /** A process that has not asked yet. */
    public static PermitAsker of(ObservedRun run, Optional<Long> generation) {
        return new PermitAsker(run, UUID.randomUUID().toString(), generation);
    }

    /**
     * The asker that a command was told of.
     *
     * @return empty outside a gated run
     * @throws IllegalArgumentException when a variable holds an illegal value
     */
    public static Optional<PermitAsker> in(Map<String, String> environment) {
        String instance = environment.get(INSTANCE);
        String run = environment.get(RUN);
        String asker = environment.get(ASKER);
        if (instance == null || run == null || asker == null) {
            return Optional.empty();
        }
        InstanceId id = InstanceId.parse(instance);
        return Optional.of(new PermitAsker(new ObservedRun(id.job(), id.partition(), new RunId(run),
                Integer.parseInt(environment.getOrDefault(ATTEMPT, "1")), RetryOutlook.UNSTATED,
                Optional.ofNullable(environment.get(RERUN)).map(RerunId::new),
                environment.getOrDefault(SOURCE, "reprise/permit")), asker,
                Optional.ofNullable(environment.get(GENERATION)).map(Long::valueOf)));
    }

    /** What a command is told, so that it may ask. */
    Map<String, String> environment() {
        Map<String, String> told = new HashMap<>(Map.of(
                INSTANCE, new InstanceId(run.job(), run.partition()).key(), RUN, run.run().value(),
                ATTEMPT, Integer.toString(run.attempt()), ASKER, asker, SOURCE, run.source()));
        run.rerunOf().ifPresent(rerun -> told.put(RERUN, rerun.value()));
        generation.ifPresent(number -> told.put(GENERATION, Long.toString(number)));
        return told;
    }
}
