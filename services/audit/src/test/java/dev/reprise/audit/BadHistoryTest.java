// SPDX-License-Identifier: Apache-2.0
package dev.reprise.audit;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import java.util.function.Predicate;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;

import dev.reprise.audit.finding.Finding;
import dev.reprise.audit.history.History;
import dev.reprise.audit.history.Journal;
import dev.reprise.audit.history.Party;
import dev.reprise.audit.history.Place;
import dev.reprise.audit.history.Position;
import dev.reprise.audit.history.Start;
import dev.reprise.schemas.command.StartRerun;
import dev.reprise.schemas.decision.Approval;
import dev.reprise.schemas.decision.Cause;
import dev.reprise.schemas.decision.Decision;
import dev.reprise.schemas.decision.DecisionRecord;
import dev.reprise.schemas.decision.Gate;
import dev.reprise.schemas.decision.InstanceStatus;
import dev.reprise.schemas.decision.Proposal;
import dev.reprise.schemas.decision.Reason;
import dev.reprise.schemas.dispatch.DispatchAccepted;
import dev.reprise.schemas.dispatch.DispatchIntent;
import dev.reprise.schemas.dispatch.DispatchParked;
import dev.reprise.schemas.dispatch.DispatchRejected;
import dev.reprise.schemas.event.RunPhase;
import dev.reprise.schemas.id.InstanceId;
import dev.reprise.schemas.id.PartitionKey;
import dev.reprise.schemas.id.RerunId;
import dev.reprise.schemas.instance.InstanceSnapshot;
import dev.reprise.schemas.notification.DeliveryOutcome;
import dev.reprise.schemas.notification.Notification;
import dev.reprise.schemas.notification.Told;
import dev.reprise.schemas.topic.Topics;
import dev.reprise.schemas.wire.WireType;

/** For each invariant a history that only it, or it and the named others, must catch. */
class BadHistoryTest {
    private final Script script = new Script();
    private final Life life = Stories.RERUN.begin(script, "ds=2026-11-29");

    @Test
    void shouldCatchARerunThatWasAcceptedTwice() {
        Proposal proposal = rerun();
        life.accept(proposal);
        assertThat(violated()).containsExactly("I1", "I6");
    }

    @Test
    void shouldCatchAStartThatTheTargetMadeTwice() {
        Proposal proposal = rerun();
        assertThat(violated(script.history().with(new Journal(List.of(start(1, proposal), start(2, proposal))))))
                .containsExactly("I1", "I17");
    }

    @Test
    void shouldCatchAFailureThatTookEffectTwice() {
        Proposal proposal = rerun();
        Proposal drawn = new Proposal(RerunId.ofRequest(life.instance(), "drawn"), proposal.reason(),
                proposal.answers(), proposal.notAfter(), Optional.empty(), Optional.empty(), Optional.empty());
        life.failed(proposal.rerunId().value());
        life.confirm(drawn);
        life.dispatch(drawn);
        assertThat(violated()).containsExactly("I1", "I11");
    }

    @Test
    void shouldCatchARerunDecidedWhileAnotherIsOpen() {
        Proposal first = life.failed("r1");
        Proposal second = life.failed("r2");
        life.rerun(first);
        life.confirm(second);
        life.dispatch(first);
        life.dispatch(second);
        assertThat(violated()).containsExactly("I2");
    }

    @Test
    void shouldCatchAGenerationThatFalls() {
        Stories.TWICE.play(script, life);
        script.change(line -> line.message().orElseThrow() instanceof DecisionRecord decision
                && decision.decision() instanceof Decision.Rerun rerun && rerun.generation() == 2, line -> {
                    DecisionRecord decision = (DecisionRecord) line.message().orElseThrow();
                    Decision.Rerun rerun = (Decision.Rerun) decision.decision();
                    return with(line, decided(decision, new Decision.Rerun(rerun.reason(), rerun.rerunId(), 1,
                            rerun.answers(), rerun.notAfter(), rerun.approval(), rerun.overrides())));
                });
        assertThat(violated()).containsExactly("I14", "I2");
    }

    @Test
    void shouldCatchARerunPastASuccess() {
        life.started("r1");
        Proposal proposal = life.failed("r1");
        life.succeeded("r1");
        life.rerun(proposal);
        life.dispatch(proposal);
        assertThat(violated()).containsExactly("I3");
    }

    @Test
    void shouldCatchAStartThatWasNotWrittenDown() {
        Proposal proposal = rerun();
        Start unwritten = new Start(1, proposal.rerunId(), life.instance(), life.epoch() + 100, script.now(),
                Optional.empty());
        assertThat(violated(script.history().with(new Journal(List.of(unwritten))))).containsExactly("I4");
    }

    @Test
    void shouldCatchAnAcceptanceWithoutAnIntent() {
        rerun();
        script.without(of(DispatchIntent.class));
        assertThat(violated()).containsExactly("I4");
    }

    @Test
    void shouldCatchAnOwnerThatWritesAfterItWasFencedOff() {
        Proposal proposal = life.failed("r1");
        life.rerun(proposal);
        life.takeOver();
        life.intend(proposal);
        long old = life.epoch();
        life.takeOver();
        life.ledger(proposal.rerunId(), new DispatchAccepted(proposal.rerunId(), life.instance().job(),
                life.instance().partition(), 1, old, script.now(), proposal.rerunId().asRun(), false));
        assertThat(violated()).containsExactly("I5");
    }

    @Test
    void shouldCatchACommandThatComesToNothing() {
        rerun();
        script.without(of(DispatchAccepted.class));
        assertThat(violated()).containsExactly("I6");
    }

    @Test
    void shouldCatchAFailureThatWasSwallowed() {
        rerun();
        life.reportFailure("r9", RunPhase.MAY_HAVE_RUN);
        assertThat(violated()).containsExactly("I7");
    }

    @Test
    void shouldCatchAFailureThatWasAnsweredTwice() {
        rerun();
        Script.Line first = script.lines().stream().filter(of(DecisionRecord.class)).findFirst().orElseThrow();
        script.write(Topics.DECISIONS, life.instance(), first.id(), first.message().orElseThrow());
        assertThat(violated()).containsExactly("I7");
    }

    @Test
    void shouldCatchAnUnusableRecordThatWasDropped() {
        rerun();
        Position kept = script.unusable(Topics.EVENTS, 0);
        script.deadLetter(kept);
        assertThat(violated()).isEmpty();
        script.unusable(Topics.EVENTS, 1);
        assertThat(violated()).containsExactly("I7");
    }

    @Test
    void shouldCatchAParkedRerunOfWhichNobodyWasTold() {
        Proposal proposal = life.failed("r1");
        life.rerun(proposal);
        life.takeOver();
        life.intend(proposal);
        life.ledger(proposal.rerunId(), new DispatchParked(proposal.rerunId(), life.instance().job(),
                life.instance().partition(), 1, life.epoch(), script.now(), "no answer"));
        assertThat(violated()).containsExactly("I8");
    }

    @Test
    void shouldCatchAnAlertThatWasOpenedTwice() {
        life.failedAndTold("r1", Reason.BUDGET_EXHAUSTED);
        life.failedAndTold("r2", Reason.BUDGET_EXHAUSTED);
        assertThat(violated()).containsExactly("I8");
    }

    @Test
    void shouldCatchAnAlertThatStandsOtherwiseThanDecided() {
        life.failedAndTold("r1", Reason.BUDGET_EXHAUSTED);
        script.without(line -> line.position().topic() == Topics.ALERTS);
        assertThat(violated()).containsExactly("I8");
    }

    @Test
    void shouldCatchACommandThatOutlivesItsFailure() {
        Proposal proposal = life.failed("r1");
        Proposal renewed = new Proposal(proposal.rerunId(), proposal.reason(), proposal.answers(),
                proposal.notAfter().plus(Duration.ofHours(1)), Optional.empty(), Optional.empty(), Optional.empty());
        life.rerun(renewed);
        life.dispatch(renewed);
        assertThat(violated()).containsExactly("I9");
    }

    @Test
    void shouldCatchADecisionAfterTheEndOfItsLife() {
        Proposal proposal = life.failed("r1");
        script.pass(Duration.ofHours(7));
        life.rerun(proposal);
        life.dispatch(proposal);
        assertThat(violated()).containsExactly("I9");
    }

    @Test
    void shouldCatchAStartThatWasReceivedTooLate() {
        Proposal proposal = rerun();
        Start late = new Start(1, proposal.rerunId(), life.instance(), life.epoch(),
                proposal.notAfter().plus(Duration.ofMinutes(5)), Optional.empty());
        assertThat(violated(script.history().with(new Journal(List.of(late))))).containsExactly("I9T");
    }

    @Test
    void shouldCatchARerunOverItsBudget() {
        String run = "r1";
        for (int i = 0; i < 3; i++) {
            Proposal proposal = life.failed(run);
            life.rerun(proposal);
            life.dispatch(proposal);
            run = proposal.rerunId().value();
        }
        assertThat(violated()).containsExactly("I10");
    }

    @Test
    void shouldCatchANameThatWasDrawn() {
        Proposal proposal = life.failed("r1");
        Proposal drawn = new Proposal(RerunId.ofRequest(life.instance(), "drawn"), proposal.reason(),
                proposal.answers(), proposal.notAfter(), Optional.empty(), Optional.empty(), Optional.empty());
        life.rerun(drawn);
        life.dispatch(drawn);
        assertThat(violated()).containsExactly("I11");
    }

    @Test
    void shouldCatchADecisionOnAnothersRecord() {
        rerun();
        Life other = Stories.QUIET.begin(script, "ds=2026-11-28");
        Position foreign = other.started("r1");
        life.decide(life.cause(foreign, WireType.RUN_STARTED), "foreign#0", suppress());
        assertThat(violated()).containsExactly("I12");
    }

    @Test
    void shouldCatchADecisionOnAPolicyThatWasNotInForce() {
        rerun();
        script.change(line -> line.message().orElseThrow() instanceof DecisionRecord decision
                && decision.decision() instanceof Decision.Wait,
                line -> {
                    DecisionRecord decision = (DecisionRecord) line.message().orElseThrow();
                    return with(line, new DecisionRecord(decision.job(), decision.partition(), decision.at(),
                            decision.decision(), decision.cause(), "older", decision.generation(), decision.episode(),
                            decision.attempt(), decision.before(), decision.after(), decision.failureClass(),
                            decision.failureRule(), decision.signature(), decision.detail()));
                });
        assertThat(violated()).containsExactly("I12");
    }

    @Test
    void shouldCatchARecordOutsideItsKafkaPartition() {
        InstanceId instance = life.instance();
        script.write(Topics.INSTANCES, (Script.home(instance) + 1) % Script.KAFKA_PARTITIONS, instance.key(), "s",
                new InstanceSnapshot(instance.job(), instance.partition(), InstanceStatus.RUNNING, Optional.empty(), 0,
                        0, 0, Optional.empty(), Optional.empty(), Optional.empty(), 0, script.now()));
        assertThat(violated()).containsExactly("I13");
    }

    @Test
    void shouldCatchACommandWithoutADecision() {
        rerun();
        script.without(line -> line.message().orElseThrow() instanceof DecisionRecord decision
                && decision.decision() instanceof Decision.Rerun);
        assertThat(violated()).containsExactly("I14");
    }

    @Test
    void shouldCatchADecisionWithoutACommand() {
        rerun();
        script.without(of(StartRerun.class));
        assertThat(violated()).containsExactly("I14");
    }

    @Test
    void shouldCatchADecisionBeyondTheCommittedPosition() {
        rerun();
        script.position(Party.COORDINATOR, new Place(Topics.EVENTS, Script.home(life.instance())), 1);
        assertThat(violated()).containsExactly("I14");
    }

    @Test
    void shouldCatchAManualRerunOfASuccessWithoutForce() {
        life.started("r1");
        life.succeeded("r1");
        Proposal manual = life.requested("click", false, false, "r1");
        life.confirm(manual);
        life.dispatch(manual);
        assertThat(violated()).containsExactly("I15");
    }

    @Test
    void shouldCatchAManualRerunBesideAnAutomaticOne() {
        Proposal automatic = life.failed("r1");
        life.rerun(automatic);
        Proposal manual = life.requested("click", false, false, "r1");
        life.confirm(manual);
        life.dispatch(automatic);
        life.dispatch(manual);
        assertThat(violated()).containsExactly("I15", "I2");
    }

    @Test
    void shouldCatchABeliefThatTheTargetDoesNotShare() {
        rerun();
        assertThat(violated(script.history().with(new Journal(List.of())))).containsExactly("I16");
    }

    @Test
    void shouldCatchARefusedRerunThatTheTargetStarted() {
        Proposal proposal = life.failed("r1");
        life.rerun(proposal);
        life.takeOver();
        life.intend(proposal);
        Position refused = life.ledger(proposal.rerunId(), new DispatchRejected(proposal.rerunId(),
                life.instance().job(), life.instance().partition(), 1, life.epoch(), script.now(), false, "404"));
        life.alert(life.cause(refused, WireType.DISPATCH_REJECTED), "refused#0", Reason.TARGET_REJECTED);
        assertThat(violated(script.history().with(new Journal(List.of(start(1, proposal)))))).containsExactly("I16");
    }

    @Test
    void shouldCatchTwoBeginningsOfOneGeneration() {
        Proposal proposal = rerun();
        Proposal other = new Proposal(RerunId.ofRequest(life.instance(), "x"), Reason.MANUAL, Optional.empty(),
                proposal.notAfter(), Optional.empty(), Optional.empty(), Optional.empty());
        script.write(Topics.COMMANDS, life.instance(), "twin", life.command(other));
        life.intend(other);
        life.accept(other);
        assertThat(violated(
                script.history().with(new Journal(List.of(start(1, proposal), start(2, other))))))
                .containsExactly("I14", "I17");
    }

    @Test
    void shouldCatchASecondRunThatPassedTheGateOfAGeneration() {
        life.pass(Gate.START, "r1", "first", 0, 1);
        life.pass(Gate.START, "r2", "second", 0, 2);
        assertThat(violated()).containsExactly("I17");
    }

    @Test
    void shouldCatchAPermitAfterSuccess() {
        life.started("r1");
        life.succeeded("r1");
        life.pass(Gate.COMMIT, "r2", "late", 0, 1);
        assertThat(violated()).containsExactly("I17");
    }

    @Test
    void shouldCatchATokenThatFellBack() {
        life.pass(Gate.START, "r1", "first", 0, 5);
        life.pass(Gate.COMMIT, "r1", "second", 0, 4);
        assertThat(violated()).containsExactly("I17");
    }

    @Test
    void shouldCatchARequestThatWasAnsweredTwoWays() {
        life.turnAway(Gate.START, "r2", "again", Reason.PERMIT_DUPLICATE_RUN);
        life.pass(Gate.START, "r2", "again", 0, 1);
        assertThat(violated()).containsExactly("I17");
    }

    @Test
    void shouldCatchAPermitInAForeignKafkaPartition() {
        life.pass(Gate.START, "r1", "first", 0, 1);
        script.change(line -> line.position().topic() == Topics.PERMITS, line -> new Script.Line(
                new Position(Topics.PERMITS, (line.position().kafkaPartition() + 1) % Script.KAFKA_PARTITIONS, 0),
                line.at(), line.key(), line.id(), line.message()));
        assertThat(violated()).containsExactly("I13");
    }

    @Test
    void shouldCatchAWaitThatWasLeftBehind() {
        life.failed("r1");
        Position again = life.reportFailure("r1", RunPhase.MAY_HAVE_RUN);
        life.decide(life.cause(again, WireType.RUN_FAILED), life.id(again, 0), suppress());
        Life neighbour = neighbour();
        for (int i = 0; i < 3; i++) {
            script.pass(Duration.ofMinutes(2));
            neighbour.failedAndTold("r" + i, i == 0
                    ? Reason.RERUN_DISABLED
                    : i == 1
                            ? Reason.NO_TARGET
                            : Reason.STALE_FAILURE);
        }
        assertThat(violated()).containsExactly("I18");
    }

    @Test
    void shouldCatchAHoldThatOutlivesItsRerun() {
        life.hold(life.failed("r1"));
        Life neighbour = neighbour();
        script.pass(Duration.ofHours(5));
        neighbour.failedAndTold("r1", Reason.NO_TARGET);
        script.pass(Duration.ofMinutes(2));
        neighbour.failedAndTold("r2", Reason.RERUN_DISABLED);
        assertThat(violated()).isEmpty();
        script.pass(Duration.ofHours(1));
        neighbour.failedAndTold("r3", Reason.STALE_FAILURE);
        script.pass(Duration.ofMinutes(2));
        neighbour.failedAndTold("r4", Reason.BUDGET_EXHAUSTED);
        assertThat(violated()).containsExactly("I18");
    }

    @Test
    void shouldCatchARerunOfASuccessThatNoPolicyAllows() {
        life.started("r1");
        life.succeeded("r1");
        Proposal rewritten = new Proposal(RerunId.ofRequest(life.instance(), "rewritten"), Reason.UPSTREAM_REWRITTEN,
                Optional.empty(), script.now().plus(Duration.ofHours(6)), Optional.empty(), Optional.empty(),
                Optional.empty());
        life.rerun(rewritten);
        life.dispatch(rewritten);
        assertThat(violated()).containsExactly("A1");
    }

    @Test
    void shouldCatchARerunOfWhatIsNotIdempotent() {
        Script own = new Script();
        Life unsafe = Stories.TOLD.begin(own, "ds=2026-11-29");
        Stories.RERUN.play(own, unsafe);
        assertThat(violated(own.history())).containsExactly("A1");
    }

    @Test
    void shouldCatchAnApprovalThatNobodyGave() {
        Proposal proposal = life.failed("r1");
        Proposal approved = new Proposal(proposal.rerunId(), Reason.APPROVED, proposal.answers(), proposal.notAfter(),
                Optional.of(new Approval("eve", "trust me", script.now())), Optional.empty(), Optional.empty());
        life.rerun(approved);
        life.dispatch(approved);
        assertThat(violated()).containsExactly("A1");
    }

    @Test
    void shouldCatchAReceiverThatWasNotToldTheEnd() {
        Stories.TOLD.play(script, life);
        script.without(line -> line.message().orElseThrow() instanceof Notification told
                && told.told() == Told.RESOLVED);
        assertThat(violated()).containsExactly("A2");
    }

    @Test
    void shouldCatchAReceiverThatWasToldTheSameTwice() {
        var key = life.failedAndTold("r1", Reason.BUDGET_EXHAUSTED);
        life.tell(key, Told.FIRING, DeliveryOutcome.SENT);
        assertThat(violated()).containsExactly("A2");
    }

    @Test
    void shouldCatchADecisionWithoutACause() {
        life.decide(new Cause("nothing", Optional.empty(), Optional.empty(), Optional.empty()), "x#0", suppress());
        assertThat(violated()).containsExactly("A3");
    }

    private Proposal rerun() {
        life.started("r1");
        Proposal proposal = life.failed("r1");
        life.rerun(proposal);
        life.dispatch(proposal);
        return proposal;
    }

    /** Another instance of the same Kafka partition. */
    private Life neighbour() {
        for (int i = 0;; i++) {
            PartitionKey partition = new PartitionKey("hour=" + i);
            if (Script.home(new InstanceId(life.instance().job(), partition)) == Script.home(life.instance())) {
                return Stories.RERUN.begin(script, partition.value());
            }
        }
    }

    private Start start(int line, Proposal proposal) {
        return new Start(line, proposal.rerunId(), life.instance(), life.epoch(), script.now(), Optional.empty());
    }

    private static Decision suppress() {
        return new Decision.Suppress(Reason.DUPLICATE, Optional.empty());
    }

    private static Predicate<Script.Line> of(Class<? extends Record> type) {
        return line -> type.isInstance(line.message().orElse(null));
    }

    private static Script.Line with(Script.Line line, Record message) {
        return new Script.Line(line.position(), line.at(), line.key(), line.id(), Optional.of(message));
    }

    private static DecisionRecord decided(DecisionRecord decision, Decision other) {
        return new DecisionRecord(decision.job(), decision.partition(), decision.at(), other, decision.cause(),
                decision.policyVersion(), decision.generation(), decision.episode(), decision.attempt(),
                decision.before(), decision.after(), decision.failureClass(), decision.failureRule(),
                decision.signature(), decision.detail());
    }

    private Set<String> violated() {
        return violated(script.history());
    }

    private static Set<String> violated(History history) {
        return Audit.of(history).stream().filter(finding -> finding.violationCount() > 0).map(Finding::invariant)
                .collect(Collectors.toCollection(TreeSet::new));
    }
}
