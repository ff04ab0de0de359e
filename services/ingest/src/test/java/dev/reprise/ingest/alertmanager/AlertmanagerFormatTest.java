// SPDX-License-Identifier: Apache-2.0
package dev.reprise.ingest.alertmanager;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import java.time.Duration;
import java.util.Map;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

import dev.reprise.ingest.normalise.SourceDesk;

class AlertmanagerFormatTest {

    @TempDir
    Path state;
    private SourceDesk desk;

    @BeforeEach
    void open() {
        desk = new SourceDesk(new AlertmanagerFormat(), state, Map.of());
    }

    @AfterEach
    void close() {
        desk.close();
    }

    @Test
    void shouldNeverTellAFailureNorASuccess() {
        desk.send(body("firing", "\"job_name\":\"daily_sales\"")).send(body("resolved",
                "\"job_name\":\"daily_sales\",\"run_id\":\"r1\"")).after(Duration.ofMinutes(1));
        assertThat(desk.told()).isEmpty();
    }

    @Test
    void shouldTellAPersonOfARunThatIsNamedOnceHoweverOftenItIsSent() {
        String firing = body("firing", "\"job_name\":\"daily_sales\",\"run_id\":\"r1\"");
        desk.send(firing).send(firing).send(firing.replace("\"rerun\"", "\"other\""));
        assertThat(desk.told()).containsExactly(
                "StateUnknown alertmanager-prod/daily_sales/dt=2026-11-28 r1#1 BatchJobFailed");
    }

    @Test
    void shouldSayWhatIsMissing() {
        desk.send("{\"version\":\"5\",\"alerts\":[],\"truncatedAlerts\":3}").send("{\"version\":\"4\"}");
        assertThat(desk.parked()).containsExactly("UNKNOWN_VERSION version", "SCHEMA truncatedAlerts",
                "SCHEMA alerts");
    }

    private static String body(String status, String labels) {
        return "{\"receiver\":\"rerun\",\"version\":\"4\",\"groupKey\":\"g\",\"truncatedAlerts\":0,\"alerts\":[{\"status\":\""
                + status + "\",\"labels\":{\"alertname\":\"BatchJobFailed\",\"partition\":\"dt=2026-11-28\"," + labels
                + "},\"startsAt\":\"2026-11-28T03:08:45.828Z\",\"fingerprint\":\"1a30ba71cca2921f\"}]}";
    }
}
