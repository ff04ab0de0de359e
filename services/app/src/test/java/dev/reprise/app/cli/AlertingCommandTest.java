// SPDX-License-Identifier: Apache-2.0
package dev.reprise.app.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

import dev.reprise.app.cli.StubServer.Received;

/** Silences, acknowledgements and subscriptions on the command line. */
class AlertingCommandTest {
    private static final String KEY = "NON_IDEMPOTENT/demo/once/ds=2026-11-29";

    @TempDir
    private Path directory;
    private final StubServer server = new StubServer();

    @AfterEach
    void stop() {
        server.close();
    }

    private CommandRun run(String... words) {
        return CommandRun.of(Map.of("REPRISE_SERVER", server.uri()), words);
    }

    @Test
    void shouldSayWhatASilenceWouldHide() {
        server.answer("POST", "/api/v1/silences/preview", 200,
                "{\"hides\":3,\"open\":14,\"examples\":[\"" + KEY + "\"]}");

        CommandRun run = run("silences", "add", "owner=billing", "--for", "2h", "--dry-run");

        assertThat(run.err()).isEmpty();
        assertThat(run.code()).isZero();
        assertThat(run.out()).contains("would hide 3 of 14 open alerts now", KEY);
        assertThat(server.received().getLast().body()).contains("\"matchers\":[\"owner=billing\"]", "\"lasts\":\"2h\"");
    }

    @Test
    void shouldAddListAndExpireASilence() {
        server.answer("POST", "/api/v1/silences", 202, "{\"requestId\":\"click\",\"silence\":{\"id\":\"s1\","
                + "\"endsAt\":\"2026-11-29T05:00:00Z\"},\"preview\":{\"hides\":3,\"open\":14,\"examples\":[]}}");
        server.answer("GET", "/api/v1/silences", 200, "{\"items\":[{\"state\":\"active\",\"id\":\"s1\",\"matchers\":"
                + "[\"owner=billing\"],\"startsAt\":\"a\",\"endsAt\":\"b\",\"actor\":\"ada\",\"reason\":\"move\"}]}");
        server.answer("DELETE", "/api/v1/silences/s1", 202, "{\"requestId\":\"click\"}");

        CommandRun added = run("silences", "add", "owner=billing", "--for", "2h", "--reason", "move", "--request-id",
                "click");
        assertThat(added.out()).contains("Silence s1 hides 3 of 14");
        assertThat(server.received().getLast().header("Idempotency-Key")).contains("click");
        assertThat(run("silences", "list").out()).contains("s1", "active", "owner=billing", "ada");
        assertThat(run("silences", "expire", "s1", "--reason", "done").code()).isZero();
        assertThat(server.received().getLast().target()).isEqualTo("/api/v1/silences/s1?reason=done");
        assertThat(run("silences", "expire", "s1").code()).as("a reason is required").isEqualTo(2);
    }

    @Test
    void shouldTakeAnAlertAndGiveItBack() {
        server.answer("POST", "/api/v1/alerts/ack", 202,
                "{\"acknowledgement\":{\"expiresAt\":\"2026-11-29T07:00:00Z\"}}");
        server.answer("DELETE", "/api/v1/alerts/ack", 202, "{}");

        assertThat(run("alerts", "ack", KEY, "--for", "1h", "--reason", "mine").out()).contains("07:00:00Z");
        assertThat(server.received().getLast().body()).contains("\"alertKey\":\"" + KEY + "\"", "\"lasts\":\"1h\"");
        assertThat(run("alerts", "ack", KEY, "--undo").code()).isZero();
        assertThat(server.received().getLast().target()).startsWith("/api/v1/alerts/ack?alertKey=NON_IDEMPOTENT");
    }

    @Test
    void shouldApplyTestListAndRemoveSubscriptions() throws IOException {
        Path file = Files.writeString(directory.resolve("mine.yaml"), """
                subscriptions:
                  - name: mine
                    match: ['owner="billing"']
                    group-by: [job]
                    group-wait: 10s
                    receivers: [on-call]
                """);
        server.answer("PUT", "/api/v1/subscriptions/mine", 202, "{}");
        server.answer("POST", "/api/v1/subscriptions/mine/trial", 200, "{\"messages\":14,\"alerts\":9,\"since\":\"s\","
                + "\"sample\":[{\"at\":\"a\",\"receiver\":\"on-call\",\"reason\":\"FIRST\",\"first\":\"" + KEY
                + "\"}]}");
        server.answer("GET", "/api/v1/subscriptions", 200,
                "{\"items\":[{\"name\":\"mine\",\"match\":[\"owner=billing\"],\"receivers\":[\"on-call\"]}]}");
        server.answer("DELETE", "/api/v1/subscriptions/mine", 202, "{}");

        assertThat(run("subscriptions", "apply", file.toString()).out()).contains("applied  mine");
        Received applied = server.received().getLast();
        assertThat(applied.body()).contains("\"groupBy\":[\"job\"]", "\"groupWait\":\"10s\"").doesNotContain("name");
        assertThat(run("subscriptions", "test", file.toString()).out())
                .contains("mine would have sent 14 messages about 9 alerts", "FIRST");
        assertThat(server.received().getLast().target()).isEqualTo("/api/v1/subscriptions/mine/trial?since=7d");
        assertThat(run("subscriptions", "list").out()).contains("mine", "on-call");
        assertThat(run("subscriptions", "apply", "--remove", "mine").out()).contains("removed  mine");
    }

    @Test
    void shouldNameTheReceiversOfAFileThatCannotBeReached() throws IOException {
        server.answer("POST", "/api/v1/subscriptions/mine/trial", 200, "{\"messages\":1,\"alerts\":1,\"since\":\"s\"}");
        server.answer("POST", "/hook", 204, "");
        Path config = Files.writeString(directory.resolve("reprise.yaml"), """
                notifier:
                  receivers:
                    - {name: well, type: webhook, url: "%s/hook", secret: "%s", allow-loopback: true}
                    - {name: away, type: slack, url: "http://127.0.0.1:1/t0ken", allow-loopback: true}
                    - {name: elsewhere, type: slack, url: "http://127.0.0.1:1/x", allow-loopback: true}
                """.formatted(server.uri(), "whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw"));
        Path file = Files.writeString(directory.resolve("mine.yaml"),
                "{name: mine, receivers: [well], fallback: away, escalation: [{after: 30m, receivers: [nobody]}]}");
        Path reached = Files.writeString(directory.resolve("reached.yaml"), "{name: mine, receivers: [well]}");

        CommandRun run = run("subscriptions", "test", file.toString(), "--send", "--config", config.toString());

        assertThat(run.code()).isEqualTo(10);
        assertThat(run.out()).contains("mine would have sent 1 messages",
                "receiver well took a test message and its end");
        assertThat(run.err()).contains("receiver away could not be told: no connection",
                "receiver nobody could not be told: the configuration has no receiver of that name")
                .doesNotContain("t0ken").doesNotContain("elsewhere");
        assertThat(run("subscriptions", "test", reached.toString(), "--send", "--config", config.toString()).code())
                .isZero();
        assertThat(run("subscriptions", "test", file.toString()).code()).as("without a test").isZero();
    }

    @Test
    void shouldNameAFileThatCannotBeUsed() throws IOException {
        Path nameless = Files.writeString(directory.resolve("nameless.yaml"), "receivers: [on-call]\n");

        assertThat(run("subscriptions", "apply", directory.resolve("none.yaml").toString()).code()).isEqualTo(2);
        assertThat(run("subscriptions", "apply", nameless.toString()).err()).contains("has no name");
    }

    @Test
    void shouldShowWhoWouldBeToldAndSayWhenNobodyWould() throws IOException {
        Path file = Files.writeString(directory.resolve("reprise.yaml"), """
                notifier:
                  receivers:
                    - {name: chat, type: slack, url: "https://hooks.slack.example/x"}
                  subscriptions:
                    - {name: billing, match: ['owner="billing"'], receivers: [chat]}
                """);

        assertThat(run("alerts", "route-test", "--config", file.toString(), "--label", "owner=billing").out())
                .contains("billing", "chat", "30s", "5m", "4h");
        assertThat(run("alerts", "route-test", "--config", file.toString(), "--label", "owner=x").code())
                .isEqualTo(10);
    }

    @Test
    void shouldSendATestAndNameReceiversThatCannotBeReached() throws IOException {
        server.answer("POST", "/hook", 204, "");
        server.answer("POST", "/revoked", 404, "no such t0ken");
        Path file = Files.writeString(directory.resolve("reprise.yaml"), """
                notifier:
                  receivers:
                    - {name: well, type: webhook, url: "%1$s/hook", secret: "%2$s", allow-loopback: true}
                    - {name: revoked, type: webhook, url: "%1$s/revoked?t=t0ken", secret: "%2$s", allow-loopback: true}
                    - {name: away, type: slack, url: "http://127.0.0.1:1/t0ken", allow-loopback: true}
                    - name: mail
                      type: email
                      smtp: {host: 127.0.0.1, port: 1, security: none}
                      from: reprise@example.com
                      to: [ops@example.com]
                    - {name: elsewhere, type: slack, url: "http://127.0.0.1:1/x", match: ['owner="finance"']}
                  subscriptions:
                    - name: billing
                      match: ['owner="billing"']
                      receivers: [well, revoked]
                      fallback: away
                      escalation: [{after: 30m, receivers: [mail]}]
                """.formatted(server.uri(), "whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw"));

        CommandRun run = run("alerts", "route-test", "--config", file.toString(), "--label", "owner=billing", "--send");

        assertThat(run.code()).isEqualTo(10);
        assertThat(run.out()).contains("receiver well took a test message and its end");
        assertThat(run.err()).contains("receiver revoked could not be told: answered 404",
                "receiver away could not be told: no connection",
                "receiver mail could not be told: no connection to the mail server").doesNotContain("t0ken")
                .doesNotContain("elsewhere");
        assertThat(
                server.received().stream().filter(each -> each.target().equals("/hook")).map(Received::body).toList())
                .satisfiesExactly(first -> assertThat(first).contains("dev.reprise.alert.firing", "WATCHDOG/test/well"),
                        second -> assertThat(second).contains("dev.reprise.alert.resolved"));
    }
}
