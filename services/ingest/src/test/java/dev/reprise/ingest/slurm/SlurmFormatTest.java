// SPDX-License-Identifier: Apache-2.0
package dev.reprise.ingest.slurm;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.function.Predicate;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

import dev.reprise.ingest.normalise.SourceDesk;

class SlurmFormatTest {

    private static final Map<String, Long> START = Map.of("13#0", 1795976817L, "13#1", 1795976828L, "16#0", 1795976843L,
            "17#0", 1795976849L, "17#1", 1795976859L, "14#0", 1795976831L, "14#1", 1795976842L, "15#0", 1795976831L);

    @TempDir
    Path state;
    private SourceDesk desk;

    @BeforeEach
    void open() {
        desk = new SourceDesk(new SlurmFormat(), state, Map.of());
    }

    @AfterEach
    void close() {
        desk.close();
    }

    @Test
    void shouldTellFailureRequeueAndSuccessOfOneJobAsTwoAttempts() {
        hooks("13", "13");
        assertThat(desk.told()).containsExactly("Started slurm-prod/daily_sales/dt=2026-12-02 13#1",
                "Failed slurm-prod/daily_sales/dt=2026-12-02 13#1 FAILED FINAL",
                "Started slurm-prod/daily_sales/dt=2026-12-02 13#2",
                "Succeeded slurm-prod/daily_sales/dt=2026-12-02 13#2 OWNER");
        settle();
        assertThat(desk.told()).isEmpty();
    }

    @Test
    void shouldNotTakeACancelledJobForASuccess() {
        hooks("16", "16");
        settle();
        assertThat(desk.told()).containsExactly("Started slurm-prod/cancelled_job/* 16#1",
                "Killed slurm-prod/cancelled_job/* 16#1 UNKNOWN");
    }

    @Test
    void shouldNotBookTheExitCodeOfAStoppedAttemptOnTheNext() {
        hooks("17", "17");
        settle();
        assertThat(desk.told()).containsExactlyInAnyOrder("Started slurm-prod/running_job/* 17#1",
                "Killed slurm-prod/running_job/* 17#1 SYSTEM", "Started slurm-prod/running_job/* 17#2",
                "Succeeded slurm-prod/running_job/* 17#2 OWNER");
    }

    @Test
    void shouldKeepElementsOfAnArrayApartAlthoughTheLastHasTheIdOfTheArray() {
        hooks("14", "14");
        hooks("15", "15");
        settle();
        assertThat(desk.told()).contains("Failed slurm-prod/arr/array_task=1 14_1#1 FAILED FINAL",
                "Succeeded slurm-prod/arr/array_task=1 14_1#2 OWNER",
                "Succeeded slurm-prod/arr/array_task=0 14_0#1 OWNER");
    }

    @Test
    void shouldWaitForTheHookThatKnowsThePartition() {
        jobcomp("13", "FAILED");
        assertThat(desk.told()).isEmpty();
        hook("prolog", "13", 0);
        assertThat(desk.told()).containsExactly("Started slurm-prod/daily_sales/dt=2026-12-02 13#1",
                "Failed slurm-prod/daily_sales/dt=2026-12-02 13#1 FAILED FINAL");
    }

    @Test
    void shouldTellWhatIsKnownWhereNoHookEverComes() {
        jobcomp("4", "TIMEOUT");
        settle();
        assertThat(desk.told()).containsExactly("Failed slurm-prod/too_slow/* 4#1 TIMED_OUT FINAL");
    }

    @Test
    void shouldTellAFailureByTheEpilogWhereNoRecordIsKept() {
        hook("epilog", "13", 0);
        assertThat(desk.told()).isEmpty();
        settle();
        assertThat(desk.told())
                .containsExactly("Failed slurm-prod/daily_sales/dt=2026-12-02 13#1 FAILED UNSTATED");
    }

    @Test
    void shouldTellNothingTwice() {
        hooks("13", "13");
        int first = desk.told().size();
        hooks("13", "13");
        settle();
        assertThat(first).isEqualTo(4);
        assertThat(desk.told()).isEmpty();
    }

    @Test
    void shouldMakeThePartitionOfWhatStaysTheSameOverRequeues() {
        desk.job("slurm-prod/requeue_me", "{\"partition\":\"day={{submit_time|yyyy-MM-dd}}\"}");
        lines("jobcomp").filter(line -> line.contains("\"JOBID\": \"5\"")).forEach(desk::send);
        settle();
        assertThat(desk.told()).hasSize(2).allMatch(line -> line.contains("day=2026-11-29"));
    }

    @Test
    void shouldParkWhatNamesNoJobAndStatesNobodyKnows() {
        desk.send("{\"hook\":\"PrologSlurmctld\"}").send("{\"hook\":\"Burst\",\"SLURM_JOB_ID\":\"1\"}");
        assertThat(desk.parked()).containsExactly("SCHEMA SLURM_JOB_ID", "UNKNOWN_TYPE hook");
        jobcompAs("13", "FAILED", "EXPLODED");
        settle();
        assertThat(desk.told()).anyMatch(line -> line.endsWith("EXPLODED"));
    }

    private void settle() {
        for (int second = 0; second < 62; second += 31) {
            desk.after(Duration.ofSeconds(31));
        }
    }

    /** All hooks of a job, in the order in which Slurm called them. */
    private void hooks(String hooked, String recorded) {
        List<String> prologs = lines("prolog").filter(of("SLURM_JOBID", hooked)).toList();
        List<String> epilogs = lines("epilog").filter(of("SLURM_JOBID", hooked)).toList();
        List<String> records = lines("jobcomp").filter(of("JOBID", recorded)).toList();
        int record = 0;
        for (int attempt = 0; attempt < prologs.size(); attempt++) {
            desk.send(timed(prologs.get(attempt), START.get(hooked + "#" + attempt)));
            desk.send(epilogs.get(attempt));
            desk.send(records.get(record++));
            if (record < records.size() && records.get(record).contains("PENDING")) {
                desk.send(records.get(record++));
            }
        }
    }

    private void hook(String kind, String job, int attempt) {
        String line = lines(kind).filter(of("SLURM_JOBID", job)).toList().get(attempt);
        desk.send(timed(line, START.get(job + "#" + attempt)));
    }

    private void jobcomp(String job, String jobState) {
        jobcompAs(job, jobState, jobState);
    }

    private void jobcompAs(String job, String jobState, String instead) {
        desk.send(lines("jobcomp").filter(of("JOBID", job)).filter(line -> line.contains(jobState)).findFirst()
                .orElseThrow().replace(jobState, instead));
    }

    /** The hook's script adds its own clock. */
    private static String timed(String line, long at) {
        return line.replaceFirst("\\{", "{\"reprise_at\": " + at + ", ");
    }

    private static Predicate<String> of(String field, String value) {
        return line -> line.contains("\"" + field + "\": \"" + value + "\"");
    }

    private static Stream<String> lines(String name) {
        try (InputStream in = SlurmFormatTest.class.getResourceAsStream("/sources/slurm/" + name + ".ndjson")) {
            return new String(in.readAllBytes(), StandardCharsets.UTF_8).lines().filter(line -> !line.isBlank())
                    .toList()
                    .stream();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
