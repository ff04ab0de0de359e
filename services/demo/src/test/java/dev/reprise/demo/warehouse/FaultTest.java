// SPDX-License-Identifier: Apache-2.0
package dev.reprise.demo.warehouse;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.Optional;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;

class FaultTest {
    @ParameterizedTest
    @MethodSource("faults")
    void shouldReadWhatItWrites(Fault fault) {
        assertThat(Fault.parse(Optional.of(fault.text()))).isEqualTo(fault);
    }

    @Test
    void shouldBeNoneWhenAbsent() {
        assertThat(Fault.parse(Optional.empty())).isEqualTo(new Fault.None());
    }

    @ParameterizedTest
    @ValueSource(strings = {"crash", "crash-after:9:late", "crash-after:3:", "stall-after:x", "stall-after:3:why"})
    void shouldSayWhatToWriteWhenItCannotBeRead(String value) {
        assertThatThrownBy(() -> Fault.parse(Optional.of(value))).isInstanceOf(WarehouseException.class)
                .hasMessageContaining("WAREHOUSE_FAULT is '" + value + "': write crash-after:N:MESSAGE");
    }

    private static Stream<Fault> faults() {
        return Stream.of(new Fault.None(), new Fault.Crash(0, "not reachable: host:1433"), new Fault.Stall(8));
    }
}
