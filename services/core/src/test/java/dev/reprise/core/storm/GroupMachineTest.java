// SPDX-License-Identifier: Apache-2.0
package dev.reprise.core.storm;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;

import dev.reprise.schemas.admission.AdmissionOutcome;
import dev.reprise.schemas.admission.StormAction;
import dev.reprise.schemas.decision.Reason;
import dev.reprise.schemas.event.AdmissionRuled;
import dev.reprise.schemas.event.AdmissionRuling;
import dev.reprise.schemas.job.BreakerRelease;
import dev.reprise.schemas.storm.BreakerState;
import dev.reprise.schemas.storm.StormSnapshot;

final class GroupMachineTest {
    private final GroupRig rig = new GroupRig(GroupRig.aRule());

    @Test
    void shouldOpenWithTheFailureThatExceedsTheLimit() {
        rig.fail(1, 5);

        assertThat(rig.admittedAmong(1, 5)).containsExactly(1, 2, 3);
        assertThat(rig.opened()).extracting(AdmissionRuled::rerunId).containsExactly(GroupRig.id(4));
        assertThat(rig.ruling(5).reason()).contains(Reason.STORM_HELD);
        assertThat(rig.ruling(5).subject()).isEqualTo(GroupRig.GROUP);
        StormSnapshot shown = rig.snapshots.getLast();
        assertThat(shown.state()).isEqualTo(BreakerState.OPEN);
        assertThat(shown.failures()).isEqualTo(4);
        assertThat(shown.held()).isEqualTo(2);
        assertThat(shown.trigger()).contains(GroupRig.instance(4));
        assertThat(shown.nextProbeAt()).contains(GroupRig.START.plus(Duration.ofMinutes(2)));
    }

    @Test
    void shouldNotCountWhatHasLeftTheWindow() {
        rig.fail(1, 3);
        rig.pass(Duration.ofMinutes(5));
        rig.fail(4, 6);

        assertThat(rig.admittedAmong(1, 6)).hasSize(6);
    }

    @Test
    void shouldProbeReleaseAndClose() {
        rig.fail(1, 8);
        rig.pass(Duration.ofMinutes(2));
        assertThat(rig.admittedAmong(4, 8)).containsExactly(4, 5);
        assertThat(rig.ruling(4).reason()).contains(Reason.STORM_RELEASED);

        rig.tell(rig.settled(4, AdmissionOutcome.SUCCEEDED));
        assertThat(rig.snapshots.getLast().state()).isEqualTo(BreakerState.HALF_OPEN);
        rig.tell(rig.settled(5, AdmissionOutcome.SUCCEEDED));
        rig.pass(Duration.ofMillis(1500));
        assertThat(rig.admittedAmong(6, 8)).containsExactly(6, 7);
        assertThat(rig.ended()).isEmpty();
        rig.pass(Duration.ofSeconds(1));

        assertThat(rig.admittedAmong(4, 8)).hasSize(5);
        assertThat(rig.ended()).hasSize(1);
        assertThat(rig.ended().getFirst().instance()).isEqualTo(GroupRig.instance(4));
        assertThat(rig.closed).containsExactly(GroupRig.GROUP);
        rig.fail(9, 9);
        assertThat(rig.admitted(9)).isTrue();
    }

    @Test
    void shouldWaitTwiceAsLongWhenProbesFail() {
        rig.fail(1, 8);
        rig.pass(Duration.ofMinutes(2));
        rig.tell(rig.settled(4, AdmissionOutcome.FAILED));
        rig.tell(rig.settled(5, AdmissionOutcome.SUCCEEDED));

        assertThat(rig.snapshots.getLast().state()).isEqualTo(BreakerState.OPEN);
        assertThat(rig.snapshots.getLast().nextProbeAt()).contains(rig.now.plus(Duration.ofMinutes(4)));
        rig.pass(Duration.ofMinutes(4));
        assertThat(rig.admittedAmong(6, 8)).containsExactly(6, 7);
        assertThat(rig.opened()).hasSize(1);
    }

    @Test
    void shouldTakeProbesThatNeverSettleAsFailed() {
        rig.fail(1, 8);
        rig.pass(Duration.ofMinutes(2));
        rig.pass(Storms.MIN_PROBE_TIME);

        assertThat(rig.snapshots.getLast().state()).isEqualTo(BreakerState.OPEN);
        rig.pass(Duration.ofMinutes(4));
        assertThat(rig.admittedAmong(6, 8)).containsExactly(6, 7);
    }

    @Test
    void shouldProbeWithTheSafeAndUrgentFirst() {
        rig.fail(1, 3);
        rig.tell(rig.failure(4, "", false, Optional.of(rig.now.plusSeconds(60))));
        rig.tell(rig.failure(5, "", true, Optional.empty()));
        rig.tell(rig.failure(6, "", true, Optional.of(rig.now.plusSeconds(900))));
        rig.tell(rig.failure(7, "", true, Optional.of(rig.now.plusSeconds(600))));

        rig.pass(Duration.ofMinutes(2));

        assertThat(rig.admittedAmong(4, 7)).containsExactly(6, 7);
    }

    @Test
    void shouldOpenAgainWithoutAnotherAlertWhenFailuresComeDuringTheRelease() {
        rig.fail(1, 300);
        rig.pass(Duration.ofMinutes(2));
        rig.tell(rig.settled(4, AdmissionOutcome.SUCCEEDED));
        rig.tell(rig.settled(5, AdmissionOutcome.SUCCEEDED));
        rig.fail(301, 304);

        assertThat(rig.snapshots.getLast().state()).isEqualTo(BreakerState.OPEN);
        assertThat(rig.opened()).hasSize(1);
        assertThat(rig.admittedAmong(301, 304)).isEmpty();
    }

    @Test
    void shouldHoldOneErrorAloneWhenAllFailuresBearIt() {
        for (int number = 1; number <= 5; number++) {
            rig.tell(rig.failure(number, "connection refused"));
        }
        rig.tell(rig.failure(6, "disk full"));

        assertThat(rig.admittedAmong(1, 6)).containsExactly(1, 2, 3, 6);
        assertThat(rig.ruling(5).subject()).isEqualTo("warehouse-etl#connection refused");
        assertThat(rig.snapshots.getLast().signature()).contains("connection refused");
    }

    @Test
    void shouldHoldTheGroupWhenFailuresDiffer() {
        for (int number = 1; number <= 5; number++) {
            rig.tell(rig.failure(number, "error " + number));
        }

        assertThat(rig.ruling(4).subject()).isEqualTo(GroupRig.GROUP);
        assertThat(rig.admittedAmong(1, 5)).containsExactly(1, 2, 3);
    }

    @Test
    void shouldLetTheGroupGoBeforeTheError() {
        for (int number = 1; number <= 4; number++) {
            rig.tell(rig.failure(number, "connection refused"));
        }
        for (int number = 5; number <= 8; number++) {
            rig.tell(rig.failure(number, "error " + number));
        }
        rig.tell(rig.failure(9, "connection refused"));
        assertThat(rig.ruling(9).subject()).isEqualTo(GroupRig.GROUP);
        assertThat(rig.opened()).extracting(AdmissionRuled::subject)
                .containsExactly("warehouse-etl#connection refused", GroupRig.GROUP);

        rig.pass(Duration.ofMinutes(2));

        assertThat(rig.admitted(8)).isTrue();
        assertThat(rig.ruling(9).ruling()).isEqualTo(AdmissionRuling.HELD);
        assertThat(rig.ruling(9).subject()).isEqualTo("warehouse-etl#connection refused");
    }

    @Test
    void shouldLetGoWhatTwoReleasingBreakersHold() {
        for (int number = 1; number <= 8; number++) {
            rig.tell(rig.failure(number, "connection refused"));
        }
        rig.tell(rig.control(StormAction.HOLD, "click-1"));
        for (int number = 9; number <= 14; number++) {
            rig.tell(rig.failure(number, "connection refused"));
        }
        rig.tell(rig.control(StormAction.RELEASE, "click-2"));

        rig.pass(Duration.ofMinutes(1));

        assertThat(rig.admittedAmong(1, 14)).hasSize(14);
        assertThat(rig.state.storming()).isEmpty();
    }

    @Test
    void shouldStayOpenUntilAPersonReleases() {
        GroupRig manual = new GroupRig(GroupRig.rule(3, BreakerRelease.MANUAL, 0, 100, 0));
        manual.fail(1, 6);
        manual.pass(Duration.ofHours(5));
        assertThat(manual.admittedAmong(4, 6)).isEmpty();
        assertThat(manual.snapshots.getLast().nextProbeAt()).isEmpty();

        manual.tell(manual.control(StormAction.RELEASE, "click-1"));
        manual.pass(Duration.ofSeconds(5));

        assertThat(manual.admittedAmong(4, 6)).hasSize(3);
        assertThat(manual.ended()).hasSize(1);
    }

    @Test
    void shouldHoldByHandFromTheFirstFailure() {
        rig.tell(rig.control(StormAction.HOLD, "click-1"));
        assertThat(rig.snapshots.getLast().heldBy()).contains("li");
        rig.fail(1, 2);
        rig.pass(Duration.ofHours(5));
        assertThat(rig.admittedAmong(1, 2)).isEmpty();
        assertThat(rig.opened()).isEmpty();

        rig.tell(rig.control(StormAction.RELEASE, "click-2"));
        rig.tell(rig.control(StormAction.HOLD, "click-1"));
        rig.pass(Duration.ofSeconds(5));

        assertThat(rig.admittedAmong(1, 2)).hasSize(2);
        assertThat(rig.ended()).isEmpty();
        assertThat(rig.closed).containsExactly(GroupRig.GROUP);
    }

    @Test
    void shouldDropWhoIsWithdrawnFromTheQueue() {
        rig.fail(1, 5);
        rig.tell(rig.settled(4, AdmissionOutcome.WITHDRAWN));
        rig.tell(rig.settled(5, AdmissionOutcome.WITHDRAWN));
        assertThat(rig.snapshots.getLast().held()).isZero();

        rig.pass(Duration.ofMinutes(2));

        assertThat(rig.closed).containsExactly(GroupRig.GROUP);
        assertThat(rig.ended()).hasSize(1);
    }

    @Test
    void shouldGiveSlotsInOrder() {
        GroupRig two = new GroupRig(GroupRig.rule(100, BreakerRelease.AUTOMATIC, 2, 100, 0));
        two.fail(1, 4);
        for (int number = 1; number <= 4; number++) {
            two.tell(two.slot(number));
            two.pass(Duration.ofSeconds(1));
        }
        assertThat(two.admittedAmong(1, 4)).containsExactly(1, 2);
        assertThat(two.ruling(3).reason()).contains(Reason.SLOT_HELD);

        two.tell(two.settled(2, AdmissionOutcome.FAILED));

        assertThat(two.admittedAmong(1, 4)).containsExactly(1, 2, 3);
        assertThat(two.state.counts().slot()).isEqualTo(1);
    }

    @Test
    void shouldBoundRerunsByTheRunsOfTheHour() {
        GroupRig budget = new GroupRig(GroupRig.rule(1000, BreakerRelease.AUTOMATIC, 0, 10, 2));
        budget.fail(1, 4);
        assertThat(budget.admittedAmong(1, 4)).containsExactly(1, 2);
        assertThat(budget.ruling(3).reason()).contains(Reason.RETRY_BUDGET_HELD);

        for (int run = 0; run < 26; run++) {
            budget.tell(budget.ran(Duration.ofMinutes(1)));
        }
        assertThat(budget.admittedAmong(1, 4)).containsExactly(1, 2, 3);
        budget.pass(Duration.ofHours(1));

        assertThat(budget.admittedAmong(1, 4)).hasSize(4);
    }

    @Test
    void shouldLearnTheUsualDuration() {
        for (int minutes : List.of(9, 1, 5)) {
            rig.tell(rig.ran(Duration.ofMinutes(minutes)));
        }
        rig.fail(1, 1);

        assertThat(rig.ruling(1).expectedDuration()).contains(Duration.ofMinutes(5));
    }

    @Test
    void shouldForgetWhatNobodySettles() {
        rig.fail(1, 2);
        rig.tell(rig.slot(1));
        rig.tell(rig.settled(2, AdmissionOutcome.SUCCEEDED));

        rig.pass(Round.REMEMBER_OPEN.plusSeconds(1));

        assertThat(rig.rows).isEqualTo(new MemoryRows());
        assertThat(rig.state.counts().underWay()).isZero();
        assertThat(rig.state.nextDue()).isEmpty();
    }
}
