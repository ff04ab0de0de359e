// SPDX-License-Identifier: Apache-2.0
package dev.reprise.notifier.engine;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.nio.charset.StandardCharsets;
import java.util.List;
import org.apache.kafka.common.errors.SerializationException;
import org.junit.jupiter.api.Test;

import dev.reprise.notifier.fixture.Alerts;
import dev.reprise.schemas.wire.WireCodec;

/** Rows outlive the program that wrote them. */
class JsonSerdeTest {
    private final JsonSerde<Route> serde = new JsonSerde<>(new WireCodec(), Route.class);
    private final Route route = new Route(Alerts.anAlert().firing(1), List.of(), "digest");

    private Route read(String row) {
        return serde.read(row.getBytes(StandardCharsets.UTF_8));
    }

    @Test
    void shouldReadARowOfAVersionThatDidNotKnowAList() {
        String row = new String(serde.write(route), StandardCharsets.UTF_8);

        assertThat(row).contains(",\"statements\":[]");
        assertThat(read(row.replace(",\"statements\":[]", ""))).isEqualTo(route);
    }

    @Test
    void shouldRefuseARowThatLacksWhatItCannotBeWithout() {
        String row = new String(serde.write(route), StandardCharsets.UTF_8);

        assertThatThrownBy(() -> read(row.replace("\"digest\":\"digest\"", "\"other\":1")))
                .isInstanceOf(SerializationException.class);
    }
}
