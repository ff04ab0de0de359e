// SPDX-License-Identifier: Apache-2.0
package dev.reprise.coordinator.topology;

import static org.assertj.core.api.Assertions.assertThat;

import io.opentelemetry.api.common.AttributeKey;
import io.opentelemetry.api.trace.SpanKind;
import io.opentelemetry.sdk.testing.junit5.OpenTelemetryExtension;
import io.opentelemetry.sdk.trace.data.LinkData;
import io.opentelemetry.sdk.trace.data.SpanData;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import org.apache.kafka.streams.test.TestRecord;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.api.io.TempDir;

import dev.reprise.runtime.trace.TraceHeaders;
import dev.reprise.runtime.trace.Traceparent;
import dev.reprise.runtime.trace.Tracing;
import dev.reprise.schemas.alert.AlertFiring;
import dev.reprise.schemas.event.RerunRequested;
import dev.reprise.schemas.id.AttemptId;
import dev.reprise.schemas.id.RerunId;
import dev.reprise.schemas.job.Idempotency;
import dev.reprise.schemas.topic.Topics;

/** A decision names in its trace what it follows from, however long ago that came. */
final class TraceTopologyTest {
    @RegisterExtension
    static final OpenTelemetryExtension TRACES = OpenTelemetryExtension.create();

    private static final Traceparent FAILURE = new Traceparent("a".repeat(32), "b".repeat(16), "01");
    private static final Traceparent OTHER = new Traceparent("c".repeat(32), "d".repeat(16), "01");

    @TempDir
    private Path directory;

    @Test
    void shouldLinkTheRerunToTheFailureThatSettledInBetween() {
        try (TopologyFixture fixture = new TopologyFixture(directory, new Tracing(TRACES.getOpenTelemetry()))) {
            fixture.register(Idempotency.IDEMPOTENT);
            fixture.send(fixture.started(), Optional.of(OTHER));
            fixture.send(fixture.failed(), Optional.of(FAILURE));
            fixture.send(fixture.failed(), Optional.of(OTHER));

            fixture.pass(Duration.ofSeconds(31));

            SpanData rerun = only("decide rerun");
            assertThat(rerun.getParentSpanContext().isValid()).isFalse();
            assertThat(rerun.getTraceId()).isNotEqualTo(FAILURE.traceId());
            assertThat(links(rerun)).containsExactly(FAILURE.spanId());
            assertThat(rerun.getKind()).isEqualTo(SpanKind.CONSUMER);
            assertThat(text(rerun, "reprise.job")).isEqualTo("warehouse/daily_sales");
            assertThat(text(rerun, "reprise.partition")).isEqualTo("ds=2026-11-28");
            assertThat(text(rerun, "reprise.run")).isEqualTo("run-1");
            assertThat(text(rerun, "reprise.decision")).isEqualTo("rerun");
            assertThat(text(rerun, "reprise.reason")).isEqualTo("FINAL_FAILURE");
            assertThat(text(rerun, "reprise.rerun.id")).isEqualTo(RerunId
                    .ofFailure(TopologyFixture.INSTANCE, new AttemptId(TopologyFixture.RUN, 1)).value());
            assertThat(rerun.getAttributes().get(AttributeKey.longKey("reprise.generation"))).isEqualTo(1);
            assertThat(text(rerun, "messaging.system")).isEqualTo("kafka");
            assertThat(text(rerun, "messaging.destination.name")).isEqualTo("reprise.events");
            assertThat(text(rerun, "messaging.destination.partition.id")).isEqualTo("0");
            assertThat(text(rerun, "messaging.consumer.group.name")).isEqualTo("test");
            assertThat(rerun.getAttributes().get(AttributeKey.longKey("messaging.kafka.offset"))).isNotNegative();
            assertThat(traceparents(fixture.raw(Topics.COMMANDS))).containsExactly(of(rerun));
            assertThat(traceparents(fixture.raw(Topics.DECISIONS))).containsExactlyElementsOf(decisions());
            assertThat(links(only("decide suppress"))).as("the repetition, and the failure it repeats")
                    .containsExactly(FAILURE.spanId(), OTHER.spanId());
        }
    }

    @Test
    void shouldRaiseAnAlertThatNamesItsDecision() {
        try (TopologyFixture fixture = new TopologyFixture(directory, new Tracing(TRACES.getOpenTelemetry()))) {
            fixture.register(Idempotency.NOT_IDEMPOTENT);
            fixture.send(fixture.failed(), Optional.of(FAILURE));

            List<TestRecord<byte[], byte[]>> alerts = fixture.raw(Topics.ALERTS);

            SpanData decision = only("decide alert");
            assertThat(links(decision)).containsExactly(FAILURE.spanId());
            assertThat(traceparents(alerts)).containsExactly(of(decision));
            assertThat(fixture.messages.read(alerts.getFirst().headers(), alerts.getFirst().value()).data())
                    .isInstanceOfSatisfying(AlertFiring.class,
                            alert -> assertThat(alert.content().traceparent()).contains(of(decision).toString()));

            fixture.send(fixture.succeeded(TopologyFixture.RUN), Optional.of(OTHER));
            assertThat(links(only("decide resolve"))).containsExactly(FAILURE.spanId(), OTHER.spanId());
        }
    }

    @Test
    void shouldForgetTheFailureWhenItsEpisodeIsOver() {
        try (TopologyFixture fixture = new TopologyFixture(directory, new Tracing(TRACES.getOpenTelemetry()))) {
            fixture.register(Idempotency.IDEMPOTENT);
            fixture.send(fixture.failed(), Optional.of(FAILURE));
            assertThat(row(fixture).traceparent()).contains(FAILURE.toString());

            fixture.send(fixture.succeeded(TopologyFixture.RUN));
            assertThat(row(fixture).traceparent()).isEmpty();
        }
    }

    @Test
    void shouldNotBlameAnEarlierFailureForOneThatNamesNoPlace() {
        try (TopologyFixture fixture = new TopologyFixture(directory, new Tracing(TRACES.getOpenTelemetry()))) {
            fixture.register(Idempotency.IDEMPOTENT);
            fixture.send(fixture.failed(), Optional.of(FAILURE));
            fixture.pass(Duration.ofSeconds(31));
            TRACES.clearSpans();

            fixture.send(fixture.failed(RerunId.ofFailure(TopologyFixture.INSTANCE,
                    new AttemptId(TopologyFixture.RUN, 1)).asRun()));

            assertThat(row(fixture).traceparent()).isEmpty();
            assertThat(TRACES.getSpans()).isNotEmpty().allSatisfy(span -> assertThat(links(span)).isEmpty());
        }
    }

    @Test
    void shouldLinkWhatAPersonAsksForToTheirRequest() {
        try (TopologyFixture fixture = new TopologyFixture(directory, new Tracing(TRACES.getOpenTelemetry()))) {
            fixture.register(Idempotency.IDEMPOTENT);
            fixture.send(fixture.succeeded(TopologyFixture.RUN), Optional.of(FAILURE));
            fixture.send(new RerunRequested(TopologyFixture.JOB, TopologyFixture.INSTANCE.partition(), fixture.now(),
                    "click-1", "ada", "corrected input", true, false, false), Optional.of(OTHER));
            fixture.pass(Duration.ofSeconds(31));

            SpanData rerun = only("decide rerun");
            assertThat(links(rerun)).containsExactly(OTHER.spanId());
            assertThat(traceparents(fixture.raw(Topics.COMMANDS))).containsExactly(of(rerun));
        }
    }

    @Test
    void shouldWriteNothingWhereNothingIsInstalledAndNobodyAskedForIt() {
        try (TopologyFixture fixture = new TopologyFixture(directory)) {
            fixture.register(Idempotency.IDEMPOTENT);
            fixture.send(fixture.failed());
            fixture.pass(Duration.ofSeconds(31));

            for (Topics topic : List.of(Topics.COMMANDS, Topics.DECISIONS, Topics.INSTANCES)) {
                assertThat(fixture.raw(topic)).isNotEmpty().allSatisfy(
                        record -> assertThat(record.headers().lastHeader(Traceparent.HEADER)).isNull());
            }
            assertThat(row(fixture).traceparent()).isEmpty();
            assertThat(TRACES.getSpans()).isEmpty();
        }
    }

    @Test
    void shouldHandOnWhereNothingIsInstalledWhatTheCallerGave() {
        try (TopologyFixture fixture = new TopologyFixture(directory)) {
            fixture.register(Idempotency.IDEMPOTENT);
            fixture.send(fixture.failed(), Optional.of(FAILURE));
            fixture.pass(Duration.ofSeconds(31));

            assertThat(traceparents(fixture.raw(Topics.COMMANDS))).containsExactly(FAILURE);
        }
    }

    @Test
    void shouldDecideTheSameWhetherOrNotItIsTraced() {
        assertThat(decided(new Tracing(TRACES.getOpenTelemetry()), "on", Optional.of(FAILURE)))
                .isEqualTo(decided(Tracing.off(), "off", Optional.empty())).isNotEmpty();
    }

    private List<Record> decided(Tracing tracing, String name, Optional<Traceparent> traceparent) {
        try (TopologyFixture fixture = new TopologyFixture(directory.resolve(name), tracing)) {
            fixture.register(Idempotency.IDEMPOTENT);
            fixture.send(fixture.started(), traceparent);
            fixture.send(fixture.failed(), traceparent);
            fixture.pass(Duration.ofSeconds(31));
            return fixture.read(Topics.DECISIONS, Record.class);
        }
    }

    private static StateRow row(TopologyFixture fixture) {
        return fixture.driver.<String, StateRow>getKeyValueStore(NodeNames.INSTANCE_STATE)
                .get(TopologyFixture.INSTANCE.key());
    }

    private static List<Traceparent> traceparents(List<TestRecord<byte[], byte[]>> records) {
        return records.stream().map(record -> TraceHeaders.read(record.headers()).orElseThrow()).toList();
    }

    private static List<Traceparent> decisions() {
        return TRACES.getSpans().stream().map(TraceTopologyTest::of).toList();
    }

    private static SpanData only(String name) {
        List<SpanData> found = TRACES.getSpans().stream().filter(span -> span.getName().equals(name)).toList();
        assertThat(found).as(name).hasSize(1);
        return found.getFirst();
    }

    private static Traceparent of(SpanData span) {
        return new Traceparent(span.getTraceId(), span.getSpanId(), span.getSpanContext().getTraceFlags().asHex());
    }

    private static List<String> links(SpanData span) {
        return span.getLinks().stream().map(LinkData::getSpanContext).map(context -> context.getSpanId()).toList();
    }

    private static String text(SpanData span, String name) {
        return span.getAttributes().get(AttributeKey.stringKey(name));
    }
}
