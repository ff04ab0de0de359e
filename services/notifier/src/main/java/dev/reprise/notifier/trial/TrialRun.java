// SPDX-License-Identifier: Apache-2.0
package dev.reprise.notifier.trial;

import java.time.Instant;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;

import dev.reprise.notifier.group.GroupId;
import dev.reprise.notifier.group.GroupInput;
import dev.reprise.notifier.group.GroupMachine;
import dev.reprise.notifier.group.GroupState;
import dev.reprise.notifier.group.GroupStep;
import dev.reprise.notifier.group.Hush;
import dev.reprise.notifier.group.Member;
import dev.reprise.notifier.group.Members;
import dev.reprise.notifier.subscription.Subscription;
import dev.reprise.schemas.alert.Alert;
import dev.reprise.schemas.alert.AlertResolved;
import dev.reprise.schemas.id.AlertKey;
import dev.reprise.schemas.notification.Page;

/** One run of one subscription over a history. Used once, by one thread. */
public final class TrialRun {
    private final Subscription subscription;
    private final Map<String, GroupState> states = new HashMap<>();
    private final Map<String, Rows> rows = new HashMap<>();
    private final Map<AlertKey, GroupId> open = new HashMap<>();
    /** Groups by the time at which they must be looked at. */
    private final TreeMap<Instant, List<String>> timers = new TreeMap<>();
    private final List<Page> pages = new ArrayList<>();

    /** A run that has not begun. */
    public TrialRun(Subscription subscription) {
        this.subscription = subscription;
    }

    private static final class Rows implements Members {
        private final Map<AlertKey, Member> members = new TreeMap<>(
                (one, other) -> one.value().compareTo(other.value()));

        @Override
        public Optional<Member> find(AlertKey alertKey) {
            return Optional.ofNullable(members.get(alertKey));
        }

        @Override
        public List<Member> all() {
            return List.copyOf(members.values());
        }

        @Override
        public void put(Member member) {
            members.put(member.alertKey(), member);
        }

        @Override
        public void remove(AlertKey alertKey) {
            members.remove(alertKey);
        }
    }

    /** Takes an alert as it was from a time on; times must not fall. */
    public void happens(Instant at, Alert alert) {
        pass(at);
        GroupId before = open.get(alert.alertKey());
        if (alert instanceof AlertResolved) {
            open.remove(alert.alertKey());
            if (before != null) {
                step(before, new GroupInput.Changed(alert), at);
            }
            return;
        }
        Optional<GroupId> group = subscription.matches(alert)
                ? Optional.of(GroupId.of(subscription, false, alert))
                : Optional.empty();
        if (before != null && !Optional.of(before).equals(group)) {
            open.remove(alert.alertKey());
            step(before, new GroupInput.Left(alert.alertKey()), at);
        }
        group.ifPresent(id -> {
            open.put(alert.alertKey(), id);
            step(id, new GroupInput.Changed(alert), at);
        });
    }

    /** What was sent up to a time. */
    public List<Page> until(Instant end) {
        pass(end);
        return List.copyOf(pages);
    }

    private void pass(Instant now) {
        while (!timers.isEmpty() && !timers.firstKey().isAfter(now)) {
            Map.Entry<Instant, List<String>> due = timers.pollFirstEntry();
            for (String key : due.getValue()) {
                GroupState state = states.get(key);
                if (state != null && state.due().filter(at -> !at.isAfter(due.getKey())).isPresent()) {
                    step(state.id(), new GroupInput.Tick(), due.getKey());
                }
            }
        }
    }

    private void step(GroupId id, GroupInput input, Instant now) {
        GroupState before = states.getOrDefault(id.key(), GroupState.initial(id));
        GroupStep step = GroupMachine.step(before, rows.computeIfAbsent(id.key(), _ -> new Rows()), input,
                Optional.of(subscription), Hush.NOTHING, now);
        step.next().ifPresentOrElse(next -> {
            states.put(id.key(), next);
            next.due().ifPresent(at -> timers.computeIfAbsent(at, _ -> new ArrayList<>()).add(id.key()));
        }, () -> states.remove(id.key()));
        pages.addAll(step.pages());
    }
}
