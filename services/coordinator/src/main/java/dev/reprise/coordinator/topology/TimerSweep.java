// SPDX-License-Identifier: Apache-2.0
package dev.reprise.coordinator.topology;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.apache.kafka.streams.state.KeyValueIterator;
import org.apache.kafka.streams.state.KeyValueStore;

/**
 * One walk through all states, some rows at a time: rows that a program wrote which did not forget instances have no timer,
 * and an instance at rest may never be stepped again. Belongs to one task and its thread.
 */
final class TimerSweep {
    private final KeyValueStore<String, StateRow> states;
    private Optional<String> from = Optional.of("");

    TimerSweep(KeyValueStore<String, StateRow> states) {
        this.states = states;
    }

    /**
     * Those of the next rows that have no timer; none after the last row.
     *
     * @param most how many rows are looked at
     */
    List<StateRow> next(int most) {
        List<StateRow> found = new ArrayList<>();
        if (from.isEmpty()) {
            return found;
        }
        try (KeyValueIterator<String, StateRow> rows = states.range(from.get(), null)) {
            for (int looked = 0; rows.hasNext() && looked < most; looked++) {
                StateRow row = rows.next().value;
                if (row.timer().isEmpty()) {
                    found.add(row);
                }
            }
            from = rows.hasNext() ? Optional.of(rows.peekNextKey()) : Optional.empty();
        }
        return found;
    }
}
