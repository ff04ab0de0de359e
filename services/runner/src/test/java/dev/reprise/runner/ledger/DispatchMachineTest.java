// SPDX-License-Identifier: Apache-2.0
package dev.reprise.runner.ledger;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalStateException;

import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;

import dev.reprise.runner.target.CallOutcome;
import dev.reprise.runner.target.FenceOutcome;
import dev.reprise.runner.target.QueryOutcome;
import dev.reprise.runner.target.Target;
import dev.reprise.schemas.command.StartRerun;
import dev.reprise.schemas.dispatch.DispatchAccepted;
import dev.reprise.schemas.dispatch.DispatchCancelled;
import dev.reprise.schemas.dispatch.DispatchExpired;
import dev.reprise.schemas.dispatch.DispatchInDoubt;
import dev.reprise.schemas.dispatch.DispatchIntent;
import dev.reprise.schemas.job.DispatchClass;

class DispatchMachineTest {
    private static final long EPOCH = 7;
    private static final DispatchClass KEYED = new DispatchClass.Keyed(Duration.ofHours(24));
    private final StartRerun start = Reruns.aStart("orders", Reruns.aProcess("true"));
    private final Instant now = Reruns.NOW;
    private DispatchMachine machine = aMachine(KEYED, 10);
    private long offset = EPOCH + 1;

    @Test
    void shouldCallOnlyOnceTheIntentIsWritten() {
        machine.take(3, start);
        Action.Write intent = nextWrite();
        assertThat(intent.line()).isInstanceOf(DispatchIntent.class);
        assertThat(intent.position()).isEqualTo(3);
        assertThatIllegalStateException().isThrownBy(() -> machine.next(now));
        machine.written(offset++, now);
        assertThat(machine.next(now))
                .contains(new Action.Ask(flight(intent), Action.Question.CALL, flight(intent).request()));
        assertThat(machine.isCalling()).isTrue();
        assertThat(machine.next(now)).isEmpty();
    }

    @Test
    void shouldWriteTheResultTogetherWithThePositionBehindTheCommand() {
        Flight flight = call(3, start);
        machine.ended(flight, accepted(), now);
        Action.Write result = nextWrite();
        assertThat(result.line()).isInstanceOf(DispatchAccepted.class);
        assertThat(result.position()).isEqualTo(4);
        machine.written(offset++, now);
        assertThat(machine.next(now)).isEmpty();
    }

    @Test
    void shouldNotMovePastACommandThatIsNotDone() {
        StartRerun other = Reruns.aStart("invoices", Reruns.aProcess("true"));
        call(3, start);
        Flight second = call(4, other);
        machine.ended(second, accepted(), now);
        assertThat(nextWrite().position()).isEqualTo(3);
    }

    @Test
    void shouldCancelWhatHasNotBegun() {
        machine.take(3, start);
        machine.take(4, Reruns.aCancel(start));
        assertThat(nextWrite().line()).isInstanceOf(DispatchCancelled.class);
        machine.written(offset++, now);
        assertThat(machine.next(now)).get().isInstanceOf(Action.Skip.class);
        assertThat(machine.next(now)).contains(new Action.Move(5));
    }

    @Test
    void shouldCancelWhatWaitsForATargetThatCannotBeReached() {
        Flight flight = call(3, start);
        machine.ended(flight, new CallOutcome.NotSent("no connection"), now);
        assertThat(machine.next(now)).isEmpty();
        machine.take(4, Reruns.aCancel(start));
        Action.Write end = nextWrite();
        assertThat(end.line()).isInstanceOf(DispatchCancelled.class);
        assertThat(end.position()).isEqualTo(5);
        machine.written(offset++, now);
        assertThat(machine.next(start.notAfter())).isEmpty();
        assertThat(machine.nextDue()).isEmpty();
    }

    @Test
    void shouldNotCallAgainWhatIsCancelledWhileItWaits() {
        Flight flight = call(3, start);
        machine.ended(flight, new CallOutcome.NotSent("no connection"), now);
        Instant due = machine.nextDue().orElseThrow();
        machine.take(4, Reruns.aCancel(start));
        assertThat(machine.next(due)).get().isInstanceOfSatisfying(Action.Write.class,
                write -> assertThat(write.line()).isInstanceOf(DispatchCancelled.class));
        machine.written(offset++, due);
        assertThat(machine.next(due)).get().isInstanceOf(Action.Skip.class);
    }

    @Test
    void shouldNotCancelWhatMayHaveBeenSent() {
        Flight flight = call(3, start);
        machine.take(4, Reruns.aCancel(start));
        assertThat(machine.next(now)).get().isInstanceOf(Action.Skip.class);
        machine.ended(flight, new CallOutcome.Unknown("no answer"), now);
        assertThat(nextWrite().line()).isInstanceOf(DispatchInDoubt.class);
    }

    @Test
    void shouldNotCallWhereItsTimeRanOutWhileTheIntentWasWritten() {
        machine.take(3, start);
        nextWrite();
        machine.written(offset++, now);
        assertThat(machine.next(start.notAfter().plusMillis(1))).get()
                .isInstanceOfSatisfying(Action.Write.class,
                        write -> assertThat(write.line()).isInstanceOf(DispatchExpired.class));
    }

    @Test
    void shouldCallAgainOnlyAfterTheDoubtIsWrittenAndItsTimeHasCome() {
        Flight flight = call(3, start);
        machine.ended(flight, new CallOutcome.Unknown("no answer"), now);
        assertThat(nextWrite().line()).isInstanceOf(DispatchInDoubt.class);
        machine.written(offset++, now);
        assertThat(machine.next(now)).isEmpty();
        assertThat(machine.next(machine.nextDue().orElseThrow()))
                .contains(new Action.Ask(flight, Action.Question.CALL, flight.request()));
        assertThat(flight.tries()).isEqualTo(2);
    }

    @Test
    void shouldFenceThenQueryThenCallWhereADoubtIsToBeSettled() {
        machine = aMachine(new DispatchClass.Fenced(), 10);
        Flight flight = call(3, start);
        long intent = offset - 1;
        assertThat(flight.request().fence()).isEqualTo(intent);
        machine.ended(flight, new CallOutcome.Unknown("no answer"), now);
        assertThat(nextWrite().line()).isInstanceOf(DispatchInDoubt.class);
        long doubt = offset;
        machine.written(offset++, now);
        Action.Ask fence = nextAsk();
        assertThat(fence.question()).isEqualTo(Action.Question.FENCE);
        assertThat(fence.request().fence()).isEqualTo(doubt);
        assertThat(machine.next(now)).isEmpty();
        machine.ended(flight, new FenceOutcome.Installed(), now);
        assertThat(nextAsk().question()).isEqualTo(Action.Question.QUERY);
        machine.ended(flight, new QueryOutcome.NotFound(), now);
        assertThat(nextAsk()).isEqualTo(new Action.Ask(flight, Action.Question.CALL, fence.request()));
    }

    @Test
    void shouldNotCallWhereItsTimeRanOutWhileTheTargetWasAsked() {
        machine = aMachine(new DispatchClass.Fenced(), 10);
        Flight flight = call(3, start);
        machine.ended(flight, new CallOutcome.Unknown("no answer"), now);
        nextWrite();
        machine.written(offset++, now);
        nextAsk();
        machine.ended(flight, new FenceOutcome.Installed(), now);
        nextAsk();
        machine.ended(flight, new QueryOutcome.NotFound(), now);
        assertThat(machine.next(start.notAfter().plusMillis(1))).get().isInstanceOfSatisfying(Action.Write.class,
                write -> assertThat(write.line()).isInstanceOf(DispatchExpired.class));
    }

    @Test
    void shouldCallOnlyOnceUnderOneToken() {
        machine = aMachine(new DispatchClass.Fenced(), 10);
        Flight flight = call(3, start);
        long before = flight.request().fence();
        machine.ended(flight, new CallOutcome.Unknown("no answer"), now);
        nextWrite();
        machine.written(offset++, now);
        nextAsk();
        machine.ended(flight, new FenceOutcome.Unknown("no answer"), now);
        assertThat(nextWrite().line()).isInstanceOf(DispatchInDoubt.class);
        machine.written(offset++, now);
        Action.Ask again = nextAsk();
        assertThat(again.question()).isEqualTo(Action.Question.FENCE);
        assertThat(again.request().fence()).isGreaterThan(before + 1);
    }

    @Test
    void shouldDoNothingTwiceForACommandThatIsReadTwice() {
        call(3, start);
        machine.take(4, start);
        assertThat(machine.next(now)).get().isInstanceOf(Action.Skip.class);
        assertThat(machine.next(now)).isEmpty();
    }

    @Test
    void shouldBeginNoMoreThanMayBeUnderWay() {
        machine = aMachine(KEYED, 1);
        call(3, start);
        machine.take(4, Reruns.aStart("invoices", Reruns.aProcess("true")));
        assertThat(machine.next(now)).isEmpty();
        assertThat(machine.isHungry()).isFalse();
    }

    @Test
    void shouldPutAsideWhatCannotBeReadAndMovePastIt() {
        machine.takeUnusable(3);
        assertThat(machine.next(now)).contains(new Action.PutAside(3, 4));
        machine.moved(4);
        assertThat(machine.next(now)).isEmpty();
    }

    @Test
    void shouldOnlyWriteWhatIsDecidedOnceItBeginsNothingNew() {
        Flight flight = call(3, start);
        machine.take(4, Reruns.aStart("invoices", Reruns.aProcess("true")));
        machine.ended(flight, accepted(), now);
        List<Action.Write> written = new ArrayList<>();
        for (Optional<Action.Write> write = machine.nextWrite(); write.isPresent(); write = machine.nextWrite()) {
            written.add(write.get());
            machine.written(offset++, now);
        }
        assertThat(written).singleElement()
                .satisfies(write -> assertThat(write.line()).isInstanceOf(DispatchAccepted.class));
    }

    private Flight call(long at, StartRerun command) {
        machine.take(at, command);
        nextWrite();
        machine.written(offset++, now);
        return ((Action.Ask) machine.next(now).orElseThrow()).flight();
    }

    private Action.Ask nextAsk() {
        return (Action.Ask) machine.next(machine.nextDue().orElse(now)).orElseThrow();
    }

    private static Flight flight(Action.Write write) {
        return write.flight().orElseThrow();
    }

    private Action.Write nextWrite() {
        return (Action.Write) machine.next(now).orElseThrow();
    }

    private CallOutcome accepted() {
        return new CallOutcome.Accepted(start.rerunId().asRun(), false);
    }

    private static DispatchMachine aMachine(DispatchClass guarantee, int calls) {
        return new DispatchMachine(new DispatchMachine.Ownership(EPOCH, new Ledger(), "here"),
                new DispatchMachine.Limits(calls, 10), new DispatchRules(RetryTimes.defaults()),
                spec -> new DispatchMachine.Assurance(guarantee, Target.Reach.ANYWHERE));
    }
}
