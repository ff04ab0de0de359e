// SPDX-License-Identifier: Apache-2.0
package dev.reprise.core.instance;

import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;

import dev.reprise.schemas.id.AttemptId;
import dev.reprise.schemas.id.RunId;

/**
 * The runs of an instance.
 *
 * @param current the newest execution known
 * @param active executions believed alive
 * @param known runs and the generation each belongs to
 * @param aliases other names of runs, from sources that name the same execution differently
 */
public record Runs(
        Optional<AttemptId> current, List<AttemptId> active, List<KnownRun> known, List<Alias> aliases) {
    /** No run is known. */
    public static final Runs NONE = new Runs(Optional.empty(), List.of(), List.of(), List.of());
    /** A run that appeared beside known ones belongs to no generation. */
    static final long NO_GENERATION = -1;

    /**
     * A run and its generation.
     *
     * @param run the run
     * @param generation its generation; negative: none
     */
    public record KnownRun(RunId run, long generation) {}

    /**
     * Another name of a run.
     *
     * @param alias the other name
     * @param run the run
     */
    public record Alias(RunId alias, RunId run) {}

    RunId resolve(RunId run) {
        return aliases.stream().filter(alias -> alias.alias().equals(run)).map(Alias::run).findFirst().orElse(run);
    }

    OptionalLong generation(RunId run) {
        return known.stream().filter(entry -> entry.run().equals(run)).mapToLong(KnownRun::generation).findFirst();
    }

    boolean knows(RunId run) {
        return generation(run).isPresent();
    }

    boolean isActive(RunId run) {
        return active.stream().anyMatch(attempt -> attempt.run().equals(run));
    }

    boolean othersActive(RunId run) {
        return active.stream().anyMatch(attempt -> !attempt.run().equals(run));
    }

    Runs withKnown(RunId run, long generation) {
        List<KnownRun> others = Memory.without(known, entry -> entry.run().equals(run));
        return new Runs(current, active, Memory.with(others, new KnownRun(run, generation)), aliases);
    }

    Runs withKnownIfAbsent(RunId run, long generation) {
        return knows(run) ? this : withKnown(run, generation);
    }

    Runs withAlias(RunId alias, RunId run) {
        List<Alias> others = Memory.without(aliases, entry -> entry.alias().equals(alias));
        return new Runs(current, active, known, Memory.with(others, new Alias(alias, run)));
    }

    Runs withActive(AttemptId attempt) {
        return new Runs(current, Memory.with(withoutRun(attempt.run()), attempt), known, aliases);
    }

    Runs withoutActive(RunId run) {
        return new Runs(current, withoutRun(run), known, aliases);
    }

    /** Ends one attempt; a newer attempt of the same run stays alive. */
    Runs withoutActive(AttemptId attempt) {
        return new Runs(current, Memory.without(active, attempt::equals), known, aliases);
    }

    Runs withNoneActive() {
        return new Runs(current, List.of(), known, aliases);
    }

    Runs withCurrent(AttemptId attempt) {
        return new Runs(Optional.of(attempt), active, known, aliases);
    }

    Runs withCurrentIfAbsent(AttemptId attempt) {
        return current.isPresent() ? this : withCurrent(attempt);
    }

    private List<AttemptId> withoutRun(RunId run) {
        return Memory.without(active, attempt -> attempt.run().equals(run));
    }
}
