// SPDX-License-Identifier: Apache-2.0
package dev.reprise.coordinator.topology;

import io.micrometer.core.instrument.simple.SimpleMeterRegistry;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Properties;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.apache.kafka.common.serialization.ByteArrayDeserializer;
import org.apache.kafka.common.serialization.ByteArraySerializer;
import org.apache.kafka.streams.StreamsConfig;
import org.apache.kafka.streams.Topology;
import org.apache.kafka.streams.TopologyTestDriver;
import org.apache.kafka.streams.test.TestRecord;

import dev.reprise.coordinator.registry.Catalog;
import dev.reprise.core.instance.Diagnosing;
import dev.reprise.runtime.failpoint.Failpoints;
import dev.reprise.runtime.message.KafkaMessages;
import dev.reprise.runtime.trace.TraceHeaders;
import dev.reprise.runtime.trace.Traceparent;
import dev.reprise.runtime.trace.Tracing;
import dev.reprise.schemas.event.FailureKind;
import dev.reprise.schemas.event.InstanceEvent;
import dev.reprise.schemas.event.RetryOutlook;
import dev.reprise.schemas.event.RunFailed;
import dev.reprise.schemas.event.RunPhase;
import dev.reprise.schemas.event.RunStarted;
import dev.reprise.schemas.event.RunSucceeded;
import dev.reprise.schemas.event.SuccessProof;
import dev.reprise.schemas.id.InstanceId;
import dev.reprise.schemas.id.JobId;
import dev.reprise.schemas.id.PartitionKey;
import dev.reprise.schemas.id.RunId;
import dev.reprise.schemas.job.Cascade;
import dev.reprise.schemas.job.Dependency;
import dev.reprise.schemas.job.Idempotency;
import dev.reprise.schemas.job.JobDefinition;
import dev.reprise.schemas.job.OnRewrite;
import dev.reprise.schemas.job.Owner;
import dev.reprise.schemas.job.PartitionMapping;
import dev.reprise.schemas.job.Policy;
import dev.reprise.schemas.job.PolicyBuilder;
import dev.reprise.schemas.job.TargetSpec;
import dev.reprise.schemas.topic.Topics;
import dev.reprise.schemas.wire.WireCodec;

/** The topology under a test driver, with a registry that a test fills. */
final class TopologyFixture implements AutoCloseable {
    static final String PREFIX = "reprise.";
    static final Instant START = Instant.parse("2026-11-29T03:00:00Z");
    static final JobId JOB = new JobId("warehouse", "daily_sales");
    static final InstanceId INSTANCE = new InstanceId(JOB, new PartitionKey("ds=2026-11-28"));
    static final RunId RUN = new RunId("run-1");

    final Map<JobId, JobDefinition> registry = new HashMap<>();
    final SimpleMeterRegistry meters = new SimpleMeterRegistry();
    final KafkaMessages messages = new KafkaMessages(new WireCodec(), "reprise/test");
    final Topology topology;
    final TopologyTestDriver driver;
    private int sent;

    TopologyFixture(Path stateDirectory) {
        this(stateDirectory, Tracing.off());
    }

    TopologyFixture(Path stateDirectory, Tracing tracing) {
        topology = CoordinatorTopology.build(new TopologySettings(PREFIX, 1, Duration.ofMillis(100), 500),
                job -> Catalog.of(registry.values(), List.of(), List.of(), _ -> Diagnosing.NOTHING).find(job), messages,
                new CoordinatorMeters(meters), Failpoints.none(), tracing);
        Properties properties = new Properties();
        properties.put(StreamsConfig.APPLICATION_ID_CONFIG, "test");
        properties.put(StreamsConfig.BOOTSTRAP_SERVERS_CONFIG, "nowhere:1");
        properties.put(StreamsConfig.STATE_DIR_CONFIG, stateDirectory.toString());
        driver = new TopologyTestDriver(topology, properties, START);
    }

    void register(Idempotency idempotency) {
        register(JOB, idempotency);
    }

    /** A job with a target, and what it reads from. */
    void register(JobId job, Idempotency idempotency, JobId... upstreams) {
        List<Dependency> reads = Arrays.stream(upstreams)
                .map(upstream -> new Dependency(upstream, PartitionMapping.SAME)).toList();
        Policy policy = new PolicyBuilder(Policy.DEFAULTS).version("v1").idempotency(idempotency)
                .lostAfter(Optional.empty()).cascade(new Cascade(reads, OnRewrite.LIST)).build();
        registry.put(job, new JobDefinition(job, Optional.of(new Owner("sales", List.of("sales@example.org"),
                Optional.empty())), Map.of("tier", "gold"), policy,
                Optional.of(new TargetSpec.Process(List.of("true"), Optional.empty(), Map.of(), Optional.empty())),
                Optional.empty(), START,
                "test"));
    }

    void send(InstanceEvent event) {
        send(event, Optional.empty());
    }

    /** At a place in a trace. */
    void send(InstanceEvent event, Optional<Traceparent> traceparent) {
        ProducerRecord<byte[], byte[]> made = messages.toRecord(Topics.EVENTS.name(PREFIX), event.instance().key(),
                "event-" + sent++, event.at(), (Record) event);
        TraceHeaders.write(made.headers(), traceparent);
        send(Topics.EVENTS, new TestRecord<>(made.key(), made.value(), made.headers(), now()));
    }

    void send(Topics topic, TestRecord<byte[], byte[]> made) {
        driver.createInputTopic(topic.name(PREFIX), new ByteArraySerializer(), new ByteArraySerializer())
                .pipeInput(made);
    }

    <T> List<T> read(Topics topic, Class<T> type) {
        return raw(topic).stream().map(made -> messages.read(made.headers(), made.value()).data()).map(type::cast)
                .toList();
    }

    List<TestRecord<byte[], byte[]>> raw(Topics topic) {
        return driver.createOutputTopic(topic.name(PREFIX), new ByteArrayDeserializer(), new ByteArrayDeserializer())
                .readRecordsToList();
    }

    void pass(Duration time) {
        driver.advanceWallClockTime(time);
        now = now.plus(time);
    }

    private Instant now = START;

    Instant now() {
        return now;
    }

    RunStarted started() {
        return new RunStarted(JOB, INSTANCE.partition(), RUN, 1, now(), "test", Optional.empty(), Optional.empty(),
                false);
    }

    RunFailed failed() {
        return failed(RUN);
    }

    RunFailed failed(RunId run) {
        return failedOf(INSTANCE, run);
    }

    RunFailed failedOf(InstanceId instance) {
        return failedOf(instance, RUN);
    }

    private RunFailed failedOf(InstanceId instance, RunId run) {
        return new RunFailed(instance.job(), instance.partition(), run, 1, now(), "test", FailureKind.FAILED,
                RetryOutlook.FINAL, RunPhase.MAY_HAVE_RUN, Optional.empty());
    }

    RunSucceeded succeeded(RunId run) {
        return new RunSucceeded(JOB, INSTANCE.partition(), run, 1, now(), "test", SuccessProof.OWNER);
    }

    static byte[] bytes(String text) {
        return text.getBytes(StandardCharsets.UTF_8);
    }

    @Override
    public void close() {
        driver.close();
    }
}
