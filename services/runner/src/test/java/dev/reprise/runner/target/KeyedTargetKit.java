// SPDX-License-Identifier: Apache-2.0
package dev.reprise.runner.target;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Instant;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Test;

import dev.reprise.schemas.id.AttemptId;
import dev.reprise.schemas.id.InstanceId;
import dev.reprise.schemas.id.JobId;
import dev.reprise.schemas.id.PartitionKey;
import dev.reprise.schemas.id.RerunId;
import dev.reprise.schemas.id.RunId;
import dev.reprise.schemas.job.DispatchClass;

/**
 * What every target that says it is keyed must prove, whatever it is made of. A test of a target implements it and gives
 * it a world in which faults can be arranged.
 */
public interface KeyedTargetKit {
    /** The target in its world. */
    interface World {
        /** The target. */
        Target target();

        /** What it does at the next call, and at that one only. */
        void arrange(Behaviour behaviour);

        /** How often a rerun has taken effect. */
        int effects(RerunId rerunId);
    }

    World world();

    /** A request for one rerun; the same name is the same request. */
    static TargetRequest aRequest(String name) {
        InstanceId instance = new InstanceId(new JobId("warehouse", name), new PartitionKey("ds=2026-11-28"));
        AttemptId failed = new AttemptId(new RunId("run-1"), 1);
        return new TargetRequest(RerunId.ofFailure(instance, failed), instance, 1, Optional.of(failed), Map.of(), 5, 8,
                Instant.parse("2099-01-01T00:00:00Z"), "a".repeat(64));
    }

    @Test
    default void shouldSayItIsKeyed() {
        assertThat(world().target().guarantee()).isInstanceOf(DispatchClass.Keyed.class);
    }

    @Test
    default void shouldTakeTheSameKeyOnce() {
        TargetRequest request = aRequest("once");
        assertThat(world().target().call(request)).isInstanceOf(CallOutcome.Accepted.class);
        assertThat(world().target().call(request)).isInstanceOfSatisfying(CallOutcome.Accepted.class,
                accepted -> assertThat(accepted.adopted()).isTrue());
        assertThat(world().effects(request.rerunId())).isOne();
    }

    @Test
    default void shouldTakeOtherKeysBesides() {
        TargetRequest one = aRequest("one");
        TargetRequest two = aRequest("two");
        world().target().call(one);
        world().target().call(two);
        assertThat(world().effects(one.rerunId())).isOne();
        assertThat(world().effects(two.rerunId())).isOne();
    }

    @Test
    default void shouldNotSayNoWhenTheAnswerIsLost() {
        shouldSurvive(Behaviour.ACCEPT_AND_LOSE_ANSWER, "lost");
    }

    @Test
    default void shouldNotSayNoWhenTheAnswerIsLate() {
        shouldSurvive(Behaviour.ACCEPT_AND_ANSWER_LATE, "late");
    }

    @Test
    default void shouldNotSayNoWhenTheTargetFailsAfterTakingIt() {
        shouldSurvive(Behaviour.ACCEPT_THEN_FAIL, "failing");
    }

    private void shouldSurvive(Behaviour behaviour, String name) {
        TargetRequest request = aRequest(name);
        world().arrange(behaviour);
        assertThat(world().target().call(request)).isInstanceOfAny(CallOutcome.Unknown.class,
                CallOutcome.Accepted.class);
        assertThat(world().target().call(request)).isInstanceOf(CallOutcome.Accepted.class);
        assertThat(world().effects(request.rerunId())).isOne();
    }

    @Test
    default void shouldSayNoWhenRefused() {
        TargetRequest request = aRequest("refused");
        world().arrange(Behaviour.REFUSE);
        assertThat(world().target().call(request)).isInstanceOf(CallOutcome.Refused.class);
        assertThat(world().effects(request.rerunId())).isZero();
    }

    @Test
    default void shouldTellAConflictFromOurOwnRun() {
        TargetRequest request = aRequest("conflict");
        world().arrange(Behaviour.CONFLICT_WITH_OTHER);
        assertThat(world().target().call(request)).isInstanceOfSatisfying(CallOutcome.Refused.class,
                refused -> assertThat(refused.conflict()).isTrue());
    }

    @Test
    default void shouldTellThatNothingWasSent() {
        TargetRequest request = aRequest("unreachable");
        world().arrange(Behaviour.UNREACHABLE);
        assertThat(world().target().call(request)).isInstanceOf(CallOutcome.NotSent.class);
        assertThat(world().effects(request.rerunId())).isZero();
        assertThat(world().target().call(request)).isInstanceOf(CallOutcome.Accepted.class);
        assertThat(world().effects(request.rerunId())).isOne();
    }

    @Test
    default void shouldFindOurOwnRunOnly() {
        TargetRequest request = aRequest("found");
        assertThat(world().target().query(request)).isInstanceOf(QueryOutcome.NotFound.class);
        world().target().call(request);
        assertThat(world().target().query(request)).isInstanceOf(QueryOutcome.Found.class);
    }
}
