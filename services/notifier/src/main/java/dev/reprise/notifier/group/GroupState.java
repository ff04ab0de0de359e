// SPDX-License-Identifier: Apache-2.0
package dev.reprise.notifier.group;

import java.time.Instant;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.stream.Stream;

/**
 * A group but for its members.
 *
 * @param id which group
 * @param changedDue when a change is to be told; absent where nothing changed
 * @param wakeAt when it must be looked at without a change: a repetition, a step of escalation, the end of a quiet time
 * @param toldAt when something was last told
 * @param firingSince since when something fires without a break
 * @param tellings what each receiver was told
 */
public record GroupState(GroupId id, Optional<Instant> changedDue, Optional<Instant> wakeAt, Optional<Instant> toldAt,
        Optional<Instant> firingSince, Map<String, Telling> tellings) {
    /** Takes a copy. */
    public GroupState {
        tellings = Map.copyOf(tellings);
    }

    /** A group that nothing is known of. */
    public static GroupState initial(GroupId id) {
        return new GroupState(id, Optional.empty(), Optional.empty(), Optional.empty(), Optional.empty(), Map.of());
    }

    /** When it must be looked at next. */
    public Optional<Instant> due() {
        return Stream.concat(changedDue.stream(), wakeAt.stream()).min(Instant::compareTo);
    }

    GroupState changed(Instant due) {
        Optional<Instant> earliest = changedDue.filter(earlier -> earlier.isBefore(due)).or(() -> Optional.of(due));
        return new GroupState(id, earliest, wakeAt, toldAt, firingSince, tellings);
    }

    GroupState with(String receiver, Telling telling) {
        Map<String, Telling> next = new TreeMap<>(tellings);
        next.put(receiver, telling);
        return new GroupState(id, changedDue, wakeAt, toldAt, firingSince, next);
    }
}
