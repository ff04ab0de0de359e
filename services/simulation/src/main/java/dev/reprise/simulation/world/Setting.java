// SPDX-License-Identifier: Apache-2.0
package dev.reprise.simulation.world;

import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.SplittableRandom;
import java.util.stream.IntStream;

import dev.reprise.core.instance.Remembrance;
import dev.reprise.runner.ledger.DispatchMachine.Assurance;
import dev.reprise.runner.target.Target;
import dev.reprise.schemas.id.InstanceId;
import dev.reprise.schemas.id.JobId;
import dev.reprise.schemas.id.PartitionKey;
import dev.reprise.schemas.job.AdmissionRule;
import dev.reprise.schemas.job.Backoff;
import dev.reprise.schemas.job.BreakerRelease;
import dev.reprise.schemas.job.DispatchClass;
import dev.reprise.schemas.job.Idempotency;
import dev.reprise.schemas.job.NativeRetries;
import dev.reprise.schemas.job.Policy;
import dev.reprise.schemas.job.PolicyBuilder;
import dev.reprise.schemas.job.WhenUnknown;

/**
 * What a history is played in.
 *
 * @param seed what it was made of
 * @param instances the instances of the one job
 * @param policy its policy
 * @param assurance what its target promises
 * @param forgetting whether the coordinator may lose its state
 * @param sameplace whether both runners keep their run directories in the same place
 * @param remembrance how long an instance at rest is remembered
 */
public record Setting(long seed, List<InstanceId> instances, Policy policy, Assurance assurance, boolean forgetting,
        boolean sameplace, Remembrance remembrance) {
    /** How wrong the clock of a runner may be: more is refused at its start. */
    public static final Duration SKEW = Duration.ofSeconds(30);
    private static final Duration MAX_AGE = Duration.ofHours(1);
    /** As short as the longest life of a failure and of a command allow; the product counts in days. */
    private static final Remembrance BRIEF = new Remembrance(Duration.ofHours(3), Duration.ofHours(8));
    private static final JobId JOB = new JobId("simulation", "job");

    /** Takes a copy. */
    public Setting {
        instances = List.copyOf(instances);
    }

    /** The setting of a seed. */
    public static Setting of(long seed) {
        SplittableRandom random = new SplittableRandom(seed ^ 0x5DEECE66DL);
        int count = random.nextInt(1, 3);
        List<InstanceId> instances = IntStream.range(0, count)
                .mapToObj(day -> new InstanceId(JOB, new PartitionKey("ds=2026-11-2" + day))).toList();
        return new Setting(seed, instances, policy(random), assurance(random), random.nextInt(3) == 0,
                random.nextBoolean(), random.nextInt(3) == 0 ? BRIEF : Remembrance.DEFAULTS);
    }

    /**
     * How late a call may reach a keyed target after its owner looked at the clock. Half the horizon is left for it by
     * the rules, less what two clocks may differ; whoever is slower than that is outside of what is promised.
     */
    public Duration lateness() {
        return switch (assurance.guarantee()) {
            case DispatchClass.Keyed keyed -> keyed.horizon().dividedBy(2).minus(SKEW.multipliedBy(4));
            case DispatchClass.Opaque _,DispatchClass.Fenced _ -> Duration.ofDays(365);
        };
    }

    /** After how much silence an instance may be forgotten as a whole. */
    public Duration remembered() {
        return remembrance.results();
    }

    /** Whether a history is so long that what is at rest is forgotten in it. */
    public boolean isLong() {
        return remembrance.equals(BRIEF);
    }

    /** Whether the target remembers keys. */
    public boolean isKeyed() {
        return assurance.guarantee() instanceof DispatchClass.Keyed;
    }

    /** Whether only the runner keeps the target from a second start. */
    public boolean isOpaque() {
        return assurance.guarantee() instanceof DispatchClass.Opaque;
    }

    /** Whether the target refuses old tokens. */
    public boolean isFenced() {
        return assurance.guarantee() instanceof DispatchClass.Fenced;
    }

    private static Policy policy(SplittableRandom random) {
        PolicyBuilder builder = new PolicyBuilder(Policy.DEFAULTS).version("simulated").maxAge(MAX_AGE)
                .maxReruns(random.nextInt(1, 4)).budgets(List.of())
                .backoff(new Backoff(Duration.ofMinutes(random.nextInt(2)), 2, Duration.ofMinutes(10), 0.2))
                .nativeRetries(new NativeRetries(random.nextInt(1, 3), Duration.ofMinutes(1)));
        switch (random.nextInt(8)) {
            case 0 -> builder.idempotency(Idempotency.NOT_IDEMPOTENT);
            case 1 -> builder.idempotency(Idempotency.UNKNOWN).whenUnknown(WhenUnknown.APPROVE);
            default -> builder.idempotency(Idempotency.IDEMPOTENT);
        }
        if (random.nextInt(4) == 0) {
            builder.admission(Optional.of(new AdmissionRule("simulated", random.nextInt(1, 4),
                    Duration.ofMinutes(5), Duration.ofMinutes(2), 1, 2, BreakerRelease.AUTOMATIC,
                    random.nextInt(0, 2), 100, 10)));
        }
        return builder.build();
    }

    private static Assurance assurance(SplittableRandom random) {
        List<Duration> horizons = List.of(MAX_AGE.dividedBy(10), MAX_AGE.dividedBy(6), MAX_AGE, Duration.ofDays(1));
        return switch (random.nextInt(7)) {
            case 5, 6 -> new Assurance(new DispatchClass.Fenced(), Target.Reach.ANYWHERE);
            case 0, 1 -> new Assurance(new DispatchClass.Opaque(), Target.Reach.ANYWHERE);
            case 2 -> new Assurance(new DispatchClass.Keyed(Duration.ofDays(30)), Target.Reach.SAME_PLACE);
            default -> new Assurance(new DispatchClass.Keyed(horizons.get(random.nextInt(horizons.size()))),
                    Target.Reach.ANYWHERE);
        };
    }
}
