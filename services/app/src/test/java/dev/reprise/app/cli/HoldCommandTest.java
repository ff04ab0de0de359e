// SPDX-License-Identifier: Apache-2.0
package dev.reprise.app.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Map;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

import dev.reprise.app.cli.StubServer.Received;

/** What people hold and release: storms, pauses, freezes. */
class HoldCommandTest {

    private final StubServer server = new StubServer();

    @AfterEach
    void stop() {
        server.close();
    }

    @Test
    void shouldListStorms() {
        server.answer("GET", "/api/v1/storms", 200,
                "{\"items\":[{\"subject\":\"etl#refused\",\"group\":\"etl\",\"signature\":\"refused\",\"state\":\"OPEN\","
                        + "\"since\":\"2026-11-29T03:00:00Z\",\"failures\":21,\"held\":7,\"released\":0}]}");

        CommandRun run = run("storms", "list");

        assertThat(run.code()).isZero();
        assertThat(run.out()).contains("etl", "refused", "OPEN", "21", "7");
    }

    @Test
    void shouldHoldAGroupUnderARequestId() {
        server.answer("POST", "/api/v1/storms/ware%2Fhouse/hold", 202, "{\"requestId\":\"click\"}");

        CommandRun run = run("storms", "hold", "ware/house", "--reason", "looking", "--request-id", "click");

        assertThat(run.err()).isEmpty();
        assertThat(run.code()).isZero();
        Received received = server.received().getLast();
        assertThat(received.header("Idempotency-Key")).contains("click");
        assertThat(received.body()).isEqualTo("{\"reason\":\"looking\"}");
        assertThat(run.out()).contains("click").contains("reprise storms release");
    }

    @Test
    void shouldPauseAndFreezeUntil() {
        server.answer("PUT", "/api/v1/controls", 202, "{\"requestId\":\"click\"}");

        assertThat(run("pause", "warehouse", "--reason", "month end").code()).isZero();
        assertThat(server.received().getLast().body()).contains("\"scope\":\"warehouse\"", "\"kind\":\"PAUSE\"")
                .doesNotContain("\"until\":\"");
        assertThat(run("freeze", "*", "--reason", "x", "--until", "2999-01-01T00:00:00Z").code()).isZero();
        assertThat(server.received().getLast().body()).contains("\"kind\":\"FREEZE\"",
                "\"until\":\"2999-01-01T00:00:00Z\"");
    }

    @Test
    void shouldResumeAndSayWhatIsNotHeld() {
        server.answer("DELETE", "/api/v1/controls", 404, "{\"detail\":\"nothing is paused\"}");

        CommandRun run = run("resume", "warehouse/load orders", "--reason", "mended");

        assertThat(run.code()).isEqualTo(3);
        assertThat(server.received().getLast().target())
                .isEqualTo("/api/v1/controls?scope=warehouse%2Fload%20orders&reason=mended");
    }

    @Test
    void shouldWantAReason() {
        assertThat(run("storms", "release", "etl").code()).isEqualTo(2);
        assertThat(run("pause", "etl").code()).isEqualTo(2);
    }

    private CommandRun run(String... words) {
        return CommandRun.of(Map.of("REPRISE_SERVER", server.uri()), words);
    }
}
