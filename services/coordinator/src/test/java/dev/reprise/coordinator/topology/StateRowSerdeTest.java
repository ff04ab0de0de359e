// SPDX-License-Identifier: Apache-2.0
package dev.reprise.coordinator.topology;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.charset.StandardCharsets;
import java.util.Optional;
import org.junit.jupiter.api.Test;

import dev.reprise.core.instance.InstanceState;
import dev.reprise.schemas.wire.WireCodec;

final class StateRowSerdeTest {
    private static final StateRow PLAIN = new StateRow(StateRow.VERSION,
            InstanceState.initial(TopologyFixture.INSTANCE), Optional.empty(), Optional.empty());
    private final StateRowSerde serde = new StateRowSerde(new WireCodec());

    @Test
    void shouldReadBackWhereItBelongs() {
        StateRow traced = new StateRow(PLAIN.version(), PLAIN.state(), PLAIN.timer(),
                Optional.of("00-4bf92f3577b34da6a3ce929d0e0e4736-00f067aa0ba902b7-01"));
        assertThat(serde.deserializer().deserialize("t", serde.serializer().serialize("t", traced))).isEqualTo(traced);
    }

    @Test
    void shouldReadARowOfAProgramThatKnewNoTraces() {
        byte[] row = serde.serializer().serialize("t", PLAIN);
        assertThat(new String(row, StandardCharsets.UTF_8)).doesNotContain("traceparent");
        assertThat(serde.deserializer().deserialize("t", row)).isEqualTo(PLAIN);
    }
}
