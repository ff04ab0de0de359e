// SPDX-License-Identifier: Apache-2.0
package dev.reprise.core.instance;

import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.function.Predicate;

import dev.reprise.core.guard.Grounds;
import dev.reprise.schemas.event.RetryOutlook;
import dev.reprise.schemas.id.AttemptId;

/**
 * What is remembered of reports, so that each counts once. Every kind of report has its own identity; a repeat that had
 * none would re-open something. Each list keeps its {@value #CAPACITY} newest entries: a state row stays small, and an
 * older duplicate meets the attempt rules instead.
 *
 * @param failures failures taken in
 * @param refuted failures that a sign of life proved wrong; their repeat must not count
 * @param starts starts taken in, by attempt and their own time
 * @param recentStarts when starts were seen, to notice flapping
 * @param committed attempts whose output is visible
 * @param requests identities of persons' requests
 * @param takenInUpTo whatever happened up to then was taken in and is not remembered one by one; absent as long as it is
 */
public record Memory(List<FailureSeen> failures, List<FailureSeen> refuted, List<StartSeen> starts,
        List<Instant> recentStarts, List<AttemptId> committed, List<String> requests,
        Optional<Instant> takenInUpTo) {
    /** Entries kept in each list. */
    public static final int CAPACITY = 32;
    /** Nothing remembered. */
    public static final Memory EMPTY = new Memory(List.of(), List.of(), List.of(), List.of(), List.of(), List.of(),
            Optional.empty());

    /**
     * A failure as first reported.
     *
     * @param attempt which attempt
     * @param at when it happened: the earlier of the reporter's clock and the time of append
     * @param retry whether its scheduler would try again, as last told
     * @param grounds what is certain about the attempt
     */
    public record FailureSeen(AttemptId attempt, Instant at, RetryOutlook retry, Grounds grounds) {
        /** An end that is no failure of the job, kept so that a failure told of the same attempt counts as told. */
        static FailureSeen outside(AttemptId attempt, Instant at, Grounds grounds) {
            return new FailureSeen(attempt, at, RetryOutlook.FINAL, grounds);
        }
    }

    /**
     * A start as reported.
     *
     * @param attempt which attempt
     * @param at when it began: the earlier of the reporter's clock and the time of append
     */
    public record StartSeen(AttemptId attempt, Instant at) {}

    Optional<FailureSeen> failure(AttemptId attempt) {
        return failures.stream().filter(seen -> seen.attempt().equals(attempt)).findFirst();
    }

    boolean knowsFailure(AttemptId attempt) {
        return failure(attempt).isPresent();
    }

    Memory withFailure(FailureSeen failure) {
        return knowsFailure(failure.attempt())
                ? this
                : new Memory(with(failures, failure), refuted, starts, recentStarts,
                        committed,
                        requests, takenInUpTo);
    }

    /** What is told later of the scheduler's intent replaces what was told first. */
    Memory withOutlook(AttemptId attempt, RetryOutlook retry) {
        List<FailureSeen> changed = failures.stream().map(seen -> seen.attempt().equals(attempt)
                ? new FailureSeen(attempt, seen.at(), retry, seen.grounds())
                : seen).toList();
        return new Memory(changed, refuted, starts, recentStarts, committed, requests, takenInUpTo);
    }

    /** The attempt lives, or has begun again: its failure is over, and the report of that must not count when repeated. */
    Memory refuting(AttemptId attempt) {
        return failure(attempt)
                .map(seen -> new Memory(without(failures, seen::equals), with(refuted, seen), starts, recentStarts,
                        committed, requests, takenInUpTo))
                .orElse(this);
    }

    /** Whether a report tells of a failure again that was refuted, or of one before the attempt began once more. */
    boolean isRefuted(AttemptId attempt, Instant at) {
        return refuted.stream()
                .anyMatch(
                        seen -> seen.attempt().equals(attempt) && (seen.at().equals(at) || startedSince(attempt, at)));
    }

    private boolean startedSince(AttemptId attempt, Instant at) {
        return starts.stream().anyMatch(start -> start.attempt().equals(attempt) && !start.at().isBefore(at));
    }

    /** Whether the attempt is known to have ended at that time or after it. */
    boolean endedSince(AttemptId attempt, Instant at) {
        return failure(attempt).filter(ended -> !ended.at().isBefore(at)).isPresent();
    }

    /** Whether a report is of a time whose reports were taken in and are not remembered one by one. */
    boolean hasTakenIn(Instant at) {
        return takenInUpTo.filter(end -> !at.isAfter(end)).isPresent();
    }

    /** What is left when the single reports are forgotten. */
    static Memory upTo(Instant end) {
        return new Memory(List.of(), List.of(), List.of(), List.of(), List.of(), List.of(), Optional.of(end));
    }

    boolean knowsStart(AttemptId attempt, Instant at) {
        return starts.contains(new StartSeen(attempt, at));
    }

    Memory withStart(AttemptId attempt, Instant at) {
        return new Memory(failures, refuted, with(starts, new StartSeen(attempt, at)), recentStarts, committed,
                requests, takenInUpTo);
    }

    Memory withRecentStart(Instant now) {
        return new Memory(failures, refuted, starts, with(recentStarts, now), committed, requests, takenInUpTo);
    }

    Memory withCommitted(AttemptId attempt) {
        return committed.contains(attempt)
                ? this
                : new Memory(failures, refuted, starts, recentStarts, with(committed, attempt), requests, takenInUpTo);
    }

    Memory withRequest(String requestId) {
        return new Memory(failures, refuted, starts, recentStarts, committed, with(requests, requestId),
                takenInUpTo);
    }

    static <T> List<T> with(List<T> list, T element) {
        List<T> longer = new ArrayList<>(Math.min(list.size() + 1, CAPACITY));
        longer.addAll(list.size() < CAPACITY ? list : list.subList(1, list.size()));
        longer.add(element);
        return List.copyOf(longer);
    }

    static <T> List<T> without(List<T> list, Predicate<T> gone) {
        return list.stream().filter(gone.negate()).toList();
    }
}
