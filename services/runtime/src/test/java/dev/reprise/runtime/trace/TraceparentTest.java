// SPDX-License-Identifier: Apache-2.0
package dev.reprise.runtime.trace;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import java.nio.charset.StandardCharsets;
import java.util.Optional;
import org.apache.kafka.common.header.Headers;
import org.apache.kafka.common.header.internals.RecordHeaders;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class TraceparentTest {
    private static final String TRACE = "4bf92f3577b34da6a3ce929d0e0e4736";
    private static final String SPAN = "00f067aa0ba902b7";
    private static final String TEXT = "00-" + TRACE + "-" + SPAN + "-01";

    @Test
    void shouldReadWhatTheStandardGives() {
        assertThat(Traceparent.parse(TEXT)).contains(new Traceparent(TRACE, SPAN, "01"));
        assertThat(Traceparent.parse(TEXT)).get().hasToString(TEXT);
    }

    @ParameterizedTest
    @ValueSource(strings = {"cc-" + TRACE + "-" + SPAN + "-01",
        "cc-" + TRACE + "-" + SPAN + "-01-what-the-future-holds"})
    void shouldReadOfALaterVersionWhatItKnows(String later) {
        assertThat(Traceparent.parse(later)).get().hasToString(TEXT);
    }

    @ParameterizedTest
    @ValueSource(strings = {"", "00", "garbage", "ff-" + TRACE + "-" + SPAN + "-01", TEXT + "-more", TEXT + " ",
        "00-00000000000000000000000000000000-" + SPAN + "-01", "00-" + TRACE + "-0000000000000000-01",
        "00-4BF92F3577B34DA6A3CE929D0E0E4736-" + SPAN + "-01", "00-" + TRACE + "-" + SPAN,
        "00-" + TRACE + "-" + SPAN + "-1", "00-" + TRACE + "-" + SPAN + "-0g", "00-" + SPAN + "-" + TRACE + "-01",
        "cc-" + TRACE + "-" + SPAN + "-01x", TEXT + "\n"})
    void shouldTakeABadOneForNone(String bad) {
        assertThat(Traceparent.parse(bad)).isEmpty();
    }

    @Test
    void shouldNotBeMadeOfWhatIsNoPlace() {
        assertThatIllegalArgumentException().isThrownBy(() -> new Traceparent(SPAN, SPAN, "01"));
        assertThatIllegalArgumentException().isThrownBy(() -> new Traceparent("0".repeat(32), SPAN, "01"));
    }

    @Test
    void shouldStandInOneHeader() {
        Headers headers = new RecordHeaders().add(Traceparent.HEADER, "garbage".getBytes(StandardCharsets.UTF_8));
        assertThat(TraceHeaders.read(headers)).isEmpty();

        TraceHeaders.write(headers, Traceparent.parse(TEXT));
        TraceHeaders.write(headers, Traceparent.parse(TEXT));
        assertThat(headers.headers(Traceparent.HEADER)).hasSize(1);
        assertThat(TraceHeaders.read(headers)).get().hasToString(TEXT);

        TraceHeaders.write(headers, Optional.empty());
        assertThat(headers.toArray()).isEmpty();
    }
}
