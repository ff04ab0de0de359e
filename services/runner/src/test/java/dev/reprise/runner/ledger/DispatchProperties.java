// SPDX-License-Identifier: Apache-2.0
package dev.reprise.runner.ledger;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.util.Random;
import net.jqwik.api.Arbitraries;
import net.jqwik.api.Arbitrary;
import net.jqwik.api.Example;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.Provide;
import net.jqwik.api.constraints.IntRange;

import dev.reprise.schemas.dispatch.DispatchAccepted;
import dev.reprise.schemas.dispatch.DispatchParked;
import dev.reprise.schemas.job.DispatchClass;

/** What holds in every history of crashes, takeovers, lost answers and jumps in time. */
class DispatchProperties {
    private static final DispatchClass OPAQUE = new DispatchClass.Opaque();
    private static final DispatchClass KEYED = new DispatchClass.Keyed(Duration.ofHours(4));

    @Provide
    Arbitrary<DispatchClass> guarantees() {
        return Arbitraries.of(OPAQUE, KEYED, new DispatchClass.Fenced());
    }

    @Property(tries = 3000)
    void shouldHaveAtMostOneEffect(@ForAll long seed, @ForAll("guarantees") DispatchClass guarantee) {
        History history = new History(new Random(seed), guarantee);
        history.run();
        assertThat(history.effects()).isLessThanOrEqualTo(1);
        assertThat(history.results()).hasSizeLessThanOrEqualTo(1);
        if (guarantee instanceof DispatchClass.Opaque) {
            assertThat(history.sent()).isLessThanOrEqualTo(1);
        }
    }

    @Property(tries = 3000)
    void shouldSayNoOnlyWhereNothingHappened(@ForAll long seed, @ForAll("guarantees") DispatchClass guarantee) {
        History history = new History(new Random(seed), guarantee);
        history.run();
        history.results().forEach(result -> {
            if (result instanceof DispatchAccepted) {
                assertThat(history.effects()).isEqualTo(1);
            } else if (!(result instanceof DispatchParked)) {
                assertThat(history.effects()).as("%s", result).isZero();
            }
        });
    }

    @Property(tries = 1000)
    void shouldRebuildTheLedgerThatWasLive(@ForAll long seed) {
        History history = new History(new Random(seed), KEYED);
        history.run();
        assertThat(history.liveEntry()).isEqualTo(history.rebuiltEntry());
    }

    @Property(tries = 500)
    void shouldGrowDelaysUpToTheirBound(@ForAll @IntRange(min = 1, max = 100) int tries) {
        RetryTimes times = RetryTimes.defaults();
        assertThat(times.delay(tries + 1)).isGreaterThanOrEqualTo(times.delay(tries));
        assertThat(times.delay(tries)).isBetween(times.initial(), times.max());
    }

    /** The test of the test: a runner that makes its intent only after the call is found out. */
    @Example
    void shouldFindSecondEffectWithoutIntent() {
        boolean found = false;
        for (long seed = 0; seed < 2000 && !found; seed++) {
            History history = new History(new Random(seed), OPAQUE).withoutIntent();
            history.run();
            found = history.effects() > 1;
        }
        assertThat(found).isTrue();
    }
}
