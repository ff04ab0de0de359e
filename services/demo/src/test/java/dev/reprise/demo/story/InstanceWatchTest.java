// SPDX-License-Identifier: Apache-2.0
package dev.reprise.demo.story;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.ByteArrayOutputStream;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.time.InstantSource;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

import dev.reprise.demo.StubServer;
import dev.reprise.demo.alert.AlertInbox;
import dev.reprise.demo.client.RepriseClient;
import dev.reprise.demo.client.RepriseUnavailableException;
import dev.reprise.demo.warehouse.WarehouseTask;
import dev.reprise.schemas.decision.InstanceStatus;
import dev.reprise.schemas.wire.WireCodec;

@Timeout(120)
class InstanceWatchTest {
    private static final Duration PATIENCE = Duration.ofSeconds(60);

    private final WireCodec codec = new WireCodec();
    private final InstantSource clock = InstantSource.system();
    private final ByteArrayOutputStream output = new ByteArrayOutputStream();
    private final StubServer server = StubServer.start();
    private final RepriseClient client = new RepriseClient(server.uri(), codec);
    private final AlertInbox inbox = AlertInbox.open(codec, clock);
    private final InstanceWatch watch = new InstanceWatch(client, inbox,
            new Narrator(new PrintStream(output, true, StandardCharsets.UTF_8), false, clock), clock);

    @AfterEach
    void stop() {
        watch.close();
        client.close();
        inbox.close();
        server.close();
    }

    @Test
    void shouldTellEachDecisionAndEachTurnOnce() throws InterruptedException {
        stands("SETTLING", decision(1, "wait", "SETTLING"));
        watch.start();
        assertThat(watch.await(board -> board.decisions() == 1, PATIENCE)).isTrue();

        stands("RERUNNING", decision(1, "wait", "SETTLING") + "," + decision(2, "rerun", "FINAL_FAILURE"));
        assertThat(watch.await(board -> status(board) == InstanceStatus.RERUNNING, PATIENCE)).isTrue();
        stands("SUCCEEDED", decision(1, "wait", "SETTLING") + "," + decision(2, "rerun", "FINAL_FAILURE"));
        assertThat(watch.await(board -> status(board) == InstanceStatus.SUCCEEDED, PATIENCE)).isTrue();

        assertThat(watch.board().reruns()).isOne();
        assertThat(output.toString(StandardCharsets.UTF_8)).containsOnlyOnce("waits.")
                .containsOnlyOnce("runs it again.")
                .containsOnlyOnce("its rerun has begun.").containsOnlyOnce("it has succeeded.");
    }

    @Test
    void shouldCountOnWhenItTellsNoMore() throws InterruptedException {
        watch.tellNoMore();
        stands("SUCCEEDED", decision(1, "suppress", "ALREADY_SUCCEEDED"));
        watch.start();

        assertThat(watch.await(board -> board.decisions() == 1, PATIENCE)).isTrue();
        assertThat(watch.awaitSilence(Duration.ofMillis(300), PATIENCE)).isTrue();
        assertThat(output.size()).isZero();
    }

    @Test
    void shouldSayWhenSomethingDoesNotComeInTime() throws InterruptedException {
        watch.start();

        assertThat(watch.await(Board::settled, Duration.ofMillis(300))).isFalse();
    }

    @Test
    void shouldTellWhoWaitsThatTheServerDoesNotAnswer() {
        server.refuse(503, "{\"detail\": \"closing\"}");
        watch.start();

        assertThatThrownBy(() -> watch.await(Board::settled, PATIENCE))
                .isInstanceOf(RepriseUnavailableException.class).hasMessageContaining("503");
    }

    private void stands(String status, String decisions) {
        // The decisions before the status, as the watch may look in between.
        server.answer("/decisions?", "{\"items\": [" + decisions + "]}");
        server.answer("/instances", """
                {"items": [{"job": "demo/daily_sales", "partition": "ds=2026-11-28", "status": "%s", "generation": 1,
                "episode": 1, "reruns": 0, "openAlerts": 0, "updatedAt": "2026-11-29T07:30:00Z"}]}"""
                .formatted(status));
    }

    private static String decision(int offset, String kind, String reason) {
        return "{\"offset\": %d, \"kind\": \"%s\", \"reason\": \"%s\"}".formatted(offset, kind, reason);
    }

    private static InstanceStatus status(Board board) {
        return board.status(WarehouseTask.DAILY_SALES).orElse(InstanceStatus.IDLE);
    }
}
