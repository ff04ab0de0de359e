// SPDX-License-Identifier: Apache-2.0
package dev.reprise.notifier.chat;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
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
import tools.jackson.databind.json.JsonMapper;

import dev.reprise.notifier.channel.AttemptResult;
import dev.reprise.notifier.channel.AttemptResult.Delivered;
import dev.reprise.notifier.channel.AttemptResult.Failed;
import dev.reprise.notifier.channel.AttemptResult.Gone;
import dev.reprise.notifier.channel.AttemptResult.Refused;
import dev.reprise.notifier.fixture.Alerts;
import dev.reprise.notifier.fixture.Deliveries;
import dev.reprise.notifier.fixture.Payload;
import dev.reprise.notifier.fixture.Receivers;
import dev.reprise.notifier.fixture.WebhookSink;
import dev.reprise.notifier.fixture.WebhookSink.Answer;
import dev.reprise.notifier.message.Links;
import dev.reprise.notifier.receiver.ChatKind;
import dev.reprise.notifier.receiver.ChatSpec;
import dev.reprise.runtime.config.Secret;

/** What the answers of each program mean: a 200 alone is no success. */
class ChatChannelTest {
    private WebhookSink sink;

    @BeforeEach
    void openSink() throws IOException {
        sink = new WebhookSink();
    }

    @AfterEach
    void closeSink() {
        sink.close();
    }

    private AttemptResult deliver(ChatKind kind, Answer answer, Optional<Secret> secret, InstantSource clock)
            throws InterruptedException {
        sink.answer(answer);
        ChatSpec spec = new ChatSpec("chat", kind, Secret.of(sink.url() + "?token=t0ken"), secret, Optional.empty(),
                kind.language(), Duration.ofSeconds(20), true, kind.pace(), List.of());
        try (ChatChannel channel = new ChatChannel(spec, Links.NONE, JsonMapper.shared(), clock)) {
            return channel.deliver(Deliveries.of(Alerts.anAlert().firing(1)));
        }
    }

    private AttemptResult deliver(ChatKind kind, Answer answer) throws InterruptedException {
        return deliver(kind, answer, Optional.empty(), InstantSource.system());
    }

    static Stream<Arguments> successes() {
        return Stream.of(Arguments.of(ChatKind.SLACK, Answer.ok("ok")), Arguments.of(ChatKind.TEAMS, Answer.ok("")),
                Arguments.of(ChatKind.TEAMS, Answer.status(202)),
                Arguments.of(ChatKind.DINGTALK, Answer.ok(Payload.text("dingtalk-response-ok"))),
                Arguments.of(ChatKind.FEISHU, Answer.ok(Payload.text("feishu-response-ok"))),
                Arguments.of(ChatKind.WECOM, Answer.ok(Payload.text("wecom-response-ok"))));
    }

    @ParameterizedTest
    @MethodSource("successes")
    void shouldKnowSuccess(ChatKind kind, Answer answer) throws InterruptedException {
        assertThat(deliver(kind, answer)).isEqualTo(new Delivered(Optional.empty()));
        assertThat(sink.received()).hasSize(1);
        assertThat(sink.received().getFirst().header("content-type")).isEqualTo("application/json; charset=utf-8");
    }

    static Stream<Arguments> throttled() {
        return Stream.of(
                Arguments.of(ChatKind.SLACK, new Answer(429, Map.of("retry-after", "30")), Duration.ofSeconds(30)),
                Arguments.of(ChatKind.TEAMS, new Answer(429, Map.of("retry-after", "5")), Duration.ofSeconds(5)),
                Arguments.of(ChatKind.DINGTALK, Answer.ok(Payload.text("dingtalk-response-throttled")),
                        Duration.ofMinutes(10)),
                Arguments.of(ChatKind.FEISHU, Answer.ok(Payload.text("feishu-response-throttled")),
                        Duration.ofMinutes(1)),
                Arguments.of(ChatKind.WECOM, Answer.ok(Payload.text("wecom-response-throttled")),
                        Duration.ofMinutes(1)));
    }

    @ParameterizedTest
    @MethodSource("throttled")
    void shouldWaitWhenToldTooOften(ChatKind kind, Answer answer, Duration wait) throws InterruptedException {
        assertThat(deliver(kind, answer)).isInstanceOfSatisfying(Failed.class, failed -> {
            assertThat(failed.retryAfter()).contains(wait);
            assertThat(failed.maybeTold()).isFalse();
        });
    }

    @Test
    void shouldNotTryAgainWhatIsTooLong() throws InterruptedException {
        assertThat(deliver(ChatKind.DINGTALK, Answer.ok(Payload.text("dingtalk-response-too-long"))))
                .isEqualTo(new Refused("answered errcode 460101"));
    }

    @Test
    void shouldNameTheSkewOfTheClockWhenASignatureIsRefused() throws InterruptedException {
        Answer answer = new Answer(200, Map.of(), Payload.text("feishu-response-sign-mismatch"));
        Instant wrong = Instant.now().minus(Duration.ofHours(3));

        AttemptResult result = deliver(ChatKind.FEISHU, answer, Optional.of(Secret.of("SECdemo")), () -> wrong);

        assertThat(result).isInstanceOfSatisfying(Refused.class, refused -> assertThat(refused.detail())
                .startsWith("answered code 19021: signature or keyword not accepted")
                .contains("this clock is off by -"));
    }

    static Stream<Arguments> nonsense() {
        return Stream.of(ChatKind.DINGTALK, ChatKind.FEISHU, ChatKind.WECOM, ChatKind.SLACK)
                .flatMap(kind -> Stream.of("<html>proxy</html>", "{}", "{\"errcode\":\"0\",\"code\":\"0\"}")
                        .map(text -> Arguments.of(kind, text)));
    }

    @ParameterizedTest
    @MethodSource("nonsense")
    void shouldTryAgainAndOweTheEndWhenA200IsNotUnderstood(ChatKind kind, String text) throws InterruptedException {
        assertThat(deliver(kind, Answer.ok(text))).isInstanceOfSatisfying(Failed.class,
                failed -> assertThat(failed.maybeTold()).isTrue());
    }

    @Test
    void shouldJudgeOtherStatusesAsEveryChannelDoes() throws InterruptedException {
        assertThat(deliver(ChatKind.SLACK, Answer.status(404))).isEqualTo(new Refused("answered 404"));
        assertThat(deliver(ChatKind.SLACK, Answer.status(410))).isEqualTo(new Gone("answered 410"));
        assertThat(deliver(ChatKind.DINGTALK, Answer.status(503))).isInstanceOf(Failed.class);
        assertThat(deliver(ChatKind.TEAMS, Answer.status(413))).isEqualTo(new Refused("answered 413"));
        assertThat(deliver(ChatKind.FEISHU, Answer.BREAK)).isInstanceOf(Failed.class);
    }

    @Test
    void shouldSignTheAddressForDingTalk() throws InterruptedException {
        Secret secret = Secret.of("SECdemo0123456789");

        deliver(ChatKind.DINGTALK, Answer.ok(Payload.text("dingtalk-response-ok")), Optional.of(secret),
                () -> Instant.ofEpochMilli(1_767_225_600_000L));

        assertThat(sink.received().getFirst().uri().getRawQuery()).isEqualTo("token=t0ken"
                + Payload.json("signature-test-vectors").path("dingtalk").path("query").asString());
    }

    @Test
    void shouldShowNoAddressInAnyText() {
        ChatSpec spec = new ChatSpec("chat", ChatKind.SLACK, Secret.of("https://hooks.example.com/T0/B0/t0ken"),
                Optional.empty(), Optional.empty(), ChatKind.SLACK.language(), Duration.ofSeconds(5), false,
                Receivers.SLOW, List.of());

        assertThat(spec.toString()).doesNotContain("t0ken").doesNotContain("hooks.example.com");
    }
}
