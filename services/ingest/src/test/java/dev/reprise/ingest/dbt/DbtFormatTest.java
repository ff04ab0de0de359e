// SPDX-License-Identifier: Apache-2.0
package dev.reprise.ingest.dbt;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Map;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

import dev.reprise.ingest.normalise.SourceDesk;

class DbtFormatTest {

    private static final String MODEL = "dbt-prod/model.dwh.sales_daily/";
    private static final String RUN = " 3e1ee782-1767-48f1-8f5b-7e5031fba666#1";

    @TempDir
    Path state;
    private SourceDesk desk;

    @BeforeEach
    void open() {
        desk = new SourceDesk(new DbtFormat(), state, Map.of());
    }

    @AfterEach
    void close() {
        desk.close();
    }

    @Test
    void shouldTellEachNodeAndEachBatch() throws IOException {
        desk.send(file());
        assertThat(desk.told()).containsExactly(
                "Started " + MODEL + "2026-11-27T00:00:00Z/2026-11-28T00:00:00Z" + RUN,
                "Succeeded " + MODEL + "2026-11-27T00:00:00Z/2026-11-28T00:00:00Z" + RUN + " OWNER",
                "Started " + MODEL + "2026-11-28T00:00:00Z/2026-11-29T00:00:00Z" + RUN,
                "Failed " + MODEL + "2026-11-28T00:00:00Z/2026-11-29T00:00:00Z" + RUN + " FAILED FINAL",
                "Started dbt-prod/model.dwh.report/*" + RUN, "Failed dbt-prod/model.dwh.report/*" + RUN
                        + " FAILED FINAL",
                "UpstreamFailed dbt-prod/model.dwh.mart/*" + RUN);
    }

    @Test
    void shouldTellTheSameFileOnceWhoeverWroteItsFieldsInWhichOrder() throws IOException {
        desk.send(file()).send(file().replace("{\"metadata\"", "{\"extra\":1,\"metadata\""));
        assertThat(desk.told()).hasSize(7);
    }

    @Test
    void shouldTakeARetryForARunOfItsOwn() throws IOException {
        desk.send(file()).told();
        desk.send(file().replace("3e1ee782", "4e1ee782").replace("\"error\"", "\"success\""));
        assertThat(desk.told()).contains(
                "Succeeded dbt-prod/model.dwh.report/*" + RUN.replace("3e1ee782", "4e1ee782") + " OWNER");
    }

    @Test
    void shouldReadAnUnknownVersionAsFarAsItIsCertain() throws IOException {
        desk.send(file().replace("v6.json", "v9.json").replace("\"skipped\"", "\"postponed\""));
        assertThat(desk.told()).hasSize(8).endsWith("StateUnknown dbt-prod/model.dwh.mart/*" + RUN + " postponed");
        assertThat(desk.parked()).containsExactly("UNKNOWN_VERSION metadata.dbt_schema_version");
    }

    @Test
    void shouldTellWhatWasReusedAsSkipped() throws IOException {
        desk.send(file().replace("\"skipped\"", "\"reused\""));
        assertThat(desk.told()).hasSize(7).endsWith("Skipped dbt-prod/model.dwh.mart/*" + RUN);
    }

    @Test
    void shouldMakePartitionsOfVariables() {
        desk.job("dbt-prod/model.a", "{\"partition\":\"ds={{parameter.day}}\"}");
        desk.send("{\"metadata\":{\"dbt_schema_version\":\"https://schemas.getdbt.com/dbt/run-results/v5.json\","
                + "\"invocation_id\":\"i1\"},\"args\":{\"vars\":{\"day\":\"2026-11-28\"}},\"results\":["
                + "{\"unique_id\":\"model.a\",\"status\":\"success\"},{\"status\":\"success\"}]}");
        assertThat(desk.told()).contains("Succeeded dbt-prod/model.a/ds=2026-11-28 i1#1 OWNER");
        assertThat(desk.parked()).containsExactly("SCHEMA results.unique_id");
    }

    @Test
    void shouldInventNoEndForAFileWithoutResults() {
        desk.send("{\"metadata\":{\"invocation_id\":\"i1\"}}").send("{\"metadata\":{}}").after(Duration.ofHours(1));
        assertThat(desk.parked()).containsExactly("UNKNOWN_VERSION metadata.dbt_schema_version", "SCHEMA results",
                "SCHEMA metadata.invocation_id");
    }

    private static String file() throws IOException {
        try (InputStream in = DbtFormatTest.class.getResourceAsStream("/sources/dbt/run_results.v6.json")) {
            return new String(in.readAllBytes(), StandardCharsets.UTF_8);
        }
    }
}
