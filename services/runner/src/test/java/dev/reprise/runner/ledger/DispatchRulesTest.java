// SPDX-License-Identifier: Apache-2.0
package dev.reprise.runner.ledger;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.time.Instant;
import java.util.Optional;
import org.junit.jupiter.api.Test;

import dev.reprise.runner.target.CallOutcome;
import dev.reprise.runner.target.FenceOutcome;
import dev.reprise.runner.target.Outcome;
import dev.reprise.runner.target.QueryOutcome;
import dev.reprise.schemas.command.StartRerun;
import dev.reprise.schemas.dispatch.DispatchAccepted;
import dev.reprise.schemas.dispatch.DispatchCancelled;
import dev.reprise.schemas.dispatch.DispatchExpired;
import dev.reprise.schemas.dispatch.DispatchParked;
import dev.reprise.schemas.dispatch.DispatchRejected;
import dev.reprise.schemas.dispatch.DispatchResult;
import dev.reprise.schemas.id.RunId;
import dev.reprise.schemas.job.DispatchClass;

class DispatchRulesTest {
    private static final long EARLIER = 7;
    private static final long EPOCH = 9;
    private static final Instant NOW = Reruns.NOW;
    private static final DispatchClass OPAQUE = new DispatchClass.Opaque();
    private static final DispatchClass KEYED = new DispatchClass.Keyed(Duration.ofHours(2));
    private static final DispatchClass FENCED = new DispatchClass.Fenced();
    private static final StartRerun START = Reruns.aStart("orders", Reruns.aProcess("true"));

    private final DispatchRules rules = new DispatchRules(RetryTimes.defaults());

    @Test
    void shouldIntendBeforeAnyCall() {
        assertThat(rules.onCommand(Optional.empty(), START, false, at(NOW, OPAQUE))).isEqualTo(new NextStep.Intend());
    }

    @Test
    void shouldSkipSettledRerun() {
        assertThat(onStart(new LedgerEntry.Settled(NOW, Optional.empty()), OPAQUE))
                .isEqualTo(new NextStep.Skip(NextStep.SkipReason.SETTLED));
    }

    @Test
    void shouldSkipRepetitionWhileUnderWay() {
        assertThat(onStart(open(EPOCH, false), KEYED)).isEqualTo(new NextStep.Skip(NextStep.SkipReason.UNDER_WAY));
    }

    @Test
    void shouldExpireCommandPastItsLife() {
        Instant late = START.notAfter().plusMillis(1);
        assertThat(result(rules.onCommand(Optional.empty(), START, false, at(late, KEYED))))
                .isInstanceOf(DispatchExpired.class);
        assertThat(result(rules.beforeCall(open(EPOCH, false), START, false, at(late, KEYED))))
                .isInstanceOf(DispatchExpired.class);
    }

    @Test
    void shouldCancelOnlyBeforeIntent() {
        assertThat(result(rules.onCommand(Optional.empty(), START, true, at(NOW, KEYED))))
                .isInstanceOf(DispatchCancelled.class);
        assertThat(rules.onCommand(Optional.of(open(EPOCH, false)), Reruns.aCancel(START), true, at(NOW, KEYED)))
                .isEqualTo(new NextStep.Skip(NextStep.SkipReason.CANCEL_TOO_LATE));
    }

    @Test
    void shouldCancelRerunThatWasNeverCommanded() {
        assertThat(result(rules.onCommand(Optional.empty(), Reruns.aCancel(START), true, at(NOW, OPAQUE))))
                .isInstanceOf(DispatchCancelled.class);
    }

    @Test
    void shouldParkOpaqueIntentOfEarlierOwner() {
        assertThat(result(onStart(open(EARLIER, false), OPAQUE))).isInstanceOf(DispatchParked.class);
    }

    @Test
    void shouldWriteDoubtBeforeRepeatingKeyedIntentOfEarlierOwner() {
        assertThat(onStart(open(EARLIER, false), KEYED)).isEqualTo(
                new NextStep.Doubt("an earlier runner stopped between intent and result", NOW));
    }

    @Test
    void shouldParkWhereIntentIsGoneFromLog() {
        LedgerEntry doubtOnly = new LedgerEntry.Open(EARLIER, Optional.empty(), Optional.empty(), true);
        assertThat(result(onStart(doubtOnly, KEYED))).isInstanceOf(DispatchParked.class);
    }

    @Test
    void shouldParkWhereLedgerCannotBeRead() {
        assertThat(result(onStart(new LedgerEntry.Unreadable("offset 3, SYNTAX"), KEYED)))
                .isInstanceOfSatisfying(DispatchParked.class,
                        parked -> assertThat(parked.detail()).contains("offset 3"));
    }

    @Test
    void shouldEndWithWhatTargetSaysClearly() {
        RunId run = new RunId("ext-1");
        assertThat(result(outcome(new CallOutcome.Accepted(run, true), false, KEYED)))
                .isInstanceOfSatisfying(DispatchAccepted.class, accepted -> {
                    assertThat(accepted.externalRun()).isEqualTo(run);
                    assertThat(accepted.adopted()).isTrue();
                    assertThat(accepted.epoch()).isEqualTo(EPOCH);
                });
        assertThat(result(outcome(new CallOutcome.Refused(true, "taken"), false, OPAQUE)))
                .isInstanceOfSatisfying(DispatchRejected.class, refused -> assertThat(refused.conflict()).isTrue());
    }

    @Test
    void shouldParkUnknownOutcomeOfOpaqueTarget() {
        assertThat(result(outcome(new CallOutcome.Unknown("no answer"), false, OPAQUE)))
                .isInstanceOfSatisfying(DispatchParked.class,
                        parked -> assertThat(parked.detail()).isEqualTo("no answer"));
    }

    @Test
    void shouldRepeatUnknownOutcomeOfKeyedTargetWithinHalfItsHorizon() {
        assertThat(outcome(new CallOutcome.Unknown("no answer"), false, KEYED))
                .isEqualTo(new NextStep.Doubt("no answer", NOW.plusSeconds(5)));
        assertThat(rules.beforeCall(open(EPOCH, true), START, false, at(NOW.plus(Duration.ofMinutes(59)), KEYED)))
                .isEqualTo(new NextStep.Call());
        assertThat(result(rules.beforeCall(open(EPOCH, true), START, false, at(NOW.plus(Duration.ofHours(1)), KEYED))))
                .isInstanceOf(DispatchParked.class);
    }

    @Test
    void shouldStayInDoubtWhenLaterCallIsRefused() {
        assertThat(outcome(new CallOutcome.Refused(false, "answered 403"), true, KEYED))
                .isInstanceOf(NextStep.Doubt.class);
        assertThat(outcome(new CallOutcome.NotSent("refused"), true, KEYED)).isInstanceOf(NextStep.Doubt.class);
    }

    @Test
    void shouldTryUnreachableTargetForAWhileAndThenGiveRerunBack() {
        CallOutcome unsent = new CallOutcome.NotSent("connection refused");
        assertThat(outcome(unsent, false, OPAQUE)).isEqualTo(new NextStep.Wait(NOW.plusSeconds(5)));
        assertThat(result(rules.onOutcome(open(EPOCH, false), START, unsent, 9, at(NOW.plusSeconds(119), OPAQUE))))
                .isInstanceOfSatisfying(DispatchRejected.class, refused -> assertThat(refused.conflict()).isFalse());
    }

    @Test
    void shouldMakeNoFirstCallOnceHalfTheHorizonIsOver() {
        DispatchClass brief = new DispatchClass.Keyed(Duration.ofMinutes(2));
        assertThat(rules.beforeCall(open(EPOCH, false), START, false, at(NOW.plusSeconds(59), brief)))
                .isEqualTo(new NextStep.Call());
        assertThat(result(rules.beforeCall(open(EPOCH, false), START, false, at(NOW.plusSeconds(60), brief))))
                .isInstanceOf(DispatchExpired.class);
    }

    @Test
    void shouldFenceADoubtBeforeAnythingElse() {
        assertThat(onStart(open(EARLIER, false), FENCED)).isInstanceOf(NextStep.Doubt.class);
        assertThat(rules.beforeCall(open(EPOCH, true), START, false, at(NOW, FENCED))).isEqualTo(new NextStep.Fence());
        assertThat(outcome(new FenceOutcome.Installed(), true, FENCED)).isEqualTo(new NextStep.Query());
        assertThat(outcome(new FenceOutcome.Unknown("no answer"), true, FENCED)).isInstanceOf(NextStep.Doubt.class);
    }

    @Test
    void shouldBelieveWhatAFencedTargetSaysOfOurRun() {
        assertThat(result(outcome(new QueryOutcome.Found(new RunId("run-9")), true, FENCED)))
                .isInstanceOfSatisfying(DispatchAccepted.class, found -> assertThat(found.adopted()).isTrue());
        assertThat(outcome(new QueryOutcome.NotFound(), true, FENCED)).isEqualTo(new NextStep.Cleared());
        assertThat(rules.onCleared(START, at(NOW, FENCED))).isEqualTo(new NextStep.Call());
        assertThat(outcome(new QueryOutcome.Unknown("answered 500"), true, FENCED)).isInstanceOf(NextStep.Doubt.class);
        assertThat(result(outcome(new CallOutcome.Refused(true, "answered 409"), true, FENCED)))
                .isInstanceOf(DispatchRejected.class);
    }

    @Test
    void shouldSettleADoubtBeyondTheLifeOfTheCommandWithoutACall() {
        Instant late = START.notAfter().plusSeconds(1);
        assertThat(rules.beforeCall(open(EPOCH, true), START, false, at(late, FENCED))).isEqualTo(new NextStep.Fence());
        assertThat(result(rules.onCleared(START, at(late, FENCED)))).isInstanceOf(DispatchExpired.class);
        assertThat(result(rules.beforeCall(open(EPOCH, true), START, false,
                at(START.notAfter().plus(RetryTimes.defaults().unsentPatience()), FENCED))))
                .isInstanceOf(DispatchParked.class);
    }

    private NextStep onStart(LedgerEntry entry, DispatchClass guarantee) {
        return rules.onCommand(Optional.of(entry), START, false, at(NOW, guarantee));
    }

    private NextStep outcome(Outcome outcome, boolean inDoubt, DispatchClass guarantee) {
        return rules.onOutcome(open(EPOCH, inDoubt), START, outcome, 1, at(NOW, guarantee));
    }

    private static LedgerEntry.Open open(long epoch, boolean inDoubt) {
        return new LedgerEntry.Open(epoch, Optional.of(NOW), Optional.of(START.notAfter()), inDoubt);
    }

    private static Scene at(Instant now, DispatchClass guarantee) {
        return new Scene(EPOCH, now, guarantee);
    }

    private static DispatchResult result(NextStep step) {
        assertThat(step).isInstanceOf(NextStep.End.class);
        return ((NextStep.End) step).result();
    }
}
