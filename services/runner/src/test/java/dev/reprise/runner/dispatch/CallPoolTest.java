// SPDX-License-Identifier: Apache-2.0
package dev.reprise.runner.dispatch;

import static org.assertj.core.api.Assertions.assertThat;

import io.micrometer.core.instrument.simple.SimpleMeterRegistry;
import java.time.Duration;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;

import dev.reprise.runner.ledger.Action;
import dev.reprise.runner.ledger.DispatchMachine;
import dev.reprise.runner.ledger.DispatchRules;
import dev.reprise.runner.ledger.Ledger;
import dev.reprise.runner.ledger.Reruns;
import dev.reprise.runner.ledger.RetryTimes;
import dev.reprise.runner.target.CallOutcome;
import dev.reprise.runner.target.QueryOutcome;
import dev.reprise.runner.target.Target;
import dev.reprise.runner.target.TargetRequest;
import dev.reprise.runtime.failpoint.Failpoints;
import dev.reprise.runtime.trace.Tracing;
import dev.reprise.schemas.job.DispatchClass;

/** Whatever happens in a target, its dispatch hears of an end. */
final class CallPoolTest {
    private static final Target BROKEN = new Target() {
        @Override
        public DispatchClass guarantee() {
            return new DispatchClass.Keyed(Duration.ofHours(24));
        }

        @Override
        public Reach reach() {
            return Reach.ANYWHERE;
        }

        @Override
        public CallOutcome call(TargetRequest request) {
            throw new StackOverflowError("an answer that is nested too deeply");
        }

        @Override
        public QueryOutcome query(TargetRequest request) {
            return new QueryOutcome.NotFound();
        }
    };

    @Test
    void shouldTakeAnErrorInATargetForADoubt() throws Exception {
        CompletableFuture<CallPool.Finished> end = new CompletableFuture<>();
        try (CallPool pool = new CallPool(_ -> BROKEN,
                new RunnerMetrics(new SimpleMeterRegistry(), new TopicNames("t.")), Failpoints.none(),
                new CallTrace(Tracing.off()))) {
            pool.ask(firstCall(), Optional.empty(), end::complete);

            assertThat(end.get(120, TimeUnit.SECONDS)).isInstanceOfSatisfying(CallPool.Finished.Called.class,
                    called -> assertThat(called.outcome()).isInstanceOf(CallOutcome.Unknown.class));
        }
    }

    private static Action.Ask firstCall() {
        DispatchMachine machine = new DispatchMachine(new DispatchMachine.Ownership(0, new Ledger(), "place"),
                new DispatchMachine.Limits(1, 1), new DispatchRules(RetryTimes.defaults()),
                _ -> new DispatchMachine.Assurance(BROKEN.guarantee(), BROKEN.reach()));
        machine.take(3, Reruns.aStart("orders", Reruns.aProcess("true")));
        assertThat(machine.next(Reruns.NOW)).get().isInstanceOf(Action.Write.class);
        machine.written(1, Reruns.NOW);
        return (Action.Ask) machine.next(Reruns.NOW).orElseThrow();
    }
}
