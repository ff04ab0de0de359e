// SPDX-License-Identifier: Apache-2.0
package dev.reprise.notifier.chat;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.charset.StandardCharsets;
import java.time.Instant;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

import dev.reprise.notifier.fixture.Alerts;
import dev.reprise.notifier.fixture.Deliveries;
import dev.reprise.notifier.fixture.Payload;
import dev.reprise.notifier.message.Bulletin;
import dev.reprise.notifier.message.Bulletins;
import dev.reprise.notifier.message.Language;
import dev.reprise.notifier.message.Links;
import dev.reprise.notifier.receiver.ChatKind;
import dev.reprise.runtime.config.Secret;
import dev.reprise.schemas.event.ErrorEvidence;
import dev.reprise.schemas.job.DefinitionFinding;

/** What is posted, held against the programs' own documents. */
class ChatBodyTest {
    private static final JsonMapper MAPPER = JsonMapper.shared();
    private static final Secret SECRET = Secret.of("SECdemo0123456789");
    private static final Instant NOW = Instant.ofEpochSecond(1_767_225_600);
    private static final Links LINKS = new Links(
            Optional.of("https://reprise.example.com/#/instances/{namespace}/{name}/{partition}"));

    private static Alerts alert() {
        return Alerts.anAlert().findings(new DefinitionFinding("insert-into", "line 3",
                Optional.of("INSERT INTO invoices SELECT * FROM orders"), "appends to a table", Optional.empty()));
    }

    private static Bulletin bulletin(Alerts alerts, Language language) {
        return new Bulletins(language, LINKS).of(Deliveries.of(alerts.firing(1)));
    }

    private static ChatFormat format(ChatKind kind) {
        return switch (kind) {
            case SLACK -> new SlackFormat(MAPPER);
            case TEAMS -> new TeamsFormat(MAPPER);
            case DINGTALK -> new DingTalkFormat(MAPPER, Optional.of(SECRET), Optional.empty());
            case FEISHU -> new FeishuFormat(MAPPER, Optional.of(SECRET), Optional.empty());
            case WECOM -> new WeComFormat(MAPPER);
        };
    }

    private static JsonNode body(ChatKind kind, Bulletin bulletin) {
        return format(kind).body(bulletin, NOW).orElseThrow();
    }

    private static void assertShape(JsonNode body, String sample, String... beyond) {
        Set<String> unknown = new TreeSet<>(Payload.shape(body));
        unknown.removeAll(Payload.shape(Payload.json(sample)));
        assertThat(unknown).isSubsetOf(beyond);
    }

    @ParameterizedTest
    @EnumSource(ChatKind.class)
    void shouldSpeakTheLanguageOfTheReceiver(ChatKind kind) {
        Alerts plain = Alerts.anAlert().description("Nothing was rerun.");

        assertThat(body(kind, bulletin(plain, Language.EN)).toString()).doesNotMatch("(?s).*\\p{IsHan}.*")
                .contains("Why you: ");
        assertThat(body(kind, bulletin(plain, Language.ZH)).toString()).contains("作业非幂等", "Reprise 没有重跑该作业", "请检查",
                "为何通知您", "订阅 hook").doesNotContain("Why you").doesNotContain("subscription");
    }

    @Test
    void shouldWriteBlocksAsSlackDocumentsThem() {
        JsonNode body = body(ChatKind.SLACK, bulletin(alert(), Language.EN));

        assertShape(body, "slack-webhook-blockkit-firing");
        assertThat(body.path("text").asString())
                .isEqualTo("[CRITICAL] send_invoices ds=2026-11-28 not rerun: not idempotent");
        JsonNode blocks = body.path("blocks");
        assertThat(blocks.path(0).path("text").path("text").asString()).startsWith("🔴 send_invoices");
        assertThat(blocks.path(1).path("text").path("text").asString()).startsWith("*[NEW]* *send_invoices")
                .contains("> error: java.lang.OutOfMemoryError: Out of memory &lt;heap&gt; &amp; more (exit 137)")
                .contains("> definition: line 3 insert-into INSERT INTO invoices SELECT * FROM orders")
                .contains("Reprise has not rerun the job.")
                .contains("`reprise instances explain warehouse/send_invoices ds=2026-11-28`")
                .contains("<https://reprise.example.com/#/instances/warehouse/send_invoices/ds%3D2026-11-28|Timeline>");
        assertThat(blocks.toString()).contains("Why you: subscription hook, which matches owner=\\\"billing\\\"");
    }

    @Test
    void shouldWriteACardOfElementsThatTeamsShows() {
        JsonNode body = body(ChatKind.TEAMS, bulletin(alert(), Language.EN));

        assertShape(body, "msteams-workflow-adaptivecard", "attachments[].content.body[].fontType STRING",
                "attachments[].content.body[].isSubtle BOOLEAN", "attachments[].content.body[].separator BOOLEAN");
        JsonNode card = body.path("attachments").path(0).path("content");
        assertThat(card.path("version").asString()).isEqualTo("1.4");
        assertThat(card.toString()).contains("\"title\":\"error\"").contains("exit 137").contains("Action.OpenUrl");
    }

    @Test
    void shouldWriteMarkdownAsDingTalkDocumentsIt() {
        JsonNode body = body(ChatKind.DINGTALK, bulletin(alert(), Language.ZH));

        assertShape(body, "dingtalk-markdown");
        assertThat(body.path("markdown").path("text").asString())
                .startsWith("### 🔴 [严重] send＿invoices".replace('＿', '_'))
                .contains("**[新增] send_invoices ds=2026-11-28**")
                .contains("未重跑：作业非幂等").contains("> 错误: java.lang.OutOfMemoryError").contains("Reprise 没有重跑该作业。")
                .contains("[时间线](https://reprise.example.com/").contains("为何通知您：");
    }

    @Test
    void shouldWriteASignedCardAsFeishuDocumentsIt() {
        JsonNode body = body(ChatKind.FEISHU, bulletin(alert(), Language.ZH));
        JsonNode sample = Payload.json("feishu-card-v2-signed");

        assertShape(body, "feishu-card-v2-signed");
        assertThat(body.path("timestamp")).isEqualTo(sample.path("timestamp"));
        assertThat(body.path("sign")).isEqualTo(sample.path("sign"));
        assertThat(body.path("card").path("header").path("template").asString()).isEqualTo("red");
    }

    @Test
    void shouldWriteMarkdownAsWeComDocumentsIt() {
        JsonNode body = body(ChatKind.WECOM, bulletin(alert(), Language.ZH));

        assertShape(body, "wecom-markdown");
        assertThat(body.path("markdown").path("content").asString()).startsWith("### <font color=\"warning\">[严重]");
    }

    @Test
    void shouldSignAsTheTestVectorsSay() {
        JsonNode vectors = Payload.json("signature-test-vectors");
        JsonNode ding = vectors.path("dingtalk");
        JsonNode feishu = vectors.path("feishu");

        assertThat("&" + DingTalkFormat.signature(Secret.of(ding.path("secret").asString()),
                ding.path("timestamp_ms").asLong())).isEqualTo(ding.path("query").asString());
        assertThat(FeishuFormat.signature(Secret.of(feishu.path("secret").asString()),
                feishu.path("timestamp_s").asLong())).isEqualTo(feishu.path("base64").asString());
    }

    @ParameterizedTest
    @EnumSource(ChatKind.class)
    void shouldStayWithinTheLimitHoweverLongTheTextsAre(ChatKind kind) {
        String longest = "杭州😀".repeat(1_300);
        Alerts alerts = alert().description(longest)
                .evidence(new ErrorEvidence(longest, Optional.empty(), Optional.empty(), Optional.empty(),
                        Optional.of(longest), Optional.empty()))
                .findings(new DefinitionFinding("rule", "line 1", Optional.of("x".repeat(500)), "m".repeat(500),
                        Optional.empty()));
        Bulletin bulletin = bulletin(alerts, Language.ZH);

        boolean fits = Bulletin.STEPS.stream().anyMatch(brevity -> format(kind)
                .body(bulletin.within(brevity), NOW)
                .filter(body -> bytes(body) <= format(kind).mostBytes()).isPresent());

        assertThat(fits).isTrue();
    }

    @ParameterizedTest
    @EnumSource(ChatKind.class)
    void shouldLetNoForeignTextBecomeMarkup(ChatKind kind) {
        Alerts alerts = alert().evidence(new ErrorEvidence("<!channel> <at id=all></at> [x](https://evil.example)",
                Optional.empty(), Optional.empty(), Optional.empty(), Optional.empty(), Optional.empty()));

        String body = body(kind, bulletin(alerts, Language.EN)).toString();

        if (kind != ChatKind.TEAMS) { // a card mentions only whom its list of entities names, and ours has none
            assertThat(body).doesNotContain("<!channel>").doesNotContain("<at id=all>");
        }
        if (kind != ChatKind.SLACK) { // its own markup knows no links of this form
            assertThat(body).doesNotContain("[x](https://evil.example)");
        }
    }

    @ParameterizedTest
    @EnumSource(ChatKind.class)
    void shouldSayThatItIsOverAndWhy(ChatKind kind) {
        Bulletin bulletin = new Bulletins(kind.language(), Links.NONE)
                .of(Deliveries.of(alert().resolved(2)));

        String body = body(kind, bulletin).toString();

        assertThat(body).contains(kind.language() == Language.ZH ? "已恢复" : "RESOLVED")
                .contains(kind.language() == Language.ZH ? "实例恢复健康。持续时间：" : "The instance is healthy again.");
    }

    private static int bytes(JsonNode body) {
        return body.toString().getBytes(StandardCharsets.UTF_8).length;
    }

    @Test
    void shouldKeepTheDocumentedLimits() {
        JsonNode limits = Payload.json("limits");

        assertThat(Map.of("dingtalk", format(ChatKind.DINGTALK).mostBytes(), "feishu",
                format(ChatKind.FEISHU).mostBytes(), "teams", format(ChatKind.TEAMS).mostBytes()))
                .isEqualTo(Map.of("dingtalk", limits.path("dingtalk").path("body_bytes").asInt(), "feishu",
                        limits.path("feishu").path("body_bytes").asInt(), "teams",
                        limits.path("msteams_workflow").path("safe_bytes").asInt()));
    }
}
