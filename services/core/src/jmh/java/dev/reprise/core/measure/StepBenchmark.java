// SPDX-License-Identifier: Apache-2.0
package dev.reprise.core.measure;

import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.BenchmarkMode;
import org.openjdk.jmh.annotations.Fork;
import org.openjdk.jmh.annotations.Measurement;
import org.openjdk.jmh.annotations.Mode;
import org.openjdk.jmh.annotations.OutputTimeUnit;
import org.openjdk.jmh.annotations.Param;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.Setup;
import org.openjdk.jmh.annotations.State;
import org.openjdk.jmh.annotations.Warmup;

import dev.reprise.core.classify.Classifier;
import dev.reprise.core.instance.Diagnosing;
import dev.reprise.core.instance.InstanceFact;
import dev.reprise.core.instance.InstanceMachine;
import dev.reprise.core.instance.InstanceState;
import dev.reprise.core.instance.JobView;
import dev.reprise.core.instance.Phase;
import dev.reprise.core.instance.Step;
import dev.reprise.core.instance.Timers;
import dev.reprise.schemas.event.Barrier;
import dev.reprise.schemas.event.ErrorEvidence;
import dev.reprise.schemas.event.FailureKind;
import dev.reprise.schemas.event.InstanceEvent;
import dev.reprise.schemas.event.RetryOutlook;
import dev.reprise.schemas.event.RunFailed;
import dev.reprise.schemas.event.RunHeartbeat;
import dev.reprise.schemas.event.RunPhase;
import dev.reprise.schemas.event.RunStarted;
import dev.reprise.schemas.event.RunSucceeded;
import dev.reprise.schemas.event.SuccessProof;
import dev.reprise.schemas.id.InstanceId;
import dev.reprise.schemas.id.JobId;
import dev.reprise.schemas.id.PartitionKey;
import dev.reprise.schemas.id.RerunId;
import dev.reprise.schemas.id.RunId;
import dev.reprise.schemas.job.Idempotency;
import dev.reprise.schemas.job.Policy;
import dev.reprise.schemas.job.PolicyBuilder;

/**
 * One step of the decision core. The inputs are those of instances of which one in ten fails, settles, is confirmed, is
 * rerun and succeeds; each step is taken from the state that its input met.
 */
@State(Scope.Thread)
@BenchmarkMode(Mode.AverageTime)
@OutputTimeUnit(TimeUnit.NANOSECONDS)
@Warmup(iterations = 3, time = 2)
@Measurement(iterations = 5, time = 2)
@Fork(2)
public class StepBenchmark {
    private static final int LIVES = 1000;
    private static final Instant START = Instant.parse("2026-11-29T00:00:00Z");
    private static final Optional<ErrorEvidence> ERROR = Optional.of(new ErrorEvidence(
            "org.apache.spark.SparkException: Job aborted due to stage failure: Lost executor 7 on 10.0.3.17",
            Optional.of("org.apache.spark.SparkException"), Optional.empty(), Optional.of(1), Optional.empty(),
            Optional.empty()));

    /** Whether failures are classified by the built-in rules, or not at all. */
    @Param({"false", "true"})
    private boolean classified;

    private final List<Met> steps = new ArrayList<>();
    private JobView view = new JobView.Unknown();
    private int next;

    private record Met(InstanceState state, InstanceFact.Input input) {}

    /** Records the lives. */
    @Setup
    public void record() {
        Policy policy = new PolicyBuilder(Policy.DEFAULTS).version("bench").idempotency(Idempotency.IDEMPOTENT).build();
        view = new JobView.Known(policy, true, Optional.empty(),
                classified ? Classifier.builtIn()::classify : Diagnosing.NOTHING, List.of(), List.of(), List.of());
        for (int i = 0; i < LIVES; i++) {
            new Life(i).live(i % 10 == 0);
        }
    }

    /** A step. */
    @Benchmark
    public Step step() {
        Met met = steps.get(next);
        next = next + 1 == steps.size() ? 0 : next + 1;
        return InstanceMachine.step(met.state(), met.input(), view);
    }

    private final class Life {
        private final JobId job;
        private final PartitionKey partition;
        private InstanceState state;
        private Instant now = START;

        private Life(int number) {
            job = new JobId("warehouse", "job-" + number % 100);
            partition = new PartitionKey("ds=2026-11-29/n=" + number);
            state = InstanceState.initial(new InstanceId(job, partition));
        }

        private void live(boolean troubled) {
            observe(0, started("r1", Optional.empty()));
            observe(10, heartbeat("r1"));
            if (!troubled) {
                observe(20, heartbeat("r1"));
                observe(30, heartbeat("r1"));
                observe(60, succeeded("r1"));
                return;
            }
            observe(60, new RunFailed(job, partition, new RunId("r1"), 1, now, "airflow", FailureKind.FAILED,
                    RetryOutlook.FINAL, RunPhase.MAY_HAVE_RUN, ERROR));
            waitFor(Duration.ofMinutes(2));
            observe(190, started("r2", state.claim().map(claim -> claim.rerunId())));
            observe(200, heartbeat("r2"));
            observe(250, succeeded("r2"));
        }

        private void waitFor(Duration time) {
            Instant until = now.plus(time);
            Optional<Timers.Timer> due = Timers.of(state, view);
            while (due.filter(timer -> !timer.due().isAfter(until)).isPresent()
                    && state.phase() instanceof Phase.Pending) {
                now = due.get().due();
                take(new InstanceFact.TimerFired(due.get().purpose(), due.get().due(), now));
                if (state.phase() instanceof Phase.Confirming confirming) {
                    take(new InstanceFact.Observed(new Barrier(job, partition, now, confirming.nonce()), now, now));
                }
                due = Timers.of(state, view);
            }
        }

        private void observe(int second, InstanceEvent event) {
            now = START.plusSeconds(second);
            take(new InstanceFact.Observed(event, now, now));
        }

        private void take(InstanceFact.Input input) {
            steps.add(new Met(state, input));
            state = InstanceMachine.step(state, input, view).next();
        }

        private InstanceEvent started(String run, Optional<RerunId> rerunOf) {
            return new RunStarted(job, partition, new RunId(run), 1, now, "airflow", rerunOf, Optional.empty(), false);
        }

        private InstanceEvent heartbeat(String run) {
            return new RunHeartbeat(job, partition, new RunId(run), 1, now, "airflow");
        }

        private InstanceEvent succeeded(String run) {
            return new RunSucceeded(job, partition, new RunId(run), 1, now, "airflow", SuccessProof.OWNER);
        }
    }
}
