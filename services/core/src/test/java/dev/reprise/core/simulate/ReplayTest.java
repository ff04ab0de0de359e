// SPDX-License-Identifier: Apache-2.0
package dev.reprise.core.simulate;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.function.UnaryOperator;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

import dev.reprise.core.instance.JobView;
import dev.reprise.core.simulate.Replay.Decided;
import dev.reprise.core.simulate.Replay.Recorded;
import dev.reprise.schemas.decision.Decision;
import dev.reprise.schemas.decision.Reason;
import dev.reprise.schemas.event.Barrier;
import dev.reprise.schemas.event.FailureKind;
import dev.reprise.schemas.event.RetryOutlook;
import dev.reprise.schemas.event.RunFailed;
import dev.reprise.schemas.event.RunPhase;
import dev.reprise.schemas.event.RunSucceeded;
import dev.reprise.schemas.event.SuccessProof;
import dev.reprise.schemas.id.JobId;
import dev.reprise.schemas.id.PartitionKey;
import dev.reprise.schemas.id.RunId;
import dev.reprise.schemas.job.AdmissionRule;
import dev.reprise.schemas.job.BreakerRelease;
import dev.reprise.schemas.job.Idempotency;
import dev.reprise.schemas.job.Policy;
import dev.reprise.schemas.job.PolicyBuilder;

/** What happened, decided again under another policy. */
final class ReplayTest {
    private static final JobId JOB = new JobId("warehouse", "load");
    private static final Instant START = Instant.parse("2026-11-29T00:00:00Z");

    @Test
    void shouldDecideAsItDidUnderTheSamePolicy() {
        List<Recorded> history = List.of(failed("a", 0), failed("b", 5), succeeded("b", 20));

        assertThat(Difference.between(replay(history, policy -> policy), replay(history, policy -> policy))).isEmpty();
    }

    @Test
    void shouldShowWhatBecomesOfARerun() {
        List<Recorded> history = List.of(failed("a", 0));

        List<Difference> differences = Difference.between(replay(history, policy -> policy),
                replay(history, policy -> policy.idempotency(Idempotency.NOT_IDEMPOTENT)));

        assertThat(differences).extracting(Difference::cause).containsExactly("run failed", "timer");
        assertThat(differences.getFirst().before().map(ReplayTest::text)).contains("wait SETTLING");
        assertThat(differences.getFirst().after().map(ReplayTest::text)).contains("alert NON_IDEMPOTENT");
        assertThat(differences.getLast().before().map(ReplayTest::text)).contains("rerun FINAL_FAILURE");
        assertThat(differences.getLast().after()).isEmpty();
    }

    @Test
    void shouldShowARerunThatMovesAsOneDifference() {
        List<Recorded> history = List.of(failed("a", 0));

        List<Difference> differences = Difference.between(replay(history, policy -> policy),
                replay(history, policy -> policy.settle(Duration.ofMinutes(2))));

        assertThat(differences).hasSize(1);
        assertThat(differences.getFirst().before().map(Decided::at)).contains(START.plusSeconds(30));
        assertThat(differences.getFirst().after().map(Decided::at)).contains(START.plusSeconds(120));
    }

    @Test
    void shouldLeaveOutWhatTheCoordinatorToldItself() {
        List<Recorded> history = new ArrayList<>(List.of(failed("a", 0)));
        history.add(new Recorded.Event(new Barrier(JOB, new PartitionKey("a"), START.plusSeconds(30), "recorded"),
                START.plusSeconds(30)));

        assertThat(Difference.between(replay(history, policy -> policy),
                replay(List.of(failed("a", 0)), policy -> policy))).isEmpty();
    }

    @Test
    void shouldHoldProbeAndReleaseInAStorm() {
        List<Recorded> history = IntStream.range(0, 6).mapToObj(i -> failed("p" + i, i)).toList();
        AdmissionRule rule = new AdmissionRule("etl", 2, Duration.ofMinutes(5), Duration.ofMinutes(5), 1, 10,
                BreakerRelease.AUTOMATIC, 0, 100, 0);

        List<Decided> decisions = replay(history, policy -> policy.admission(Optional.of(rule)));

        assertThat(decisions).extracting(decided -> decided.decision().reason()).contains(Reason.STORM_BREAKER,
                Reason.STORM_HELD);
        assertThat(decisions.stream().filter(decided -> decided.decision() instanceof Decision.Rerun)).hasSize(3);
    }

    private static String text(Decided decided) {
        return decided.decision().kind() + " " + decided.decision().reason();
    }

    private static List<Decided> replay(List<Recorded> history, UnaryOperator<PolicyBuilder> edit) {
        Policy policy = edit.apply(new PolicyBuilder(Policy.DEFAULTS).version("test")
                .idempotency(Idempotency.IDEMPOTENT)).build();
        return Replay.run(history, job -> job.equals(JOB) ? JobView.Known.of(policy, true) : new JobView.Unknown(),
                Duration.ofMinutes(10));
    }

    private static Recorded failed(String partition, int second) {
        Instant at = START.plusSeconds(second);
        return new Recorded.Event(new RunFailed(JOB, new PartitionKey(partition), new RunId("r-" + partition), 1, at,
                "airflow", FailureKind.FAILED, RetryOutlook.FINAL, RunPhase.MAY_HAVE_RUN, Optional.empty()), at);
    }

    private static Recorded succeeded(String partition, int second) {
        Instant at = START.plusSeconds(second);
        return new Recorded.Event(new RunSucceeded(JOB, new PartitionKey(partition), new RunId("r-" + partition), 1, at,
                "airflow", SuccessProof.OWNER), at);
    }
}
