// SPDX-License-Identifier: Apache-2.0
package dev.reprise.core.cascade;

import static dev.reprise.core.cascade.Registry.instance;
import static dev.reprise.core.cascade.Registry.reading;
import static dev.reprise.core.cascade.Registry.with;
import static dev.reprise.core.cascade.Registry.withoutTarget;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.tuple;

import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Test;

import dev.reprise.core.cascade.RerunPlan.Entry;
import dev.reprise.schemas.decision.CascadeOrder;
import dev.reprise.schemas.decision.InstanceStatus;
import dev.reprise.schemas.decision.Reason;
import dev.reprise.schemas.id.InstanceId;
import dev.reprise.schemas.job.ApprovalRule;
import dev.reprise.schemas.job.Idempotency;
import dev.reprise.schemas.job.JobDefinition;
import dev.reprise.schemas.job.RerunRule;
import dev.reprise.schemas.job.WhenUnknown;

final class RerunPlanTest {
    private final Map<InstanceId, InstanceStatus> standing = new HashMap<>();
    private boolean acceptNotIdempotent;
    private boolean force = true;

    @Test
    void shouldFollowEachWayOnceTheNearestFirst() {
        RerunPlan plan = plan(reading("orders"), reading("daily", "orders"), reading("board", "daily", "weekly"),
                reading("weekly", "orders"), reading("other"));

        assertThat(plan.root()).isEqualTo(new Entry(instance("orders"), Optional.of(InstanceStatus.SUCCEEDED), 0,
                Optional.empty(), Prospect.RERUN, Optional.empty()));
        assertThat(plan.downstream()).extracting(Entry::instance).containsExactly(instance("daily"),
                instance("weekly"), instance("board"));
        assertThat(plan.downstream()).extracting(Entry::depth).containsExactly(1, 1, 2);
        assertThat(plan.downstream()).extracting(entry -> entry.via().orElseThrow()).containsExactly(
                instance("orders"), instance("orders"), instance("daily"));
        assertThat(plan.downstream()).extracting(Entry::prospect).containsOnly(Prospect.RERUN);
        assertThat(plan.truncated()).isFalse();
    }

    @Test
    void shouldComeToAnEndInACycle() {
        RerunPlan plan = plan(reading("orders", "report"), reading("report", "orders"));

        assertThat(plan.downstream()).extracting(Entry::instance).containsExactly(instance("report"));
    }

    @Test
    void shouldSayWhatTheGateSaysOfEach() {
        RerunPlan plan = plan(reading("orders"),
                with(reading("ledger", "orders"), policy -> policy.idempotency(Idempotency.NOT_IDEMPOTENT)),
                with(reading("asks", "orders"), policy -> policy.idempotency(Idempotency.UNKNOWN)),
                with(reading("fixed", "orders"), policy -> policy.rerun(RerunRule.NEVER)),
                withoutTarget(reading("loose", "orders")));

        assertThat(plan.downstream())
                .extracting(Entry::instance, Entry::prospect, entry -> entry.reason().orElseThrow())
                .containsExactly(
                        tuple(instance("asks"), Prospect.NEEDS_APPROVAL,
                                Reason.IDEMPOTENCY_UNKNOWN),
                        tuple(instance("fixed"), Prospect.REFUSED,
                                Reason.RERUN_DISABLED),
                        tuple(instance("ledger"), Prospect.REFUSED,
                                Reason.NON_IDEMPOTENT),
                        tuple(instance("loose"), Prospect.REFUSED, Reason.NO_TARGET));
    }

    @Test
    void shouldTakeAPersonsAnswerForJobsThatAreNotIdempotentUnlessASecondOneIsNeeded() {
        acceptNotIdempotent = true;
        RerunPlan plan = plan(reading("orders"),
                with(reading("ledger", "orders"), policy -> policy.idempotency(Idempotency.NOT_IDEMPOTENT)),
                with(reading("vault", "orders"), policy -> policy.idempotency(Idempotency.UNKNOWN)
                        .whenUnknown(WhenUnknown.APPROVE).approval(fourEyes())));

        assertThat(plan.downstream()).extracting(Entry::prospect).containsExactly(Prospect.RERUN,
                Prospect.NEEDS_APPROVAL);
    }

    @Test
    void shouldNotReachWhatReadsOnlyWhatIsNotRerun() {
        RerunPlan plan = plan(reading("orders"),
                with(reading("ledger", "orders"), policy -> policy.rerun(RerunRule.NEVER)),
                reading("sums", "ledger"), reading("both", "ledger", "sales"), reading("sales", "orders"));

        assertThat(prospects(plan)).containsExactlyInAnyOrderEntriesOf(Map.of(instance("ledger"), Prospect.REFUSED,
                instance("sales"), Prospect.RERUN, instance("both"), Prospect.RERUN,
                instance("sums"), Prospect.NOT_REACHED));
        assertThat(plan.downstream().stream().filter(entry -> entry.instance().equals(instance("both"))).findFirst()
                .orElseThrow().via()).contains(instance("sales"));
    }

    @Test
    void shouldLeaveWhatHasNotSucceededToItsOwnWait() {
        standing.put(instance("report"), InstanceStatus.HELD);
        standing.put(instance("board"), InstanceStatus.IDLE);
        RerunPlan plan = plan(reading("orders"), reading("report", "orders"), reading("board", "orders"),
                reading("below", "report"));

        assertThat(prospects(plan)).containsEntry(instance("report"), Prospect.NOT_RUN_YET)
                .containsEntry(instance("board"), Prospect.NOT_RUN_YET)
                .containsEntry(instance("below"), Prospect.NOT_REACHED);
    }

    @Test
    void shouldSayWhatTheRootItselfHasToExpect() {
        force = false;
        assertThat(plan(reading("orders")).root().reason()).contains(Reason.ALREADY_SUCCEEDED);

        standing.put(instance("orders"), InstanceStatus.RERUNNING);
        assertThat(plan(reading("orders")).root().reason()).contains(Reason.RERUN_ALREADY_OPEN);

        standing.put(instance("orders"), InstanceStatus.GAVE_UP);
        assertThat(plan(reading("orders")).root().prospect()).isEqualTo(Prospect.RERUN);
        assertThat(plan(with(reading("orders"), policy -> policy.idempotency(Idempotency.NOT_IDEMPOTENT))).root())
                .satisfies(root -> assertThat(root.prospect()).isEqualTo(Prospect.NEEDS_APPROVAL))
                .satisfies(root -> assertThat(root.reason()).contains(Reason.NON_IDEMPOTENT));
        assertThat(plan(with(reading("orders"), policy -> policy.rerun(RerunRule.NEVER))).root().reason())
                .contains(Reason.RERUN_DISABLED);
        assertThat(plan(withoutTarget(reading("orders"))).root().reason()).contains(Reason.NO_TARGET);
        assertThat(plan(reading("other")).root().reason()).contains(Reason.UNKNOWN_JOB);
    }

    @Test
    void shouldStopAtItsBoundAndSaySo() {
        List<JobDefinition> fan = new ArrayList<>(List.of(reading("orders")));
        for (int number = 0; number < RerunPlan.MAX_DOWNSTREAM; number++) {
            fan.add(reading("reader-" + number, "orders"));
        }
        RerunPlan all = plan(fan.toArray(JobDefinition[]::new));
        fan.add(reading("one-more", "orders"));
        RerunPlan cut = plan(fan.toArray(JobDefinition[]::new));

        assertThat(all.downstream()).hasSize(RerunPlan.MAX_DOWNSTREAM);
        assertThat(all.truncated()).isFalse();
        assertThat(cut.downstream()).hasSize(RerunPlan.MAX_DOWNSTREAM);
        assertThat(cut.truncated()).isTrue();
    }

    /** Of orders; all that a test says nothing of has succeeded. */
    private RerunPlan plan(JobDefinition... jobs) {
        return RerunPlan.of(instance("orders"), new CascadeOrder("li", "corrected", acceptNotIdempotent), force,
                new RegisteredJobs(List.of(jobs), List.of()),
                asked -> Optional.of(standing.getOrDefault(asked, InstanceStatus.SUCCEEDED)));
    }

    private static Map<InstanceId, Prospect> prospects(RerunPlan plan) {
        Map<InstanceId, Prospect> prospects = new HashMap<>();
        plan.downstream().forEach(entry -> prospects.put(entry.instance(), entry.prospect()));
        return prospects;
    }

    private static ApprovalRule fourEyes() {
        return new ApprovalRule(Duration.ofHours(4), true);
    }
}
