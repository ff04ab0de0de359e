// SPDX-License-Identifier: Apache-2.0
package dev.reprise.notifier.metrics;

import static org.assertj.core.api.Assertions.assertThat;

import io.micrometer.prometheusmetrics.PrometheusConfig;
import io.micrometer.prometheusmetrics.PrometheusMeterRegistry;
import java.time.Duration;
import java.time.Instant;
import org.junit.jupiter.api.Test;

import dev.reprise.notifier.fixture.Receivers;
import dev.reprise.notifier.metrics.NotifierMetrics.Outcome;

class NotifierMetricsTest {
    private static final Instant AT = Instant.ofEpochSecond(1_800_000_000);
    private final PrometheusMeterRegistry registry = new PrometheusMeterRegistry(PrometheusConfig.DEFAULT);
    private final NotifierMetrics metrics = new NotifierMetrics(registry, Receivers.aWebhookFor(), () -> 7);

    @Test
    void shouldHaveEveryOutcomeFromTheStart() {
        String scrape = registry.scrape();

        for (String outcome : new String[]{"sent", "retry", "failed", "suppressed"}) {
            assertThat(scrape).contains(
                    "rerun_notifications_total{channel=\"hook\",outcome=\"" + outcome + "\",type=\"webhook\"} 0.0");
        }
        assertThat(scrape).contains("rerun_notification_queue_depth{channel=\"hook\"} 7.0");
    }

    @Test
    void shouldCountAndMeasure() {
        metrics.count(Outcome.RETRY);
        metrics.delivered(Duration.ofSeconds(2), AT);
        metrics.delivered(Duration.ofSeconds(-5), AT.plusSeconds(60));

        assertThat(registry.scrape())
                .contains("rerun_notifications_total{channel=\"hook\",outcome=\"sent\",type=\"webhook\"} 2.0")
                .contains("rerun_notifications_total{channel=\"hook\",outcome=\"retry\",type=\"webhook\"} 1.0")
                .contains("rerun_notification_latency_seconds_count{channel=\"hook\"} 2")
                .contains("rerun_notification_latency_seconds_sum{channel=\"hook\"} 2.0");
    }

    @Test
    void shouldShowWhichShareOfCallsWorkedAndWhenTheLastDid() {
        assertThat(registry.scrape())
                .contains("rerun_notification_attempts_total{channel=\"hook\",type=\"webhook\"} 0.0")
                .contains("rerun_notification_last_success_timestamp_seconds{channel=\"hook\"} NaN");

        metrics.attempt();
        metrics.attempt();
        metrics.delivered(Duration.ZERO, AT);

        assertThat(registry.scrape())
                .contains("rerun_notification_attempts_total{channel=\"hook\",type=\"webhook\"} 2.0")
                .contains("rerun_notification_last_success_timestamp_seconds{channel=\"hook\"} 1.8E9");
    }
}
