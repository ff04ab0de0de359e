// SPDX-License-Identifier: Apache-2.0
package dev.reprise.coordinator.topology;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Function;
import java.util.stream.Collectors;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

import dev.reprise.schemas.alert.AlertFiring;
import dev.reprise.schemas.command.StartRerun;
import dev.reprise.schemas.decision.CascadeOrder;
import dev.reprise.schemas.decision.Decision;
import dev.reprise.schemas.decision.DecisionRecord;
import dev.reprise.schemas.decision.Reason;
import dev.reprise.schemas.event.FailureKind;
import dev.reprise.schemas.event.RerunApproved;
import dev.reprise.schemas.event.RerunRequested;
import dev.reprise.schemas.event.RetryOutlook;
import dev.reprise.schemas.event.RunFailed;
import dev.reprise.schemas.event.RunPhase;
import dev.reprise.schemas.event.RunStarted;
import dev.reprise.schemas.event.RunSucceeded;
import dev.reprise.schemas.event.RunUpstreamFailed;
import dev.reprise.schemas.event.SuccessProof;
import dev.reprise.schemas.id.JobId;
import dev.reprise.schemas.id.PartitionKey;
import dev.reprise.schemas.id.RerunId;
import dev.reprise.schemas.id.RunId;
import dev.reprise.schemas.job.Idempotency;
import dev.reprise.schemas.topic.Topics;

/** Orders are read by sales, sales by a report: what happens to one reaches the others through the events topic. */
final class CascadeTopologyTest {
    private static final JobId ORDERS = new JobId("warehouse", "orders");
    private static final JobId SALES = new JobId("warehouse", "sales");
    private static final JobId REPORT = new JobId("warehouse", "report");
    private static final JobId REFUNDS = new JobId("warehouse", "refunds");
    private static final PartitionKey DAY = new PartitionKey("ds=2026-11-28");
    private static final Duration SETTLED = Duration.ofSeconds(31);
    private final List<StartRerun> commands = new ArrayList<>();
    private TopologyFixture fixture;

    @BeforeEach
    void start(@TempDir Path directory) {
        fixture = new TopologyFixture(directory);
        fixture.register(ORDERS, Idempotency.IDEMPOTENT);
        fixture.register(SALES, Idempotency.IDEMPOTENT, ORDERS);
        fixture.register(REPORT, Idempotency.IDEMPOTENT, SALES);
    }

    @AfterEach
    void stop() {
        fixture.close();
    }

    @Test
    void shouldRerunAReaderOnceTheRootHasSucceededAgain() {
        ranWell(ORDERS, SALES);
        ask(ORDERS, true);

        assertThat(commanded()).extracting(StartRerun::job).containsExactly(ORDERS);
        fixture.pass(SETTLED);
        assertThat(commanded()).isEmpty();

        carryOut(commands.getFirst());
        fixture.pass(SETTLED);

        assertThat(commanded()).singleElement().satisfies(rerun -> {
            assertThat(rerun.job()).isEqualTo(SALES);
            assertThat(rerun.partition()).isEqualTo(DAY);
            assertThat(rerun.reason()).isEqualTo(Reason.UPSTREAM_REWRITTEN);
        });
    }

    @Test
    void shouldListAReaderWhereNobodyOrdersItsRerun() {
        ranWell(ORDERS, SALES);
        ask(ORDERS, false);
        carryOut(commanded().getFirst());
        fixture.pass(SETTLED);

        assertThat(commanded()).isEmpty();
        assertThat(fixture.read(Topics.ALERTS, AlertFiring.class)).singleElement().satisfies(alert -> {
            assertThat(alert.kind()).isEqualTo(Reason.DOWNSTREAM_STALE);
            assertThat(alert.content().job()).isEqualTo(SALES);
        });
    }

    @Test
    void shouldCarryTheOrderAlongAChain() {
        ranWell(ORDERS, SALES, REPORT);
        ask(ORDERS, true);
        for (JobId next : List.of(ORDERS, SALES, REPORT)) {
            assertThat(commanded()).extracting(StartRerun::job).containsExactly(next);
            carryOut(commands.getLast());
            fixture.pass(SETTLED);
        }

        assertThat(commanded()).isEmpty();
        assertThat(rerunsDecided()).hasSize(3).extracting(Decision.Rerun::cascade)
                .containsOnly(Optional.of(new CascadeOrder("li", "orders were corrected", false)));
    }

    @Test
    void shouldCarryTheOrderThroughAnApproval() {
        fixture.register(SALES, Idempotency.UNKNOWN, ORDERS);
        ranWell(ORDERS, SALES, REPORT);
        ask(ORDERS, true);
        carryOut(commanded().getFirst());
        fixture.pass(SETTLED);
        assertThat(commanded()).isEmpty();
        RerunId proposed = fixture.read(Topics.ALERTS, AlertFiring.class).getLast().content().proposal().orElseThrow();

        fixture.send(new RerunApproved(SALES, DAY, fixture.now(), "approval-1", "wang", "checked", proposed));
        carryOut(commanded().getFirst());
        fixture.pass(SETTLED);

        assertThat(commanded()).extracting(StartRerun::job).containsExactly(REPORT);
    }

    @Test
    void shouldRunTheJointOfADiamondAgainForTheSlowerSide() {
        fixture.register(REFUNDS, Idempotency.IDEMPOTENT, ORDERS);
        fixture.register(REPORT, Idempotency.IDEMPOTENT, SALES, REFUNDS);
        ranWell(ORDERS, SALES, REFUNDS, REPORT);
        ask(ORDERS, true);
        carryOut(commanded().getFirst());
        fixture.pass(SETTLED);
        Map<JobId, StartRerun> sides = commanded().stream()
                .collect(Collectors.toMap(StartRerun::job, Function.identity()));

        carryOut(sides.get(SALES));
        fixture.pass(SETTLED);
        StartRerun early = commanded().getFirst();
        begin(early);
        carryOut(sides.get(REFUNDS));
        fixture.pass(SETTLED);
        assertThat(commanded()).isEmpty();
        carryOut(early);
        fixture.pass(SETTLED);

        assertThat(commanded()).singleElement().satisfies(again -> assertThat(again.job()).isEqualTo(REPORT));
        carryOut(commands.getLast());
        fixture.pass(Duration.ofHours(1));
        assertThat(commanded()).isEmpty();
    }

    @Test
    void shouldRerunAWaitingReaderOnceTheRootHasRecovered() {
        fixture.send(failed(ORDERS));
        fixture.send(new RunUpstreamFailed(SALES, DAY, run(SALES), 1, fixture.now(), "test", Optional.empty()));
        fixture.pass(SETTLED);
        StartRerun recovery = commanded().getFirst();
        fixture.pass(SETTLED);
        assertThat(commanded()).isEmpty();

        carryOut(recovery);
        fixture.pass(SETTLED);

        assertThat(commanded()).singleElement().satisfies(rerun -> {
            assertThat(rerun.job()).isEqualTo(SALES);
            assertThat(rerun.reason()).isEqualTo(Reason.UPSTREAM_RECOVERED);
        });
    }

    private void ranWell(JobId... jobs) {
        for (JobId job : jobs) {
            fixture.send(new RunSucceeded(job, DAY, run(job), 1, fixture.now(), "test", SuccessProof.OWNER));
        }
    }

    private void ask(JobId job, boolean withDownstream) {
        fixture.send(new RerunRequested(job, DAY, fixture.now(), "request-1", "li", "orders were corrected", true,
                false, withDownstream));
    }

    private void carryOut(StartRerun rerun) {
        begin(rerun);
        fixture.send(new RunSucceeded(rerun.job(), rerun.partition(), rerun.rerunId().asRun(), 1, fixture.now(), "test",
                SuccessProof.OWNER));
    }

    private void begin(StartRerun rerun) {
        fixture.send(new RunStarted(rerun.job(), rerun.partition(), rerun.rerunId().asRun(), 1, fixture.now(), "test",
                Optional.empty(), Optional.empty(), false));
    }

    private RunFailed failed(JobId job) {
        return new RunFailed(job, DAY, run(job), 1, fixture.now(), "test", FailureKind.FAILED, RetryOutlook.FINAL,
                RunPhase.MAY_HAVE_RUN, Optional.empty());
    }

    /** Those that are new since it was asked before. */
    private List<StartRerun> commanded() {
        List<StartRerun> fresh = fixture.read(Topics.COMMANDS, StartRerun.class);
        commands.addAll(fresh);
        return fresh;
    }

    private List<Decision.Rerun> rerunsDecided() {
        return fixture.read(Topics.DECISIONS, DecisionRecord.class).stream().map(DecisionRecord::decision)
                .filter(Decision.Rerun.class::isInstance).map(Decision.Rerun.class::cast).toList();
    }

    private static RunId run(JobId job) {
        return new RunId("run-of-" + job.name());
    }
}
