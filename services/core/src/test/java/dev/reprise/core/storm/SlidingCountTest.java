// SPDX-License-Identifier: Apache-2.0
package dev.reprise.core.storm;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.constraints.IntRange;
import net.jqwik.api.constraints.Size;

final class SlidingCountTest {
    private static final Duration WINDOW = Duration.ofSeconds(100);

    @Property(tries = 200)
    void shouldNeverCountTooFewAndStaySmall(@ForAll @Size(max = 600) List<@IntRange(max = 3000) Integer> gaps) {
        SlidingCount count = SlidingCount.EMPTY;
        List<Instant> all = new ArrayList<>();
        Instant now = GroupRig.START;
        for (int gap : gaps) {
            now = now.plusMillis(gap);
            all.add(now);
            count = count.plus(now, WINDOW);
            Instant from = now.minus(WINDOW);
            long exact = all.stream().filter(moment -> moment.isAfter(from)).count();
            Instant wide = from.minus(WINDOW.dividedBy(SlidingCount.EXACT));
            assertThat((long) count.total()).isBetween(exact,
                    all.stream().filter(moment -> moment.isAfter(wide)).count());
            assertThat(count.entries()).hasSizeLessThanOrEqualTo(2 * SlidingCount.EXACT + 1);
        }
    }
}
