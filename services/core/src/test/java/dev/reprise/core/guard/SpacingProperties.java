// SPDX-License-Identifier: Apache-2.0
package dev.reprise.core.guard;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import net.jqwik.api.Example;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.constraints.DoubleRange;
import net.jqwik.api.constraints.IntRange;

import dev.reprise.schemas.id.AttemptId;
import dev.reprise.schemas.id.InstanceId;
import dev.reprise.schemas.id.JobId;
import dev.reprise.schemas.id.PartitionKey;
import dev.reprise.schemas.id.RerunId;
import dev.reprise.schemas.id.RunId;
import dev.reprise.schemas.job.Backoff;

final class SpacingProperties {
    private static final Duration MAX = Duration.ofMinutes(30);

    @Property
    void shouldGrowAndStayBelowTheLongest(@ForAll @IntRange(min = 1, max = 60) int used,
            @ForAll @DoubleRange(min = 1, max = 10) double factor, @ForAll @IntRange(min = 1, max = 3600) int initial) {
        Backoff backoff = new Backoff(Duration.ofSeconds(initial), factor, MAX, 0);
        RerunId id = id(used);

        assertThat(Spacing.before(backoff, used + 1, id)).isGreaterThanOrEqualTo(Spacing.before(backoff, used, id));
        assertThat(Spacing.before(backoff, used, id)).isLessThanOrEqualTo(MAX);
    }

    @Property
    void shouldSpreadByAShareOfTheWaitAndAlwaysTheSame(@ForAll @IntRange(min = 1, max = 10_000) int run) {
        Backoff backoff = new Backoff(Duration.ofMinutes(1), 2, MAX, 0.2);

        Duration wait = Spacing.before(backoff, 1, id(run));

        assertThat(wait).isBetween(Duration.ofSeconds(60), Duration.ofSeconds(72))
                .isEqualTo(Spacing.before(backoff, 1, id(run)));
    }

    @Example
    void shouldNotHoldTheFirstRerunBack() {
        assertThat(Spacing.before(new Backoff(Duration.ofMinutes(1), 2, MAX, 0.2), 0, id(1))).isZero();
    }

    private static RerunId id(int run) {
        InstanceId instance = new InstanceId(new JobId("warehouse", "daily"), new PartitionKey("ds=2026-11-28"));
        return RerunId.ofFailure(instance, new AttemptId(new RunId("run-" + run), 1));
    }
}
