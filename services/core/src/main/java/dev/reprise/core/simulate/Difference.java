// SPDX-License-Identifier: Apache-2.0
package dev.reprise.core.simulate;

import java.time.Instant;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.EnumSet;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.BiPredicate;
import java.util.stream.Collectors;

import dev.reprise.core.simulate.Replay.Decided;
import dev.reprise.schemas.decision.Decision;
import dev.reprise.schemas.decision.Reason;
import dev.reprise.schemas.id.InstanceId;

/**
 * One thing that two replays of the same history decided differently.
 *
 * @param instance about which instance
 * @param cause what it answers: the kind of an event, or {@code timer}
 * @param at when it first shows
 * @param before what the first decided; absent where it decided nothing of the kind
 * @param after what the second decided; absent where it decided nothing of the kind
 */
public record Difference(InstanceId instance, String cause, Instant at, Optional<Decided> before,
        Optional<Decided> after) {
    /** On the way to another decision: a difference shows in what they lead to. */
    private static final Set<Reason> STEPS = EnumSet.of(Reason.BARRIER_PENDING, Reason.ADMISSION_PENDING);

    /**
     * Compares two replays, instance by instance. The same rerun or alert at another time is one difference, as are two
     * decisions that answer the same event.
     *
     * @return the differences by time
     */
    public static List<Difference> between(List<Decided> before, List<Decided> after) {
        Map<InstanceId, List<Decided>> gone = relevant(before);
        Map<InstanceId, List<Decided>> come = relevant(after);
        Set<InstanceId> instances = new HashSet<>(gone.keySet());
        instances.addAll(come.keySet());
        return instances.stream()
                .flatMap(instance -> ofOne(gone.getOrDefault(instance, List.of()),
                        come.getOrDefault(instance, List.of())).stream())
                .sorted(Comparator.comparing(Difference::at).thenComparing(difference -> difference.instance().key()))
                .toList();
    }

    private static List<Difference> ofOne(List<Decided> before, List<Decided> after) {
        List<Decided> gone = new ArrayList<>(before);
        List<Decided> come = new ArrayList<>(after);
        match(gone, come, Difference::isSame);
        List<Difference> found = new ArrayList<>();
        match(gone, come, (one, other) -> subject(one).isPresent() && subject(one).equals(subject(other))
                && found.add(of(Optional.of(one), Optional.of(other))));
        match(gone, come, (one, other) -> one.at().equals(other.at()) && one.cause().equals(other.cause())
                && found.add(of(Optional.of(one), Optional.of(other))));
        gone.forEach(decided -> found.add(of(Optional.of(decided), Optional.empty())));
        come.forEach(decided -> found.add(of(Optional.empty(), Optional.of(decided))));
        return found;
    }

    private static Map<InstanceId, List<Decided>> relevant(List<Decided> decisions) {
        return decisions.stream().filter(decided -> !STEPS.contains(decided.decision().reason()))
                .collect(Collectors.groupingBy(Decided::instance));
    }

    /** Takes out of both lists what belongs together, each once. */
    private static void match(List<Decided> gone, List<Decided> come, BiPredicate<Decided, Decided> together) {
        gone.removeIf(one -> {
            for (int i = 0; i < come.size(); i++) {
                Decided other = come.get(i);
                if (together.test(one, other)) {
                    come.remove(i);
                    return true;
                }
            }
            return false;
        });
    }

    private static boolean isSame(Decided one, Decided other) {
        return one.at().equals(other.at()) && one.cause().equals(other.cause())
                && one.decision().kind().equals(other.decision().kind())
                && one.decision().reason() == other.decision().reason();
    }

    /** What a decision is about, where it has a name of its own. */
    private static Optional<String> subject(Decided decided) {
        return switch (decided.decision()) {
            case Decision.Rerun rerun -> Optional.of(rerun.rerunId().value());
            case Decision.Shadow shadow -> Optional.of(shadow.rerunId().value());
            case Decision.Alert alert -> Optional.of(alert.alertKey().value());
            case Decision.Resolve resolve -> Optional.of("over " + resolve.alertKey());
            case Decision.Withdraw withdraw -> Optional.of("back " + withdraw.rerunId());
            case Decision.Grant grant -> Optional.of("permit " + grant.requestId());
            case Decision.Refuse refuse -> Optional.of("permit " + refuse.requestId());
            case Decision.Wait _,Decision.Suppress _ -> Optional.empty();
        };
    }

    private static Difference of(Optional<Decided> before, Optional<Decided> after) {
        Decided first = before.filter(one -> after.filter(other -> other.at().isBefore(one.at())).isEmpty())
                .or(() -> after)
                .orElseThrow();
        return new Difference(first.instance(), first.cause(), first.at(), before, after);
    }
}
