// SPDX-License-Identifier: Apache-2.0
package dev.reprise.notifier.lane;

import static org.assertj.core.api.Assertions.assertThat;

import io.micrometer.core.instrument.simple.SimpleMeterRegistry;
import io.opentelemetry.api.common.AttributeKey;
import io.opentelemetry.api.trace.SpanKind;
import io.opentelemetry.api.trace.StatusCode;
import io.opentelemetry.sdk.testing.junit5.OpenTelemetryExtension;
import io.opentelemetry.sdk.trace.data.LinkData;
import io.opentelemetry.sdk.trace.data.SpanData;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

import dev.reprise.notifier.channel.AttemptResult;
import dev.reprise.notifier.channel.Channel;
import dev.reprise.notifier.channel.Delivery;
import dev.reprise.notifier.fixture.Alerts;
import dev.reprise.notifier.fixture.MemoryLog;
import dev.reprise.notifier.fixture.Pages;
import dev.reprise.notifier.fixture.Receivers;
import dev.reprise.notifier.metrics.NotifierMetrics;
import dev.reprise.notifier.receiver.ReceiverSpec;
import dev.reprise.runtime.trace.Traceparent;
import dev.reprise.runtime.trace.Tracing;
import dev.reprise.schemas.notification.Page;
import dev.reprise.schemas.notification.PageChange;

/** A try to tell a receiver belongs below the decision that raised the alert. */
class DeliveryTraceTest {
    @RegisterExtension
    static final OpenTelemetryExtension TRACES = OpenTelemetryExtension.create();

    private static final Traceparent DECISION = new Traceparent("a".repeat(32), "b".repeat(16), "01");
    private static final Traceparent OTHER = new Traceparent("c".repeat(32), "d".repeat(16), "01");
    private static final AttemptResult DELIVERED = new AttemptResult.Delivered(Optional.empty());
    private final List<Delivery> told = new ArrayList<>();

    private record Case(AttemptResult result, String word, StatusCode status) {}

    static List<Case> cases() {
        return List.of(new Case(DELIVERED, "delivered", StatusCode.UNSET),
                new Case(new AttemptResult.Refused("s3cret"), "refused", StatusCode.ERROR),
                new Case(new AttemptResult.Gone("s3cret"), "gone", StatusCode.ERROR),
                new Case(new AttemptResult.Failed("s3cret", Optional.empty(), true), "failed", StatusCode.ERROR));
    }

    @ParameterizedTest
    @MethodSource("cases")
    void shouldSayWhatTheTryCameTo(Case each) throws InterruptedException {
        deliver(Pages.of(Alerts.anAlert().firing(1, DECISION)), each.result(),
                new Tracing(TRACES.getOpenTelemetry()));

        SpanData span = only();
        assertThat(span.getName()).isEqualTo("deliver page");
        assertThat(span.getKind()).isEqualTo(SpanKind.CLIENT);
        assertThat(span.getTraceId()).isEqualTo(DECISION.traceId());
        assertThat(span.getParentSpanId()).isEqualTo(DECISION.spanId());
        assertThat(span.getStatus().getStatusCode()).isEqualTo(each.status());
        assertThat(span.getAttributes().get(AttributeKey.stringKey("reprise.outcome"))).isEqualTo(each.word());
        assertThat(span.getAttributes().get(AttributeKey.stringKey("reprise.receiver"))).isEqualTo("hook");
        assertThat(span.toString()).doesNotContain("s3cret");
        assertThat(told.getFirst().traceparent()).contains(new Traceparent(DECISION.traceId(), span.getSpanId(), "01"));
    }

    @Test
    void shouldNameTheOtherAlertsOfAPage() throws InterruptedException {
        deliver(Pages.group(2, 0, 0, Pages.item(Alerts.about("one").firing(1, DECISION), PageChange.NEW),
                Pages.item(Alerts.about("two").firing(1, OTHER), PageChange.NEW)), DELIVERED,
                new Tracing(TRACES.getOpenTelemetry()));

        assertThat(only().getParentSpanId()).isEqualTo(DECISION.spanId());
        assertThat(only().getLinks()).extracting(LinkData::getSpanContext)
                .extracting(context -> context.getSpanId()).containsExactly(OTHER.spanId());
    }

    @Test
    void shouldHandOnWhatTheAlertCarriesWhereNothingIsInstalled() throws InterruptedException {
        deliver(Pages.of(Alerts.anAlert().firing(1, DECISION)), DELIVERED, Tracing.off());
        deliver(Pages.of(Alerts.anAlert().firing(1)), DELIVERED, Tracing.off());

        assertThat(told).extracting(Delivery::traceparent).containsExactly(Optional.of(DECISION), Optional.empty());
        assertThat(TRACES.getSpans()).isEmpty();
    }

    private void deliver(Page page, AttemptResult result, Tracing tracing) throws InterruptedException {
        Channel channel = new Channel() {
            @Override
            public AttemptResult deliver(Delivery delivery) {
                told.add(delivery);
                return result;
            }

            @Override
            public void close() {}
        };
        ReceiverSpec receiver = Receivers.aWebhookFor();
        new Deliverer(receiver, channel, new MemoryLog(),
                new NotifierMetrics(new SimpleMeterRegistry(), receiver, () -> 0), InstantSource.system(), tracing)
                .turn(new Offer(page, 0, Alerts.START, () -> {}));
    }

    private static SpanData only() {
        assertThat(TRACES.getSpans()).hasSize(1);
        return TRACES.getSpans().getFirst();
    }
}
