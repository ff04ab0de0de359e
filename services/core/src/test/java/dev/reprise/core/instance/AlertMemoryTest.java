// SPDX-License-Identifier: Apache-2.0
package dev.reprise.core.instance;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.stream.IntStream;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.constraints.IntRange;
import net.jqwik.api.constraints.Size;
import org.junit.jupiter.api.Test;

import dev.reprise.schemas.decision.Reason;
import dev.reprise.schemas.decision.Severity;
import dev.reprise.schemas.id.AlertKey;

/** An instance remembers a bounded number of alerts, and each that fires. */
final class AlertMemoryTest {

    @Test
    void shouldKeepWhatFiresHoweverMuchFires() {
        List<AlertMemory> alerts = List.of();
        for (int storm = 0; storm < 3 * AlertMemory.CAPACITY; storm++) {
            alerts = AlertMemory.with(alerts, storm(storm, true), History.INSTANCE);
        }

        assertThat(alerts).hasSize(3 * AlertMemory.CAPACITY);
    }

    @Test
    void shouldDropWhatWasToldOfOthersAndIsOverFirst() {
        List<AlertMemory> alerts = new ArrayList<>(List.of(own(Reason.NON_IDEMPOTENT, false),
                own(Reason.DEADLINE_MISSED, true), storm(0, false), storm(1, false)));
        IntStream.range(alerts.size(), AlertMemory.CAPACITY).mapToObj(storm -> storm(storm, true)).forEach(alerts::add);

        List<AlertMemory> after = AlertMemory.with(alerts, storm(1000, true), History.INSTANCE);

        assertThat(after).hasSize(AlertMemory.CAPACITY).doesNotContain(storm(0, false))
                .contains(own(Reason.NON_IDEMPOTENT, false), own(Reason.DEADLINE_MISSED, true), storm(1, false));
    }

    @Test
    void shouldReplaceWhatHasChangedWhereItIsFull() {
        List<AlertMemory> alerts = IntStream.range(0, AlertMemory.CAPACITY).mapToObj(storm -> storm(storm, true))
                .toList();

        List<AlertMemory> after = AlertMemory.with(alerts, alerts.getFirst().resolved(History.START), History.INSTANCE);

        assertThat(after).hasSize(AlertMemory.CAPACITY).contains(storm(1, true),
                alerts.getFirst().resolved(History.START));
    }

    @Property(tries = 300)
    void shouldNeverLoseWhatFires(@ForAll @Size(min = 1, max = 300) List<@IntRange(min = -90, max = 90) Integer> told) {
        List<AlertMemory> alerts = List.of();
        List<AlertKey> firing = new ArrayList<>();
        for (int word : told) {
            AlertMemory alert = storm(Math.abs(word), word > 0);
            alerts = AlertMemory.with(alerts, alert, History.INSTANCE);
            firing.remove(alert.key());
            if (alert.open()) {
                firing.add(alert.key());
            }

            assertThat(alerts).filteredOn(AlertMemory::open).extracting(AlertMemory::key)
                    .containsExactlyInAnyOrderElementsOf(firing);
            assertThat(alerts.size()).isLessThanOrEqualTo(Math.max(AlertMemory.CAPACITY, firing.size() + 1));
        }
    }

    private static AlertMemory own(Reason kind, boolean open) {
        return new AlertMemory(AlertKey.of(kind.name(), History.INSTANCE), kind, Severity.WARNING, 0, Optional.empty(),
                1, History.START, open, Optional.empty());
    }

    private static AlertMemory storm(int number, boolean open) {
        return new AlertMemory(new AlertKey(Reason.STORM_BREAKER.name() + "/group#" + number), Reason.STORM_BREAKER,
                Severity.CRITICAL, 0, Optional.empty(), 1, History.START, open, Optional.empty());
    }
}
