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
}
