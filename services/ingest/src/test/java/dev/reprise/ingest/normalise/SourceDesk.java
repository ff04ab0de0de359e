// SPDX-License-Identifier: Apache-2.0
package dev.reprise.ingest.normalise;

import io.micrometer.core.instrument.simple.SimpleMeterRegistry;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.time.ZoneId;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Properties;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.apache.kafka.common.header.Header;
import org.apache.kafka.common.serialization.ByteArrayDeserializer;
import org.apache.kafka.common.serialization.ByteArraySerializer;
import org.apache.kafka.streams.StreamsConfig;
import org.apache.kafka.streams.TestInputTopic;
import org.apache.kafka.streams.TestOutputTopic;
import org.apache.kafka.streams.TopologyTestDriver;
import org.apache.kafka.streams.test.TestRecord;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

import dev.reprise.ingest.meter.IngestMeters;
import dev.reprise.ingest.record.RawForeign;
import dev.reprise.ingest.record.RawForeign.Origin;
import dev.reprise.ingest.source.SourceFormat;
import dev.reprise.runtime.kafka.KafkaConnection;
import dev.reprise.runtime.kafka.StreamsIdentity;
import dev.reprise.runtime.message.KafkaMessages;
import dev.reprise.schemas.event.RunEvent;
import dev.reprise.schemas.event.RunFailed;
import dev.reprise.schemas.event.RunKilled;
import dev.reprise.schemas.event.RunStarted;
import dev.reprise.schemas.event.RunStateUnknown;
import dev.reprise.schemas.event.RunSucceeded;
import dev.reprise.schemas.wire.WireCodec;

/** The normaliser with one format, a scheduler that answers as told, and a clock that is moved by hand. */
public final class SourceDesk implements AutoCloseable {

    /** When everything happens unless a test says otherwise. */
    public static final Instant NOW = Instant.parse("2026-11-29T19:00:00Z");
    private static final JsonMapper MAPPER = JsonMapper.builder().build();

    private final SourceFormat format;
    private final WireCodec codec = new WireCodec();
    private final SimpleMeterRegistry registry = new SimpleMeterRegistry();
    private final RawForeign raw = new RawForeign("t.raw");
    private final TopologyTestDriver driver;
    private final TestInputTopic<byte[], byte[]> input;
    private final TestInputTopic<byte[], byte[]> jobs;
    private final TestOutputTopic<byte[], byte[]> events;
    private final TestOutputTopic<byte[], byte[]> deadLetters;
    private final List<Asker.Enquiry> asked = new ArrayList<>();
    private final Map<String, String> answers = new HashMap<>();
    private final List<ProducerRecord<byte[], byte[]>> log = new ArrayList<>();
    private boolean askable;
    private String source;
    private Instant now = NOW;

    /** Opens a desk; {@code state} is a folder of its own. */
    public SourceDesk(SourceFormat format, Path state, Map<String, ZoneId> zones) {
        this.format = format;
        this.source = format.name() + "-prod";
        Properties properties = KafkaConnection.to("localhost:9")
                .streams(new StreamsIdentity("t.ingest", "one", state));
        properties.put(StreamsConfig.STATE_DIR_CONFIG, state.toString());
        NormaliseConfig config = new NormaliseConfig("t.raw", "t.events", "t.lineage", "t.dead-letters",
                Duration.ofDays(7), Duration.ofMinutes(10));
        SourcesConfig sources = SourcesConfig.of("t.raw", "t.jobs", List.of(format), zones, Duration.ofHours(6));
        driver = new TopologyTestDriver(NormaliseTopology.build(config, sources, codec, new IngestMeters(registry),
                new Asker() {
                    @Override
                    public void ask(Enquiry enquiry) {
                        asked.add(enquiry);
                    }

                    @Override
                    public boolean knows(String name) {
                        return askable;
                    }

                    @Override
                    public Optional<String> fault(String name) {
                        return Optional.of("no route to host");
                    }
                }), properties, NOW);
        input = driver.createInputTopic("t.raw", new ByteArraySerializer(), new ByteArraySerializer());
        jobs = driver.createInputTopic("t.jobs", new ByteArraySerializer(), new ByteArraySerializer());
        events = driver.createOutputTopic("t.events", new ByteArrayDeserializer(), new ByteArrayDeserializer());
        deadLetters = driver.createOutputTopic("t.dead-letters", new ByteArrayDeserializer(),
                new ByteArrayDeserializer());
    }

    /** Bodies come from this installation from now on. */
    public SourceDesk from(String name) {
        source = name;
        return this;
    }

    /** A body that came in now. */
    public SourceDesk send(String body) {
        JsonNode tree = MAPPER.readTree(body);
        Origin origin = new Origin(format.name(), format.version(tree), source, format.entity(tree));
        return pipe(raw.body(origin, body.getBytes(StandardCharsets.UTF_8), false, "application/json", now));
    }

    /** A body that is no JSON. */
    public SourceDesk sendBytes(byte[] body) {
        return pipe(raw.body(new Origin(format.name(), Optional.empty(), source, ""), body, false, "text/plain", now));
    }

    /** The installation is configured to be asked. */
    public SourceDesk askable() {
        askable = true;
        return this;
    }

    /** What the scheduler says when it is asked. */
    public SourceDesk knows(String questionId, String answer) {
        answers.put(questionId, answer);
        return this;
    }

    /** The scheduler answers all that was asked and that it knows; returns what was asked. */
    public List<String> answer() {
        List<String> questions = new ArrayList<>();
        List<Asker.Enquiry> due = List.copyOf(asked);
        asked.clear();
        for (Asker.Enquiry enquiry : due) {
            String id = enquiry.question().id();
            questions.add(id);
            if (answers.containsKey(id)) {
                pipe(raw.answer(new Origin(format.name(), Optional.empty(), enquiry.source(), ""), enquiry.rawKey(), id,
                        answers.get(id).getBytes(StandardCharsets.UTF_8), now));
            }
        }
        return questions;
    }

    /** Time goes by. */
    public SourceDesk after(Duration time) {
        now = now.plus(time);
        driver.advanceWallClockTime(time);
        return this;
    }

    /** An entry of the job registry. */
    public SourceDesk job(String job, String mapping) {
        jobs.pipeInput(job.getBytes(StandardCharsets.UTF_8),
                ("{\"job\":\"" + job + "\",\"mapping\":" + mapping + "}").getBytes(StandardCharsets.UTF_8));
        return this;
    }

    /** All records of the raw topic so far, to be read by another desk. */
    public List<ProducerRecord<byte[], byte[]>> raw() {
        return List.copyOf(log);
    }

    /** One record of the raw topic. */
    public SourceDesk pipe(ProducerRecord<byte[], byte[]> record) {
        log.add(record);
        input.pipeInput(new TestRecord<>(record.key(), record.value(), record.headers(), now));
        return this;
    }

    /** What instances were told since the last call, a line each: type, instance, run and try, what matters of the rest. */
    public List<String> told() {
        return events.readRecordsToList().stream().map(this::line).toList();
    }

    /** The same as records. */
    public List<RunEvent> toldEvents() {
        return events.readRecordsToList().stream().map(this::event).toList();
    }

    /** The ids of events told since the last call. */
    public List<String> ids() {
        return events.readRecordsToList().stream()
                .map(record -> text(record.headers().lastHeader("ce_id"))).toList();
    }

    /** The rules by which partitions were found since the last call. */
    public List<String> rules() {
        return events.readRecordsToList().stream()
                .map(record -> text(record.headers().lastHeader("reprise-partition-rule"))).toList();
    }

    /** Cause and field of dead letters since the last call. */
    public List<String> parked() {
        return deadLetters.readRecordsToList().stream().map(record -> text(record.headers().lastHeader("reprise-cause"))
                + " " + text(record.headers().lastHeader("reprise-field"))).map(String::strip).toList();
    }

    /** How many bodies, or parts of them, were parked for a kind of reason. */
    public double parkedCount(String kind) {
        return registry.counter("rerun.source.parked", "format", format.name(), "kind", kind).count();
    }

    private RunEvent event(TestRecord<byte[], byte[]> record) {
        return (RunEvent) new KafkaMessages(codec, "test").read(record.headers(), record.value()).data();
    }

    private String line(TestRecord<byte[], byte[]> record) {
        RunEvent event = event(record);
        String rest = switch (event) {
            case RunStarted started -> started.rerunOf().map(id -> " rerun " + id).orElse("");
            case RunFailed failed -> " " + failed.kind() + " " + failed.retry();
            case RunSucceeded succeeded -> " " + succeeded.proof();
            case RunKilled killed -> " " + killed.by();
            case RunStateUnknown unknown -> " " + unknown.state();
            default -> "";
        };
        return event.getClass().getSimpleName().substring(3) + " " + text(record.key()) + " " + event.run() + "#"
                + event.attempt() + rest;
    }

    private static String text(byte[] bytes) {
        return new String(bytes, StandardCharsets.UTF_8);
    }

    private static String text(Header header) {
        return header == null ? "" : text(header.value());
    }

    @Override
    public void close() {
        driver.close();
    }
}
