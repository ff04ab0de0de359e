// SPDX-License-Identifier: Apache-2.0

import java.lang.management.ManagementFactory;
import java.lang.management.ThreadMXBean;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;

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
import dev.reprise.schemas.id.RunId;
import dev.reprise.schemas.job.Idempotency;
import dev.reprise.schemas.job.Policy;
import dev.reprise.schemas.job.PolicyBuilder;

/**
 * How long one step of the decision core takes, on one thread, without any input or output.
 *
 * <pre>java -XX:+UseSerialGC -cp 'services/app/target/reprise/lib/*' bench/DecisionSpeed.java [rounds]</pre>
 *
 * <p>The mix of one instance's life: a start, heartbeats and a success nine times in ten; once a failure that settles, is
 * confirmed, is rerun and succeeds. A second series has failures classified by the built-in rules, a third is the classifier
 * alone. Each figure is nanoseconds of processor time for one input, the median of the rounds after two to warm up.
 */
final class DecisionSpeed {
    private static final int INSTANCES = 20_000;
    private static final int WARM_UP = 2;
    private static final Instant START = Instant.parse("2026-11-29T00:00:00Z");
    private static final Optional<ErrorEvidence> ERROR = Optional.of(new ErrorEvidence(
            "org.apache.spark.SparkException: Job aborted due to stage failure: Lost executor 7 on 10.0.3.17",
            Optional.of("org.apache.spark.SparkException"), Optional.empty(), Optional.of(1), Optional.empty(),
            Optional.empty()));
    private static final ThreadMXBean THREADS = ManagementFactory.getThreadMXBean();
    private static long sink;

    private DecisionSpeed() {}

    public static void main(String[] args) {
        int rounds = args.length > 0 ? Integer.parseInt(args[0]) : 9;
        System.out.printf("processors %d, Java %s%n", Runtime.getRuntime().availableProcessors(), Runtime.version());
        Policy policy = new PolicyBuilder(Policy.DEFAULTS).version("bench").idempotency(Idempotency.IDEMPOTENT).build();
        Diagnosing classifying = Classifier.builtIn()::classify;
        report("step, nothing classified", rounds, () -> lives(JobView.Known.of(policy, true)));
        report("step, failures classified", rounds, () -> lives(new JobView.Known(policy, true, Optional.empty(),
                classifying, List.of(), List.of(), List.of())));
        report("classification alone", rounds, () -> classify(classifying));
        if (sink == 42) {
            System.out.println("kept");
        }
    }

    private interface Series {
        /** Runs once; gives the number of inputs. */
        long run();
    }

    private static void report(String name, int rounds, Series series) {
        double[] nanos = new double[rounds];
        for (int round = -WARM_UP; round < rounds; round++) {
            // Processor time of this thread: other work on the machine must not count.
            long start = THREADS.getCurrentThreadCpuTime();
            long inputs = series.run();
            double each = (THREADS.getCurrentThreadCpuTime() - start) / (double) inputs;
            if (round >= 0) {
                nanos[round] = each;
            }
        }
        Arrays.sort(nanos);
        System.out.printf("%-28s %8.0f ns (lowest %.0f, highest %.0f)%n", name, nanos[rounds / 2], nanos[0],
                nanos[rounds - 1]);
    }

    private static long classify(Diagnosing classifying) {
        for (int i = 0; i < INSTANCES; i++) {
            sink += classifying.classify("spark", ERROR, FailureKind.FAILED).signature().length();
        }
        return INSTANCES;
    }

    private static long lives(JobView view) {
        long inputs = 0;
        for (int i = 0; i < INSTANCES; i++) {
            inputs += i % 10 == 0 ? troubled(i, view) : healthy(i, view);
        }
        return inputs;
    }

    private static long healthy(int number, JobView view) {
        Life life = new Life(number, view);
        life.observe(0, life.started("r1", Optional.empty()));
        for (int beat = 1; beat <= 3; beat++) {
            life.observe(beat * 10, life.heartbeat("r1"));
        }
        life.observe(60, life.succeeded("r1"));
        return life.inputs;
    }

    private static long troubled(int number, JobView view) {
        Life life = new Life(number, view);
        life.observe(0, life.started("r1", Optional.empty()));
        life.observe(10, life.heartbeat("r1"));
        life.observe(60, life.failed("r1"));
        life.pass(120);
        life.observe(130, life.started("r2", life.state.claim().map(claim -> claim.rerunId())));
        life.observe(140, life.heartbeat("r2"));
        life.observe(190, life.succeeded("r2"));
        return life.inputs;
    }

    /** One instance in virtual time. */
    private static final class Life {
        private final JobId job;
        private final PartitionKey partition;
        private final JobView view;
        private InstanceState state;
        private Instant now = START;
        private long inputs;

        private Life(int number, JobView view) {
            job = new JobId("warehouse", "job-" + number % 100);
            partition = new PartitionKey("ds=2026-11-29/n=" + number);
            this.view = view;
            state = InstanceState.initial(new InstanceId(job, partition));
        }

        void observe(int second, InstanceEvent event) {
            now = START.plusSeconds(second);
            step(new InstanceFact.Observed(event, now, now));
        }

        void pass(int second) {
            Instant until = START.plusSeconds(second);
            List<Timers.Timer> fired = new ArrayList<>();
            for (Optional<Timers.Timer> due = Timers.of(state, view); due.filter(timer -> !timer.due().isAfter(until))
                    .isPresent() && fired.size() < 10; due = Timers.of(state, view)) {
                fired.add(due.get());
                now = due.get().due();
                step(new InstanceFact.TimerFired(due.get().purpose(), due.get().due(), now));
                if (state.phase() instanceof Phase.Confirming confirming) {
                    step(new InstanceFact.Observed(new Barrier(job, partition, now, confirming.nonce()), now, now));
                }
            }
        }

        private void step(InstanceFact.Input input) {
            Step step = InstanceMachine.step(state, input, view);
            state = step.next();
            sink += step.facts().size();
            inputs++;
        }

        InstanceEvent started(String run, Optional<dev.reprise.schemas.id.RerunId> rerunOf) {
            return new RunStarted(job, partition, new RunId(run), 1, now, "airflow", rerunOf, Optional.empty(), false);
        }

        InstanceEvent heartbeat(String run) {
            return new RunHeartbeat(job, partition, new RunId(run), 1, now, "airflow");
        }

        InstanceEvent succeeded(String run) {
            return new RunSucceeded(job, partition, new RunId(run), 1, now, "airflow", SuccessProof.OWNER);
        }

        InstanceEvent failed(String run) {
            return new RunFailed(job, partition, new RunId(run), 1, now.plus(Duration.ofSeconds(1)), "airflow",
                    FailureKind.FAILED, RetryOutlook.FINAL, RunPhase.MAY_HAVE_RUN, ERROR);
        }
    }
}
