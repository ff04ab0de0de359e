// SPDX-License-Identifier: Apache-2.0
package dev.reprise.core.reference;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.Set;

/** What the plain rules remember of one job and partition. Mutable, as it is read from top to bottom. */
final class Slot {
    final String job;
    final String partition;
    Phase phase = Phase.NEW;
    long generation;
    int reruns;
    boolean troubled;
    /** The newest execution. */
    Optional<Try> current = Optional.empty();
    /** Executions believed alive: run and attempt. */
    final Map<String, Integer> active = new HashMap<>();
    /** Runs and the generation each belongs to. */
    final Map<String, Long> known = new HashMap<>();
    final Map<String, String> aliases = new HashMap<>();
    /** The newest rerun under each name that histories write. */
    final Map<String, String> names = new HashMap<>();
    /** What a person asked for last. */
    Optional<Try> requested = Optional.empty();
    /** When the person asked. */
    long requestedAt;
    /** Failures seen, and whether they were final. */
    final Map<Try, Boolean> failures = new HashMap<>();
    final Map<Try, Long> failedAt = new HashMap<>();
    /** Failures of which nobody has said whether the scheduler will try again. */
    final Set<Try> unstated = new HashSet<>();
    final Set<Told> refuted = new HashSet<>();
    final Set<Told> startsSeen = new HashSet<>();
    final Set<Try> committed = new HashSet<>();
    /** Failures that a rerun of ours has answered by itself. */
    final Set<Try> answered = new HashSet<>();
    final Set<String> requests = new HashSet<>();
    List<Long> starts = new ArrayList<>();
    Optional<Claim> claim = Optional.empty();
    /** Whether the target may have the rerun that was decided last. */
    boolean taken;
    /** When the target said so, or a sign of the rerun was seen since. */
    Optional<Long> acceptedAt = Optional.empty();
    /** Since when the run that is silent is asked after. */
    long silentSince;
    Optional<Timer> timer = Optional.empty();
    /** The failure that a rerun would answer. */
    Optional<Try> considered = Optional.empty();
    /** Under which reason the rerun that settles would be sent. */
    String claimReason = "FINAL_FAILURE";
    boolean succeeded;
    Optional<Try> succeededBy = Optional.empty();
    boolean killed;
    /** What closed it from outside, where that was the last to close it. */
    Outside outside = Outside.NOTHING;
    /** Whether a storm closed it. */
    boolean held;
    /** The failure about which the group was asked last, and whether it was held: the answer stands. */
    Optional<Try> asked = Optional.empty();
    boolean askedInVain;
    boolean deadlineDone;
    /** The latest time at which something was appended. */
    long highestAppend;
    /** When the watch over a run that is alive began. */
    long lastSign;

    enum Phase {
        NEW, RUNNING, SETTLING, WAIT_NATIVE, RECONCILING, DISPATCHED, PARKED, SUCCEEDED, CLEARED, CLOSED;

        boolean isPending() {
            return this == SETTLING || this == WAIT_NATIVE || this == RECONCILING;
        }
    }

    enum Outside {
        NOTHING, NEVER_BEGUN, STOPPED
    }

    enum Purpose {
        SETTLE, NATIVE, HEARTBEAT
    }

    record Try(String run, int attempt) {}

    /** A report with its own time. */
    record Told(String run, int attempt, long at) {}

    /** With the time until which its command may be sent. */
    record Claim(String id, long at, long life) {}

    record Timer(long due, Purpose purpose) {}

    Slot(String job, String partition) {
        this.job = job;
        this.partition = partition;
    }

    /** A sign of life: the failure of this attempt did not happen. */
    void refute(Try attempt) {
        if (failures.remove(attempt) != null) {
            refuted.add(new Told(attempt.run(), attempt.attempt(), failedAt.getOrDefault(attempt, Long.MIN_VALUE)));
            failedAt.remove(attempt);
        }
    }

    /** An end that counts as told. */
    void ended(Try attempt, long at) {
        failures.put(attempt, true);
        failedAt.putIfAbsent(attempt, at);
    }

    boolean hasEndedSince(Try attempt, long at) {
        return failures.containsKey(attempt) && failedAt.getOrDefault(attempt, Long.MIN_VALUE) >= at;
    }

    /** The attempt has begun again since. */
    boolean isOfEarlierStart(Try attempt, long at) {
        return refuted.stream()
                .anyMatch(told -> told.run().equals(attempt.run()) && told.attempt() == attempt.attempt())
                && startsSeen.stream().anyMatch(told -> told.run().equals(attempt.run())
                        && told.attempt() == attempt.attempt() && told.at() >= at);
    }

    /** The highest attempt of a run that has ended. */
    int lastEnded(String run) {
        OptionalInt failed = failures.keySet().stream().filter(each -> each.run().equals(run)).mapToInt(Try::attempt)
                .max();
        int success = succeededBy.filter(each -> each.run().equals(run)).map(Try::attempt).orElse(0);
        return Math.max(failed.orElse(0), success);
    }

    /** The name of a new rerun, its own where there was one of that name before. */
    String newName(String written, boolean own) {
        String name = own && names.containsKey(written) ? names.get(written) + "+" : written;
        names.put(written, name);
        return name;
    }

    /** The name under which histories write a run. */
    String writtenName(String run) {
        return names.entrySet().stream().filter(name -> name.getValue().equals(run)).map(Map.Entry::getKey).findFirst()
                .orElse(run);
    }

    boolean othersActive(String run) {
        return active.keySet().stream().anyMatch(other -> !other.equals(run));
    }

    boolean isClaim(String run) {
        return claim.filter(last -> last.id().equals(run)).isPresent();
    }
}
