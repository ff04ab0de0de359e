// SPDX-License-Identifier: Apache-2.0
package dev.reprise.notifier.lane;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;
import static org.hamcrest.Matchers.is;

import io.micrometer.core.instrument.simple.SimpleMeterRegistry;
import java.time.Duration;
import java.time.InstantSource;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

import dev.reprise.notifier.channel.AttemptResult;
import dev.reprise.notifier.channel.Channel;
import dev.reprise.notifier.channel.Delivery;
import dev.reprise.notifier.fixture.Alerts;
import dev.reprise.notifier.fixture.MemoryLog;
import dev.reprise.notifier.fixture.Pages;
import dev.reprise.notifier.fixture.Receivers;
import dev.reprise.notifier.metrics.NotifierMetrics;
import dev.reprise.runtime.trace.Tracing;
import dev.reprise.schemas.alert.Alert;
import dev.reprise.schemas.decision.Severity;
import dev.reprise.schemas.notification.DeliveryOutcome;
import dev.reprise.schemas.notification.Told;

class LaneTest {
    private static final Duration SOON = Duration.ofSeconds(120);
    private final MemoryLog log = new MemoryLog();
    private final List<Delivery> delivered = new CopyOnWriteArrayList<>();
    private final CountDownLatch gate = new CountDownLatch(1);
    private final AtomicInteger done = new AtomicInteger();
    private final SimpleMeterRegistry registry = new SimpleMeterRegistry();
    private volatile AttemptResult result = new AttemptResult.Delivered(Optional.empty());
    private volatile boolean throwing;
    private Lane lane = lane(10);

    private Lane lane(int bound) {
        Channel channel = new Channel() {
            @Override
            public AttemptResult deliver(Delivery delivery) throws InterruptedException {
                gate.await();
                if (throwing) {
                    throw new IllegalStateException("with a secret t0ken in its text");
                }
                delivered.add(delivery);
                return result;
            }

            @Override
            public void close() {}
        };
        return new Lane(Receivers.aWebhookFor(), channel, log,
                depth -> new NotifierMetrics(registry, Receivers.aWebhookFor(), depth), InstantSource.system(), bound,
                Tracing.off());
    }

    private void offer(Alert alert) {
        lane.offer(new Offer(Pages.of(alert), 0, Alerts.START, done::incrementAndGet));
    }

    @AfterEach
    void closeLane() {
        gate.countDown();
        lane.close();
    }

    @Test
    void shouldTellRevisionsOfOneAlertInOrder() {
        lane.start();
        offer(Alerts.anAlert().firing(1));
        offer(Alerts.anAlert().resolved(2));
        gate.countDown();

        await().atMost(SOON).untilAtomic(done, is(2));
        assertThat(delivered).extracting(delivery -> delivery.page().told()).containsExactly(Told.FIRING,
                Told.RESOLVED);
        assertThat(lane.depth()).isZero();
        assertThat(registry.get("rerun.notifications").tag("outcome", "sent").counter().count()).isEqualTo(2);
    }

    @Test
    void shouldRecordTheIntentBeforeTheCallAndTheResultAfterIt() {
        lane.start();
        offer(Alerts.anAlert().firing(1));
        await().atMost(SOON).until(() -> log.written().size() == 1);
        assertThat(log.written().getFirst().notification().outcome()).isEqualTo(DeliveryOutcome.RETRYING);
        assertThat(log.written().getFirst().told()).isEqualTo(Told.FIRING);
        gate.countDown();

        await().atMost(SOON).untilAtomic(done, is(1));
        assertThat(log.written().getLast().notification().outcome()).isEqualTo(DeliveryOutcome.SENT);
    }

    @Test
    void shouldNotLetARetryHoldUpOtherAlerts() {
        result = new AttemptResult.Failed("answered 503", Optional.of(Duration.ofMinutes(30)), false);
        gate.countDown();
        lane.start();
        offer(Alerts.about("a").firing(1));
        await().atMost(SOON).until(() -> delivered.size() == 1);
        result = new AttemptResult.Delivered(Optional.empty());
        offer(Alerts.about("b").firing(1));

        await().atMost(SOON).until(() -> delivered.size() == 2);
        assertThat(delivered.getLast().page().items().getFirst().content().job().name()).isEqualTo("b");
    }

    @Test
    void shouldNotTellTheEndOfWhatCouldNotBeTold() {
        result = new AttemptResult.Failed("answered 503", Optional.of(Duration.ofMinutes(30)), false);
        gate.countDown();
        lane.start();
        offer(Alerts.anAlert().firing(1));
        await().atMost(SOON).untilAtomic(done, is(1));
        offer(Alerts.anAlert().resolved(2));

        await().atMost(SOON).until(() -> lane.depth() == 0);
        assertThat(delivered).hasSize(1);
        assertThat(log.written().getLast().notification().outcome()).isEqualTo(DeliveryOutcome.FAILED);
        assertThat(log.written().getLast().notification().detail()).contains("it is over before it could be told");
    }

    @Test
    void shouldRecordAsFailedWhatFindsTheQueueFullButTakeInTheEnd() {
        lane = lane(1);
        offer(Alerts.about("a").firing(1));
        offer(Alerts.about("b").firing(1));
        offer(Alerts.about("a").resolved(2));

        assertThat(lane.depth()).isEqualTo(2);
        assertThat(done).hasValue(1);
        assertThat(log.written()).singleElement().satisfies(entry -> {
            assertThat(entry.notification().outcome()).isEqualTo(DeliveryOutcome.FAILED);
            assertThat(entry.notification().detail()).contains("too many alerts wait for this receiver");
        });
    }

    @Test
    void shouldDropWhatBelongsToAnotherProcess() {
        offer(Alerts.anAlert().firing(1));
        lane.drop(kafkaPartition -> kafkaPartition == 0, Duration.ZERO);

        assertThat(lane.depth()).isZero();
        assertThat(done).hasValue(0);
    }

    @Test
    void shouldFailForGoodOnRefusal() {
        result = new AttemptResult.Refused("answered 404");
        gate.countDown();
        lane.start();
        offer(Alerts.anAlert().firing(1));

        await().atMost(SOON).untilAtomic(done, is(1));
        assertThat(log.written().getLast().notification().outcome()).isEqualTo(DeliveryOutcome.FAILED);
        assertThat(log.written().getLast().told()).isEqualTo(Told.NOTHING);
        assertThat(registry.get("rerun.notifications").tag("outcome", "failed").counter().count()).isEqualTo(1);
    }

    @Test
    void shouldTellNothingMoreOfAnAlertToWhoWantsNoMore() {
        result = new AttemptResult.Gone("answered 410");
        gate.countDown();
        lane.start();
        offer(Alerts.anAlert().severity(Severity.WARNING).firing(1));
        offer(Alerts.anAlert().severity(Severity.CRITICAL).firing(2));
        offer(Alerts.anAlert().resolved(3));
        offer(Alerts.about("other").firing(1));

        await().atMost(SOON).untilAtomic(done, is(4));
        assertThat(delivered).extracting(delivery -> delivery.page().items().getFirst().content().job().name())
                .containsExactly("send_invoices", "other");
        assertThat(registry.get("rerun.notifications").tag("outcome", "suppressed").counter().count()).isEqualTo(2);
    }

    @Test
    void shouldOweTheEndToWhomItMayHaveTold() {
        result = new AttemptResult.Failed("no answer in time", Optional.of(Duration.ofMinutes(30)), true);
        gate.countDown();
        lane.start();
        offer(Alerts.anAlert().firing(1));
        await().atMost(SOON).untilAtomic(done, is(1));
        result = new AttemptResult.Delivered(Optional.empty());
        offer(Alerts.anAlert().resolved(2));

        await().atMost(SOON).until(() -> delivered.size() == 2);
        assertThat(delivered.getLast().page().told()).isEqualTo(Told.RESOLVED);
    }

    @Test
    void shouldSurviveWhateverAChannelThrows() {
        gate.countDown();
        throwing = true;
        lane.start();
        offer(Alerts.about("a").firing(1));
        await().atMost(SOON).untilAtomic(done, is(1));
        throwing = false;
        offer(Alerts.about("b").firing(1));

        await().atMost(SOON).until(() -> delivered.size() == 1);
        assertThat(lane.alive()).isTrue();
        assertThat(log.written().stream().map(entry -> entry.notification().detail().orElse("")))
                .contains("failed with IllegalStateException").noneMatch(detail -> detail.contains("t0ken"));
    }
}
