// SPDX-License-Identifier: Apache-2.0
package dev.reprise.notifier.group;

import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Optional;

import dev.reprise.notifier.subscription.Subscription;
import dev.reprise.notifier.subscription.Timers;
import dev.reprise.schemas.alert.Alert;

/**
 * The alert engine: one step of one group. Total, and a pure function of state, rows, input, rule and time.
 *
 * <p>The contract: a receiver that was told that something fires is told that it is over, whatever happens to the
 * subscription in the meantime; it is never told the end of what it was not told; nothing is told twice but a repetition.
 */
public final class GroupMachine {
    private GroupMachine() {}

    /**
     * Takes one step; writes the rows of members.
     *
     * @param state what is known of the group
     * @param members its alerts
     * @param input what happened
     * @param subscription the rule as it is now; nothing when there is none any more
     * @param hush what holds alerts back
     * @param now the time
     */
    public static GroupStep step(GroupState state, Members members, GroupInput input,
            Optional<Subscription> subscription, Hush hush, Instant now) {
        GroupState seen = take(state, members, input, subscription, now);
        // Without a rule, or when time has come, the group is looked at; else it waits for its timer.
        boolean due = input instanceof GroupInput.Reviewed
                || input instanceof GroupInput.Tick && seen.due().filter(at -> !at.isAfter(now)).isPresent();
        return due
                ? new Round(seen, members, subscription, hush, now).run()
                : new GroupStep(Optional.of(seen), List.of());
    }

    private static GroupState take(GroupState state, Members members, GroupInput input,
            Optional<Subscription> subscription, Instant now) {
        return switch (input) {
            case GroupInput.Changed(Alert alert) -> {
                Optional<Member> before = members.find(alert.alertKey());
                if (before.filter(known -> isOld(alert, known)).isPresent()) {
                    yield state; // told before, or overtaken
                }
                Map<String, String> told = before.map(Member::told).orElse(Map.of());
                members.put(Member.of(alert, told, before.flatMap(Member::quieted)));
                yield state.changed(due(state, subscription, now));
            }
            case GroupInput.Left(var alertKey) -> {
                Optional<Member> before = members.find(alertKey);
                before.ifPresent(known -> members.put(known.left()));
                yield before.isPresent() ? state.changed(due(state, subscription, now)) : state;
            }
            case GroupInput.Undelivered(String receiver) -> {
                Telling telling = state.tellings().get(receiver);
                yield telling == null ? state : state.with(receiver, telling.failing()).changed(now);
            }
            case GroupInput.Tick(),GroupInput.Reviewed() -> state;
        };
    }

    private static boolean isOld(Alert alert, Member known) {
        return known.revision() > alert.revision() || known.revision() == alert.revision() && known.firing();
    }

    /** When a change is told: after the group's wait the first time, then not sooner than its interval after a page. */
    private static Instant due(GroupState state, Optional<Subscription> subscription, Instant now) {
        if (subscription.isEmpty()) {
            return now;
        }
        Timers timers = subscription.get().timers();
        boolean open = state.tellings().values().stream().anyMatch(Telling::open);
        Duration wait = open ? timers.groupInterval() : timers.groupWait();
        Instant from = open ? state.toldAt().orElse(now) : now;
        Instant due = from.plus(wait);
        return due.isBefore(now) ? now : due;
    }
}
