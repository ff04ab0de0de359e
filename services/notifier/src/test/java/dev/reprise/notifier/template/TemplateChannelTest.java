// SPDX-License-Identifier: Apache-2.0
package dev.reprise.notifier.template;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.net.URLDecoder;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.time.InstantSource;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

import dev.reprise.notifier.channel.AttemptResult;
import dev.reprise.notifier.channel.AttemptResult.Delivered;
import dev.reprise.notifier.channel.AttemptResult.Failed;
import dev.reprise.notifier.channel.AttemptResult.Gone;
import dev.reprise.notifier.channel.AttemptResult.Refused;
import dev.reprise.notifier.channel.Delivery;
import dev.reprise.notifier.fixture.Alerts;
import dev.reprise.notifier.fixture.Deliveries;
import dev.reprise.notifier.fixture.Pages;
import dev.reprise.notifier.fixture.Receivers;
import dev.reprise.notifier.fixture.WebhookSink;
import dev.reprise.notifier.fixture.WebhookSink.Answer;
import dev.reprise.notifier.message.Language;
import dev.reprise.notifier.message.Links;
import dev.reprise.notifier.receiver.Success;
import dev.reprise.notifier.receiver.TemplateSpec;
import dev.reprise.runtime.config.Secret;
import dev.reprise.schemas.id.AlertKey;
import dev.reprise.schemas.notification.Page;

class TemplateChannelTest {
    private static final String JSON = "application/json";
    private static final String EVIL = "a\"b\\c d{{headline}}&x=1/../é%";
    private static final Success ZERO = new Success(List.of(200), Optional.of("/code"), Optional.of("0"));
    private WebhookSink sink;

    @BeforeEach
    void openSink() throws IOException {
        sink = new WebhookSink();
    }

    @AfterEach
    void closeSink() {
        sink.close();
    }

    private TemplateSpec spec(String type, String path, String body, int mostBytes, Success success,
            Language language) {
        return new TemplateSpec("other", Secret.of(sink.url() + path), type,
                Map.of("x-title", Secret.of("{{why}}"), "authorization", Secret.of("Bearer {{secret.token}}")),
                Secret.of(body), Map.of("token", Secret.of("t0\"ken%")), mostBytes, success, language,
                Duration.ofSeconds(20), true, Receivers.FAST, List.of());
    }

    private static AttemptResult deliver(TemplateSpec spec, Delivery delivery) throws InterruptedException {
        try (TemplateChannel channel = new TemplateChannel(spec, Links.NONE, JsonMapper.shared(),
                InstantSource.system())) {
            return channel.deliver(delivery);
        }
    }

    private AttemptResult answered(Answer answer, Success success) throws InterruptedException {
        sink.answer(answer);
        return deliver(spec(JSON, "", "{\"text\": \"{{text}}\"}", 20_000, success, Language.EN), firing());
    }

    private static Delivery firing() {
        return Deliveries.of(Alerts.anAlert().firing(1));
    }

    /** A page whose key and words try to leave their place. */
    private static Delivery evil() {
        Page page = firing().page();
        return Deliveries.of(new Page(new AlertKey(EVIL), page.channel(), 1, page.told(), page.reason(), EVIL, EVIL,
                page.severity(), page.openedAt(), page.at(), page.fresh(), page.still(), page.over(), page.items()));
    }

    @Test
    void shouldKeepValuesInTheirPlaceInJsonHeaderAndAddress() throws InterruptedException {
        String body = "{\"key\": \"{{key}}\", \"sub\": {\"n\": {{new}}}, \"token\": \"{{ secret.token }}\"}";

        assertThat(deliver(spec(JSON, "/{{key}}?k={{key}}", body, 20_000, Success.ANY_2XX, Language.EN), evil()))
                .isEqualTo(new Delivered(Optional.empty()));

        JsonNode got = JsonMapper.shared().readTree(sink.received().getFirst().body());
        assertThat(got.path("key").asString()).isEqualTo(EVIL);
        assertThat(got.at("/sub/n").intValue()).isEqualTo(1);
        assertThat(got.path("token").asString()).isEqualTo("t0\"ken%");
        assertThat(got.size()).isEqualTo(3);
        String query = sink.received().getFirst().uri().getRawQuery();
        assertThat(query).doesNotContain("&");
        assertThat(URLDecoder.decode(query.substring(2), StandardCharsets.UTF_8)).isEqualTo(EVIL);
        assertThat(sink.received().getFirst().uri().getRawPath().substring("/hook/".length())).doesNotContain("/");
        assertThat(sink.received().getFirst().header("authorization")).isEqualTo("Bearer t0\"ken%");
        assertThat(sink.received().getFirst().header("x-title")).contains("c d{{headline}}").contains("%C3%A9");
    }

    @Test
    void shouldKeepValuesInTheirFieldOfAForm() throws InterruptedException {
        deliver(spec("application/x-www-form-urlencoded", "", "key={{key}}&status={{status}}", 20_000,
                Success.ANY_2XX, Language.EN), evil());

        String[] fields = sink.received().getFirst().text().split("&", -1);
        assertThat(fields).hasSize(2);
        assertThat(URLDecoder.decode(fields[0], StandardCharsets.UTF_8)).isEqualTo("key=" + EVIL);
        assertThat(fields[1]).isEqualTo("status=firing");
    }

    @Test
    void shouldTellTheWholeMessageInTheReadersLanguage() throws InterruptedException {
        deliver(spec("text/plain; charset=utf-8", "", "{{text}}", 20_000, Success.ANY_2XX, Language.EN), firing());
        deliver(spec("text/plain; charset=utf-8", "", "{{status}} {{text}}", 20_000, Success.ANY_2XX, Language.ZH),
                Deliveries.of(Alerts.anAlert().resolved(2)));

        assertThat(sink.received().getFirst().text()).contains("[NEW]").contains("Why you: subscription hook")
                .contains("$ reprise instances explain");
        assertThat(sink.received().getLast().text()).startsWith("resolved").contains("[恢复]").contains("为何通知您");
    }

    @Test
    void shouldTellShorterWhatWouldBeTooLarge() throws InterruptedException {
        Page page = Pages.of(Alerts.anAlert().firing(1));
        Delivery delivery = Deliveries.of(new Page(page.alertKey(), page.channel(), 1, page.told(), page.reason(),
                page.subscription(), "说".repeat(3_000), page.severity(), page.openedAt(), page.at(), 1, 0, 0,
                page.items()));

        assertThat(deliver(spec("text/plain", "", "{{text}}", 1_500, Success.ANY_2XX, Language.EN), delivery))
                .isInstanceOf(Delivered.class);
        assertThat(deliver(spec("text/plain", "", "{{text}}", 256, Success.ANY_2XX, Language.EN), delivery))
                .isInstanceOf(Refused.class);

        assertThat(sink.received()).singleElement().satisfies(received -> {
            assertThat(received.body().length).isLessThanOrEqualTo(1_500);
            assertThat(received.text()).contains("more characters");
        });
    }

    @Test
    void shouldKnowSuccessByStatusAndByAValueOfTheAnswer() throws InterruptedException {
        assertThat(answered(Answer.status(204), Success.ANY_2XX)).isInstanceOf(Delivered.class);
        assertThat(answered(Answer.ok("{\"code\": 0}"), ZERO)).isInstanceOf(Delivered.class);
        assertThat(answered(Answer.ok("{\"code\": \"0\"}"), ZERO)).isInstanceOf(Delivered.class);
        assertThat(answered(Answer.status(202), ZERO))
                .isEqualTo(new Failed("answered 202, which is no success here", Optional.empty(), true));
        assertThat(answered(Answer.ok("fine"), ZERO))
                .isEqualTo(new Failed("answered 200 and no JSON", Optional.empty(), true));
    }

    @ParameterizedTest
    @ValueSource(strings = {"{\"code\": 7, \"msg\": \"t0ken\"}", "{}", "[]", "{\"code\": {}}", "{\"code\": null}"})
    void shouldOweTheEndWhereTheAnswerSaysOtherwise(String body) throws InterruptedException {
        assertThat(answered(Answer.ok(body), ZERO)).isEqualTo(
                new Failed("answered 200 without the expected value at /code", Optional.empty(), true));
    }

    @Test
    void shouldTreatOtherAnswersAsAllChannelsDo() throws InterruptedException {
        assertThat(answered(new Answer(429, Map.of("Retry-After", "7")), ZERO))
                .isEqualTo(new Failed("answered 429", Optional.of(Duration.ofSeconds(7)), false));
        assertThat(answered(Answer.status(404), ZERO)).isEqualTo(new Refused("answered 404"));
        assertThat(answered(Answer.status(410), ZERO)).isEqualTo(new Gone("answered 410"));
        assertThat(answered(new Answer(302, Map.of("Location", sink.url())), ZERO)).isInstanceOf(Refused.class);
    }
}
