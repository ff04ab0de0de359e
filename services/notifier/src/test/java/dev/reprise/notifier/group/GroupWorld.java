// SPDX-License-Identifier: Apache-2.0
package dev.reprise.notifier.group;

import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;

import dev.reprise.notifier.fixture.Alerts;
import dev.reprise.notifier.subscription.Subscription;
import dev.reprise.schemas.alert.Alert;
import dev.reprise.schemas.id.AlertKey;
import dev.reprise.schemas.notification.Page;

/** One group in virtual time: each move of the clock stops at every timer on the way, as the running engine does. */
final class GroupWorld {
    private final Rows rows = new Rows();
    private final List<Page> pages = new ArrayList<>();
    private Optional<Subscription> subscription;
    private Optional<GroupState> state;
    private Instant now = Alerts.START;
    private Hush hush = Hush.NOTHING;

    private static final class Rows implements Members {
        private final Map<String, Member> members = new TreeMap<>();

        @Override
        public Optional<Member> find(AlertKey alertKey) {
            return Optional.ofNullable(members.get(alertKey.value()));
        }

        @Override
        public List<Member> all() {
            return List.copyOf(members.values());
        }

        @Override
        public void put(Member member) {
            members.put(member.alertKey().value(), member);
        }

        @Override
        public void remove(AlertKey alertKey) {
            members.remove(alertKey.value());
        }
    }

    GroupWorld(Subscription subscription) {
        this.subscription = Optional.of(subscription);
        this.state = Optional.of(GroupState.initial(GroupId.of(subscription, false, Alerts.anAlert().firing(1))));
    }

    Instant now() {
        return now;
    }

    /** Begins at another time. */
    GroupWorld at(Instant time) {
        now = time;
        return this;
    }

    GroupWorld hear(Alert alert) {
        return take(new GroupInput.Changed(alert));
    }

    GroupWorld leave(Alert alert) {
        return take(new GroupInput.Left(alert.alertKey()));
    }

    GroupWorld fail(String receiver) {
        return take(new GroupInput.Undelivered(receiver));
    }

    /** The configuration changes; the groups of what was open are told of it by the routing, which comes next. */
    GroupWorld configure(Optional<Subscription> changed) {
        subscription = changed;
        return this;
    }

    /** Something else holds alerts back from now on. */
    GroupWorld hush(Hush other) {
        hush = other;
        return take(new GroupInput.Reviewed());
    }

    GroupWorld pass(Duration time) {
        Instant end = now.plus(time);
        int turns = 0;
        while (state.flatMap(GroupState::due).filter(due -> !due.isAfter(end)).isPresent()) {
            Instant due = state.flatMap(GroupState::due).orElseThrow();
            now = due.isAfter(now) ? due : now;
            take(new GroupInput.Tick());
            if (++turns > 10_000) {
                throw new AssertionError("the timer does not move on");
            }
        }
        now = end;
        return this;
    }

    private GroupWorld take(GroupInput input) {
        if (state.isEmpty() && (subscription.isEmpty() || !(input instanceof GroupInput.Changed))) {
            return this; // nobody routes it here, or the engine knows no such group
        }
        GroupState before = state.orElseGet(() -> GroupState.initial(
                GroupId.of(subscription.orElseThrow(), false, Alerts.anAlert().firing(1))));
        GroupStep step = GroupMachine.step(before, rows, input, subscription, hush, now);
        state = step.next();
        pages.addAll(step.pages());
        return this;
    }

    /** Pages since the last call. */
    List<Page> pages() {
        List<Page> taken = List.copyOf(pages);
        pages.clear();
        return taken;
    }

    int rowCount() {
        return rows.members.size();
    }

    boolean remembered() {
        return state.isPresent();
    }
}
