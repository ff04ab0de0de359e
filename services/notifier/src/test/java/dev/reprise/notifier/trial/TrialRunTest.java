// SPDX-License-Identifier: Apache-2.0
package dev.reprise.notifier.trial;

import static dev.reprise.notifier.fixture.Subscriptions.aSubscription;
import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.time.Instant;
import org.junit.jupiter.api.Test;

import dev.reprise.notifier.fixture.Alerts;
import dev.reprise.schemas.notification.Page;
import dev.reprise.schemas.notification.PageReason;

/** A subscription over a history, in virtual time. */
class TrialRunTest {
    @Test
    void shouldSayWhatWouldHaveBeenSentAndWhen() {
        TrialRun run = new TrialRun(aSubscription("chat").build());
        Instant start = Alerts.START;
        run.happens(start, Alerts.about("a").firing(1));
        run.happens(start.plusSeconds(10), Alerts.about("b").firing(1));
        run.happens(start.plus(Duration.ofHours(1)), Alerts.about("a").resolved(2));
        run.happens(start.plus(Duration.ofHours(2)), Alerts.about("b").resolved(2));

        assertThat(run.until(start.plus(Duration.ofDays(1)))).extracting(Page::reason)
                .containsExactly(PageReason.FIRST, PageReason.SOME_RESOLVED, PageReason.ALL_RESOLVED);
    }

    @Test
    void shouldRepeatWhatFiresOn() {
        TrialRun run = new TrialRun(aSubscription("chat").build());
        run.happens(Alerts.START, Alerts.about("a").firing(1));

        assertThat(run.until(Alerts.START.plus(Duration.ofDays(1)))).as("at once, then each four hours").hasSize(6);
    }
}
