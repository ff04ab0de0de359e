// SPDX-License-Identifier: Apache-2.0
package dev.reprise.schemas.wire;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Map;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import tools.jackson.databind.JsonNode;

/** The bounds together keep even the largest message small: a topic of alerts or commands must stay cheap to read. */
class MessageSizeTest {
    private static final int KIB = 1024;
    private final WireCodec codec = new WireCodec();

    @Test
    void shouldHoldAFailureWithAllEvidenceInSixteenKib() {
        JsonNode data = evidence(Samples.full(WireType.RUN_FAILED), "/error");

        assertThat(size(WireType.RUN_FAILED, data)).isBetween(15 * KIB, 17 * KIB);
    }

    @Test
    void shouldHoldTheLongestCommandInSixteenKib() {
        JsonNode data = Trees.with(Samples.full(WireType.START_RERUN), "/target/command",
                new String[]{"x".repeat(4096), "y".repeat(4096)});
        data = Trees.with(data, "/target/environment", Map.of("A", "v".repeat(2000), "B", "v".repeat(2000)));

        assertThat(size(WireType.START_RERUN, data)).isBetween(12 * KIB, 16 * KIB);
    }

    @Test
    void shouldHoldAnAlertWithAllTextsInThirtyTwoKib() {
        JsonNode data = evidence(Samples.full(WireType.ALERT_FIRING), "/content/evidence");
        data = Trees.with(data, "/content/description", "d".repeat(10_000));
        data = Trees.with(data, "/content/labels", IntStream.range(0, 15).boxed()
                .collect(Collectors.toMap(i -> "label" + i, i -> "v".repeat(250))));

        assertThat(size(WireType.ALERT_FIRING, data)).isBetween(20 * KIB, 32 * KIB);
    }

    private static JsonNode evidence(JsonNode data, String at) {
        return Trees.with(data, at, Map.of("message", "m".repeat(100_000), "outputTail", "o".repeat(100_000),
                "type", "t".repeat(2000), "code", "c".repeat(2000), "logUrl", "u".repeat(2000)));
    }

    private int size(WireType type, JsonNode data) {
        return codec.write(codec.read(type, codec.mapper().writeValueAsBytes(data))).length;
    }
}
