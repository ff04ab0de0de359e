// SPDX-License-Identifier: Apache-2.0
package dev.reprise.notifier.receiver;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Test;

import dev.reprise.runtime.config.ConfigException;
import dev.reprise.runtime.config.ConfigReader;

class NotifierConfigTest {
    private static final ConfigReader READER = new ConfigReader(
            Map.of("HOOK_SECRET", "whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw", "SMTP_PASSWORD", "s3cret"));

    private static NotifierConfig read(String yaml) {
        return READER.read(yaml, Optional.empty(), NotifierConfig.class);
    }

    @Test
    void shouldReadAWholeConfiguration() {
        NotifierConfig config = read("""
                receivers:
                - name: billing-hook
                  type: webhook
                  url: https://hooks.example.com/reprise
                  secret: ${env:HOOK_SECRET}
                  headers: {x-token: abc}
                  timeout: 3s
                  pace: {per-minute: 30, retry-budget: 10m}
                  match: ['owner="billing"', 'severity=~"critical|warning"']
                - name: owners
                  type: email
                  smtp: {host: smtp.example.com, security: tls, username: reprise, password: "${env:SMTP_PASSWORD}"}
                  from: reprise@example.com
                  to: [owner, ops@example.com]
                """);

        assertThat(config.receivers()).hasSize(2);
        WebhookSpec webhook = (WebhookSpec) config.receivers().getFirst();
        assertThat(webhook.secret()).hasSize(1);
        assertThat(webhook.timeout()).isEqualTo(Duration.ofSeconds(3));
        assertThat(webhook.allowLoopback()).isFalse();
        assertThat(webhook.pace()).isEqualTo(new Pace(30, 20, Duration.ofMinutes(10)));
        assertThat(webhook.match().toString())
                .isEqualTo("[owner=\"billing\", severity=~\"critical|warning\"]");
        EmailSpec email = (EmailSpec) config.receivers().getLast();
        assertThat(email.smtp().port()).isEqualTo(465);
        assertThat(email.to()).containsExactly("owner", "ops@example.com");
        assertThat(config.toString()).doesNotContain("s3cret").doesNotContain("whsec").doesNotContain("/reprise")
                .doesNotContain("abc");
    }

    @Test
    void shouldAllowNoReceivers() {
        assertThat(read("receivers: []").receivers()).isEmpty();
    }

    @Test
    void shouldTellEveryProblemAtOnce() {
        assertThatThrownBy(() -> read("""
                receivers:
                - name: "bad name"
                  type: webhook
                  url: ftp://example.com
                  secret: [short]
                  timeout: 1h
                  headers: {host: evil}
                - name: mail
                  type: email
                  smtp: {host: smtp.example.com, port: 0, security: none, username: u, password: p}
                  from: nobody
                  to: []
                - name: other
                  type: webhook
                  url: https://example.com/
                  secret: ${env:HOOK_SECRET}
                  match: ['owner']
                  pace: {per-minute: 0, burst: 0}
                """)).isInstanceOf(ConfigException.class).hasMessageContaining("receivers.0.name")
                .hasMessageContaining("receivers.0.url").hasMessageContaining("receivers.0.secret")
                .hasMessageContaining("receivers.0.timeout").hasMessageContaining("receivers.0.headers.host")
                .hasMessageContaining("smtp.port").hasMessageContaining("smtp.security")
                .hasMessageContaining("match.0").hasMessageContaining("pace.per-minute")
                .hasMessageContaining("pace.burst");
    }

    @Test
    void shouldTellWhatIsMissing() {
        assertThatThrownBy(() -> read("receivers: [{type: webhook}, {type: email}]"))
                .isInstanceOf(ConfigException.class).hasMessageContaining("receivers.0.name")
                .hasMessageContaining("receivers.0.url").hasMessageContaining("receivers.0.secret")
                .hasMessageContaining("smtp: is missing");
    }

    @Test
    void shouldRefuseANameUsedTwice() {
        assertThatThrownBy(() -> read("""
                receivers:
                - {name: a, type: webhook, url: 'https://example.com/', secret: '${env:HOOK_SECRET}'}
                - {name: a, type: webhook, url: 'https://example.com/', secret: '${env:HOOK_SECRET}'}
                """)).isInstanceOf(ConfigException.class).hasMessageContaining("is used before: a");
    }

    @Test
    void shouldWaitLongerAfterEachTry() {
        assertThat(Pace.waitAfter(1)).isEqualTo(Duration.ofSeconds(5));
        assertThat(Pace.waitAfter(2)).isEqualTo(Duration.ofSeconds(30));
        assertThat(Pace.waitAfter(3)).isEqualTo(Duration.ofMinutes(2));
        assertThat(Pace.waitAfter(4)).isEqualTo(Duration.ofMinutes(5));
        assertThat(Pace.waitAfter(99)).isEqualTo(Duration.ofMinutes(10));
    }

    @Test
    void shouldReadRobotsAndPagers() {
        NotifierConfig config = read("""
                links: {instance: "https://reprise.example.com/#/{namespace}/{name}/{partition}"}
                receivers:
                - {name: chat, type: slack, url: "https://hooks.example.com/T0/B0/t0ken"}
                - {name: teams, type: teams, url: "https://flows.example.com/x"}
                - {name: ding, type: dingtalk, url: "https://ding.example.com/send?access_token=t", secret: SEC1}
                - {name: feishu, type: feishu, url: "https://feishu.example.com/hook/1", keyword: reprise}
                - {name: wecom, type: wecom, url: "https://wecom.example.com/send?key=1", language: en}
                - {name: pager, type: pagerduty, routing-key: R0UT1NGKEY32CHARSxxxxxxxxxxxxxxx}
                """);

        assertThat(config.receivers()).extracting(ReceiverSpec::type).containsExactly("slack", "teams", "dingtalk",
                "feishu", "wecom", "pagerduty");
        assertThat(config.receivers().get(2).pace()).isEqualTo(new Pace(15, 5, Duration.ofHours(1)));
        assertThat(config.toString()).doesNotContain("t0ken").doesNotContain("SEC1").doesNotContain("R0UT1NG");
    }

    @Test
    void shouldNameEveryProblemOfRobotsAndPagersAndNoSecret() {
        assertThatThrownBy(() -> read("""
                links: {instance: "https://reprise.example.com/{job}"}
                receivers:
                - {name: chat, type: slack, url: "t0ken", secret: SEC1}
                - {name: ding, type: dingtalk, url: "https://ding.example.com/send", pace: {per-minute: 20, burst: 5}}
                - {name: pager, type: pagerduty, routing-key: tooshort}
                """)).isInstanceOfSatisfying(ConfigException.class,
                e -> assertThat(e.getMessage()).contains("links.instance").contains("unknown place {job}")
                        .contains("receivers.0.url").contains(".secret").contains("slack signs nothing")
                        .contains(".pace: ").contains("25 messages in a minute, and dingtalk takes 20")
                        .contains(".routing-key: ").contains("32 letters and digits")
                        .doesNotContain("t0ken").doesNotContain("SEC1")
                        .doesNotContain("tooshort"));
    }

    @Test
    void shouldNameTheKnownTypesOfReceivers() {
        assertThatThrownBy(() -> read("receivers: [{name: odd, type: telegram}]"))
                .hasMessageContaining("receivers.0").hasMessageContaining("dingtalk");
    }

    @Test
    void shouldReadSubscriptionsAndTellWhoNoneNamesByItself() {
        NotifierConfig config = read("""
                receivers:
                - {name: chat, type: slack, url: "https://hooks.example.com/T0/B0/t0ken"}
                - {name: hook, type: webhook, url: "https://hooks.example.com/x", secret: "${env:HOOK_SECRET}"}
                - {name: am, type: alertmanager, url: "http://alertmanager.example.com:9093"}
                subscriptions:
                - name: billing
                  owner: Billing team
                  match: ['owner="billing"']
                  group-by: [kind, labels.tier]
                  group-wait: 10s
                  group-interval: 1m
                  repeat-interval: 2h
                  receivers: [chat]
                  quiet-hours: {zone: Asia/Shanghai, from: "22:00", until: "08:00", days: [monday]}
                  escalation: [{after: 30m, receivers: [chat]}]
                  continue: true
                """);

        assertThat(config.subscriptions()).singleElement().satisfies(each -> {
            assertThat(each.timers().repeatInterval()).isEqualTo(Duration.ofHours(2));
            assertThat(each.goesOn()).isTrue();
        });
        assertThat(config.inForce().implied()).extracting(each -> each.name()).containsExactly("hook", "am");
        assertThat(config.inForce().implied().getLast().timers().repeatInterval()).isEqualTo(Duration.ofMinutes(1));
    }

    @Test
    void shouldNameEveryProblemOfSubscriptions() {
        assertThatThrownBy(() -> read("""
                receivers:
                - {name: chat, type: slack, url: "https://hooks.example.com/x", match: ['owner="x"']}
                subscriptions:
                - {name: a, receivers: [chta], group-interval: 10m, repeat-interval: 1h}
                - {name: a, receivers: [chat], fallback: nobody}
                """)).hasMessageContaining("unknown receiver chta").hasMessageContaining("did you mean chat?")
                .hasMessageContaining("unknown receiver nobody").hasMessageContaining("is used before: a")
                .hasMessageContaining("receivers.0.match");
        assertThatThrownBy(() -> read("""
                subscriptions:
                - {name: a, receivers: [chat], group-interval: 10m, repeat-interval: 5m}
                """)).hasMessageContaining("repeat-interval")
                .hasMessageContaining("5m is less than group-interval 10m");
        assertThatThrownBy(() -> read("""
                subscriptions:
                - {name: a, receivers: [chat], group-by: [jobb]}
                """)).hasMessageContaining("unknown label jobb").hasMessageContaining("did you mean job?");
        assertThatThrownBy(() -> read("""
                subscriptions:
                - name: a
                  receivers: [chat]
                  quiet-hours: {zone: Mars, from: "25:00", until: "08:00", days: [someday]}
                """)).hasMessageContaining("'Mars'").hasMessageContaining("'25:00'")
                .hasMessageContaining("unknown day someday");
    }

    @Test
    void shouldSayWhichReceiverAndWhichSubscriptionIsWrong() {
        assertThatThrownBy(() -> read("""
                receivers:
                - {name: chat, type: slack, url: "https://hooks.example.com/x"}
                - {name: bad one, type: slack, url: "https://hooks.example.com/x"}
                - {name: pager, type: pagerduty, routing-key: short}
                - {name: mail, type: email, from: nobody}
                - {name: chat, type: slack, url: "https://hooks.example.com/y"}
                subscriptions:
                - {name: first, receivers: []}
                - {name: second, receivers: [chat], group-wait: 9h}
                - {name: third, receivers: [chat], fallback: chatt}
                """)).hasMessageContaining("receivers.1.name").hasMessageContaining("receivers.2.routing-key")
                .hasMessageContaining("(of pager)").hasMessageContaining("receivers.3.smtp: is missing (of mail)")
                .hasMessageContaining("receivers.4.name: is used before: chat")
                .hasMessageContaining("subscriptions.0.receivers: is empty (of first)")
                .hasMessageContaining("subscriptions.1.group-wait").hasMessageContaining("(of second)")
                .hasMessageContaining("subscriptions.2: names the unknown receiver chatt (of third)");
    }

    @Test
    void shouldSayWhereAWatchdogWouldNotBeOne() {
        assertThatThrownBy(() -> read("""
                receivers:
                - {name: chat, type: slack, url: "https://hooks.example.com/x", match: ['kind="WATCHDOG"']}
                """)).hasMessageContaining("receivers.0.match").hasMessageContaining("told once and never again");
        assertThatThrownBy(() -> read("""
                subscriptions:
                - name: deadman
                  match: ['kind="WATCHDOG"']
                  receivers: [chat]
                  repeat-interval: 0s
                  quiet-hours: {zone: UTC, from: "22:00", until: "07:00"}
                """)).hasMessageContaining("repeat-interval").hasMessageContaining("its silence says nothing")
                .hasMessageContaining("quiet-hours").hasMessageContaining("a subscription of its own");
    }

    @Test
    void shouldSayWhatAnAlertmanagerNeeds() {
        assertThatThrownBy(() -> read("""
                receivers: [{name: am, type: alertmanager, url: "http://alertmanager.example.com:9093"}]
                subscriptions:
                - {name: a, receivers: [am]}
                """)).hasMessageContaining("subscriptions.0.group-by").hasMessageContaining("groups by itself")
                .hasMessageContaining("subscriptions.0.repeat-interval").hasMessageContaining("give 1m to 4m");
    }

    @Test
    void shouldReadATemplateAndShowNothingOfIt() {
        NotifierConfig config = read("""
                receivers:
                - name: ntfy
                  type: template
                  url: "https://push.example.com/t0pic/{{key}}?s={{secret.token}}"
                  headers: {title: "{{headline}}", authorization: "Bearer {{secret.token}}"}
                  body: '{"text": "{{text}}", "new": {{new}}, "of": {"at": "{{at}}"}}'
                  secrets: {token: "${env:SMTP_PASSWORD}"}
                  success: {status: 200, pointer: /code, value: 0}
                  language: zh
                """);

        assertThat(config.receivers().getFirst()).isInstanceOfSatisfying(TemplateSpec.class, spec -> {
            assertThat(spec.success())
                    .isEqualTo(new Success(List.of(200), Optional.of("/code"), Optional.of("0")));
            assertThat(spec.contentType()).isEqualTo("application/json");
            assertThat(spec.mostBytes()).isEqualTo(20_000);
        });
        assertThat(config.toString()).doesNotContain("t0pic").doesNotContain("s3cret").doesNotContain("push.example");
    }

    @Test
    void shouldNameEveryProblemOfATemplate() {
        assertThatThrownBy(() -> read("""
                receivers:
                - name: a
                  type: template
                  url: "https://{{key}}.example.com/t0ken"
                  headers: {title: "{{headlin}}", host: evil}
                  body: '{"text": {{text}}}'
                  most-bytes: 10
                - name: b
                  type: template
                  url: "https://example.com/{{secret.absent}}"
                  content-type: text/xml
                - name: c
                  type: template
                  url: "https://example.com"
                  body: '{"text": "{{text"}'
                - name: d
                  type: template
                  url: "https://example.com/x"
                  body: '{}'
                  success: {status: [404], pointer: code}
                """)).isInstanceOfSatisfying(ConfigException.class,
                e -> assertThat(e.getMessage()).contains("host holds no placeholder")
                        .contains("headers.title").contains("did you mean {{headline}}?").contains("headers.host")
                        .contains("is no JSON once its placeholders are filled in").contains("most-bytes")
                        .contains("unknown place {{secret.absent}}").contains("content-type")
                        .contains(".body: is missing").contains("has {{ without a name and }}")
                        .contains(".success.status").contains("[404]").contains("the two belong together")
                        .contains("expected a JSON pointer").doesNotContain("t0ken"));
    }
}
