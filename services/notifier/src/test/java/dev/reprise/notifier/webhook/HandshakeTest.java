// SPDX-License-Identifier: Apache-2.0
package dev.reprise.notifier.webhook;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.net.URI;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

import dev.reprise.notifier.channel.AttemptResult;
import dev.reprise.notifier.channel.AttemptResult.Delivered;
import dev.reprise.notifier.channel.AttemptResult.Failed;
import dev.reprise.notifier.fixture.Alerts;
import dev.reprise.notifier.fixture.Deliveries;
import dev.reprise.notifier.fixture.Receivers;
import dev.reprise.notifier.fixture.SettableClock;
import dev.reprise.notifier.fixture.WebhookSink;
import dev.reprise.notifier.fixture.WebhookSink.Answer;
import dev.reprise.notifier.receiver.WebhookSpec;
import dev.reprise.runtime.config.Secret;
import dev.reprise.schemas.wire.WireCodec;

/** A receiver that is asked first is told nothing before it has said yes. */
class HandshakeTest {
    private static final String ORIGIN = "reprise.example.org";
    private final SettableClock clock = new SettableClock();
    private WebhookSink sink;
    private WebhookChannel channel;

    @BeforeEach
    void open() throws IOException {
        sink = new WebhookSink();
        channel = new WebhookChannel(new WebhookSpec("hook", URI.create(sink.url()), List.of(Receivers.SECRET),
                Map.of("x-token", Secret.of("t0ken")), Optional.of(ORIGIN), Duration.ofSeconds(20), true,
                Receivers.SLOW, List.of()), new WireCodec(), clock);
    }

    @AfterEach
    void close() {
        channel.close();
        sink.close();
    }

    private AttemptResult deliver() throws InterruptedException {
        return channel.deliver(Deliveries.of(Alerts.anAlert().firing(1)));
    }

    private static Answer allows(String origin, String rate) {
        return new Answer(200, Map.of("WebHook-Allowed-Origin", origin, "WebHook-Allowed-Rate", rate));
    }

    private List<String> methods() {
        return sink.received().stream().map(WebhookSink.Received::method).toList();
    }

    @Test
    void shouldAskOnceAndThenTell() throws InterruptedException {
        sink.answer(allows(ORIGIN, "*"));

        assertThat(channel.inTheWay()).isPresent();
        channel.prepare();
        assertThat(channel.inTheWay()).isEmpty();
        assertThat(deliver()).isInstanceOf(Delivered.class);
        assertThat(deliver()).isInstanceOf(Delivered.class);

        assertThat(methods()).containsExactly("OPTIONS", "POST", "POST");
        assertThat(sink.received().getFirst().header("WebHook-Request-Origin")).isEqualTo(ORIGIN);
        assertThat(sink.received().getFirst().header("WebHook-Request-Rate")).isEqualTo("10");
        assertThat(sink.received().getFirst().header("x-token")).isEqualTo("t0ken");
        assertThat(sink.received().getFirst().body()).isEmpty();
    }

    static Stream<Arguments> refusals() {
        return Stream.of(Arguments.of(Answer.status(200), "answered 200 without WebHook-Allowed-Origin"),
                Arguments.of(allows("other.example.org", "*"), "allows another origin than " + ORIGIN),
                Arguments.of(allows(ORIGIN, "0"), "allows a rate that is neither a number above 0 nor *"),
                Arguments.of(Answer.status(405), "answered 405"), Arguments.of(Answer.status(410), "answered 410"),
                Arguments.of(Answer.BREAK, "the connection broke"));
    }

    @ParameterizedTest
    @MethodSource("refusals")
    void shouldTellNothingAndLoseNothingUntilItIsAllowed(Answer refusal, String detail) throws InterruptedException {
        sink.answer(refusal);
        channel.prepare();

        assertThat(channel.inTheWay()).contains("the handshake failed: " + detail);
        assertThat(deliver()).isEqualTo(
                new Failed("the handshake failed: " + detail, Optional.of(Duration.ofSeconds(30)), false));
        assertThat(methods()).containsExactly("OPTIONS");

        clock.advance(Duration.ofSeconds(30));
        sink.answer(allows("*", "120"));
        assertThat(deliver()).isInstanceOf(Delivered.class);
        assertThat(channel.inTheWay()).isEmpty();
        assertThat(methods()).containsExactly("OPTIONS", "OPTIONS", "POST");
    }

    @Test
    void shouldTellNoFasterThanAllowed() throws InterruptedException {
        sink.answer(allows(ORIGIN, "4"));

        assertThat(deliver()).isInstanceOf(Delivered.class);
        clock.advance(Duration.ofSeconds(5));
        assertThat(deliver()).isEqualTo(new Failed("the receiver allows no more in this minute",
                Optional.of(Duration.ofSeconds(10)), false));
        clock.advance(Duration.ofSeconds(10));
        assertThat(deliver()).isInstanceOf(Delivered.class);
    }

    @Test
    void shouldWaitAsLongAsTheReceiverAsks() throws InterruptedException {
        sink.answer(new Answer(503, Map.of("Retry-After", "90")));

        assertThat(deliver()).isEqualTo(new Failed("the handshake failed: answered 503",
                Optional.of(Duration.ofSeconds(90)), false));
    }
}
