// SPDX-License-Identifier: Apache-2.0
package dev.reprise.ingest.normalise;

import static org.assertj.core.api.Assertions.assertThat;

import io.micrometer.core.instrument.simple.SimpleMeterRegistry;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Properties;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.apache.kafka.common.header.Headers;
import org.apache.kafka.common.header.internals.RecordHeaders;
import org.apache.kafka.common.serialization.ByteArrayDeserializer;
import org.apache.kafka.common.serialization.ByteArraySerializer;
import org.apache.kafka.streams.StreamsConfig;
import org.apache.kafka.streams.TestInputTopic;
import org.apache.kafka.streams.TestOutputTopic;
import org.apache.kafka.streams.TopologyTestDriver;
import org.apache.kafka.streams.state.KeyValueIterator;
import org.apache.kafka.streams.test.TestRecord;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

import dev.reprise.ingest.lineage.Captures;
import dev.reprise.ingest.lineage.EventText;
import dev.reprise.ingest.lineage.Replay;
import dev.reprise.ingest.meter.IngestMeters;
import dev.reprise.ingest.record.HeaderNames;
import dev.reprise.ingest.record.LineageEnvelope;
import dev.reprise.ingest.record.RawLineage;
import dev.reprise.runtime.kafka.KafkaConnection;
import dev.reprise.runtime.kafka.StreamsIdentity;
import dev.reprise.runtime.message.DeadLetterHeaders;
import dev.reprise.runtime.message.KafkaMessages;
import dev.reprise.schemas.event.RunEvent;
import dev.reprise.schemas.event.RunFailed;
import dev.reprise.schemas.event.RunStarted;
import dev.reprise.schemas.event.RunStateUnknown;
import dev.reprise.schemas.job.DefinitionAnalysis;
import dev.reprise.schemas.job.Verdict;
import dev.reprise.schemas.lineage.JobLineage;
import dev.reprise.schemas.wire.WireCodec;
import dev.reprise.schemas.wire.WireMessage;
import dev.reprise.schemas.wire.WireType;

class NormaliseTopologyTest {

    private static final Instant NOW = Instant.parse("2026-11-29T19:00:00Z");
    private static final NormaliseConfig CONFIG = new NormaliseConfig("t.raw", "t.events", "t.lineage",
            "t.dead-letters",
            Duration.ofDays(7), Duration.ofMinutes(10));

    private static final SourcesConfig SOURCES = SourcesConfig.of("t.raw", "t.jobs", List.of(), Map.of(),
            Duration.ofHours(6));

    /** Nobody is asked for lineage. */
    private static final class Silence implements Asker {
        @Override
        public void ask(Enquiry enquiry) {
            throw new AssertionError("asked " + enquiry);
        }

        @Override
        public boolean knows(String source) {
            return false;
        }

        @Override
        public Optional<String> fault(String source) {
            return Optional.empty();
        }
    }

    @TempDir
    java.nio.file.Path state;
    private final WireCodec codec = new WireCodec();
    private final SimpleMeterRegistry registry = new SimpleMeterRegistry();
    private final RawLineage raw = new RawLineage("t.raw");
    private TopologyTestDriver driver;
    private TestInputTopic<byte[], byte[]> input;
    private TestOutputTopic<byte[], byte[]> events;
    private TestOutputTopic<byte[], byte[]> lineage;
    private TestOutputTopic<byte[], byte[]> deadLetters;

    @BeforeEach
    void open() {
        Properties properties = KafkaConnection.to("localhost:9")
                .streams(new StreamsIdentity("t.ingest", "one", state));
        properties.put(StreamsConfig.STATE_DIR_CONFIG, state.toString());
        driver = new TopologyTestDriver(
                NormaliseTopology.build(CONFIG, SOURCES, codec, new IngestMeters(registry), new Silence()), properties,
                NOW);
        input = driver.createInputTopic("t.raw", new ByteArraySerializer(), new ByteArraySerializer());
        events = driver.createOutputTopic("t.events", new ByteArrayDeserializer(), new ByteArrayDeserializer());
        lineage = driver.createOutputTopic("t.lineage", new ByteArrayDeserializer(), new ByteArrayDeserializer());
        deadLetters = driver.createOutputTopic("t.dead-letters", new ByteArrayDeserializer(),
                new ByteArrayDeserializer());
    }

    @AfterEach
    void close() {
        driver.close();
    }

    @Test
    void shouldDescribeTheTopologyAsRecorded() throws IOException {
        try (InputStream golden = NormaliseTopologyTest.class.getResourceAsStream("/golden/normalise-topology.txt")) {
            assertThat(NormaliseTopology.build(CONFIG, SOURCES, codec, new IngestMeters(registry), new Silence())
                    .describe().toString().strip())
                    .isEqualTo(new String(golden.readAllBytes(), StandardCharsets.UTF_8).strip());
        }
    }

    @Test
    void shouldTellTheSameAsTheMapping() {
        List<String> bodies = Captures.bodies("spark-3.5.8/insert-into__fails-in-the-middle__attempt1.ndjson");
        bodies.forEach(this::send);
        assertThat(read()).isEqualTo(Replay.of(bodies));
    }

    @Test
    void shouldUseTheMappingOfTheJobBeforeAnIntervalAndAfterATag() {
        driver.createInputTopic("t.jobs", new ByteArraySerializer(), new ByteArraySerializer()).pipeInput(
                "prod/dag.task".getBytes(StandardCharsets.UTF_8),
                ("{\"job\":\"prod/dag.task\",\"mapping\":{\"partition\":"
                        + "\"ds={{data_interval_start|yyyy-MM-dd}}\"}}").getBytes(StandardCharsets.UTF_8));
        EventText interval = EventText.task("FAIL", "t");
        interval.runFacet("nominalTime").put("nominalStartTime", "2026-11-27T00:00:00Z").put("nominalEndTime",
                "2026-11-28T00:00:00Z");
        send(interval.toString());
        EventText tagged = EventText.task("FAIL", "u").tag("dt", "1");
        tagged.runFacet("nominalTime").put("nominalStartTime", "2026-11-27T00:00:00Z").put("nominalEndTime",
                "2026-11-28T00:00:00Z");
        send(tagged.toString());
        assertThat(read()).extracting(event -> event.instance().key()).containsExactly("prod/dag.task/ds=2026-11-27",
                "prod/dag.task/dt=1");
    }

    @Test
    void shouldKeyEventsByInstanceAndNameTheRule() {
        Captures.bodies("spark-3.5.8/overwrite-static-partition__success.ndjson").forEach(this::send);
        List<TestRecord<byte[], byte[]>> records = events.readRecordsToList();
        assertThat(records).isNotEmpty().allSatisfy(record -> {
            assertThat(text(record.key())).isEqualTo("batch-prod/daily_sales_overwrite/dt=2026-11-28");
            assertThat(header(record.headers(), HeaderNames.PARTITION_RULE)).isEqualTo("static-sql");
            assertThat(header(record.headers(), "ce_id")).matches("ol-[0-9a-f]{32}");
            assertThat(header(record.headers(), "ce_source")).isEqualTo("reprise/ingest/openlineage");
        });
        assertThat(records).extracting(record -> header(record.headers(), "ce_id")).doesNotHaveDuplicates();
    }

    @Test
    void shouldTellInTheTraceOfTheBody() {
        String caller = "00-4bf92f3577b34da6a3ce929d0e0e4736-00f067aa0ba902b7-01";
        ProducerRecord<byte[], byte[]> body = raw.of("key",
                EventText.task("FAIL", "t").toString().getBytes(StandardCharsets.UTF_8), "application/json", NOW);
        body.headers().add("traceparent", caller.getBytes(StandardCharsets.UTF_8));
        input.pipeInput(new TestRecord<>(body.key(), body.value(), body.headers(), NOW));
        send(EventText.task("FAIL", "u").toString());

        List<TestRecord<byte[], byte[]>> told = events.readRecordsToList();
        assertThat(told).hasSizeGreaterThan(1);
        assertThat(header(told.getFirst().headers(), "traceparent")).isEqualTo(caller);
        assertThat(told.getLast().headers().lastHeader("traceparent")).isNull();
    }

    @Test
    void shouldTellWhatIsNewsOfAJob() {
        String sql = "INSERT INTO dw.sales SELECT * FROM ods.orders WHERE token = 'hunter2'";
        send(EventText.task("START", "one").sql(sql).reads("ods.orders").writes("dw.sales", "").toString());
        send(EventText.task("COMPLETE", "one").sql(sql).reads("ods.orders").writes("dw.sales", "").toString());
        send(EventText.task("START", "two").sql(sql).toString());
        send(EventText.task("FAIL", "two").sql(sql).toString());
        send(EventText.task("START", "three").sql("INSERT OVERWRITE TABLE dw.sales SELECT * FROM ods.orders")
                .toString());

        List<JobLineage> told = lineages();

        assertThat(told).hasSize(2).allSatisfy(each -> {
            assertThat(each.job().key()).isEqualTo("prod/dag.task");
            assertThat(each.inputs()).containsExactly("db/ods.orders");
            assertThat(each.outputs()).containsExactly("db/dw.sales");
        });
        DefinitionAnalysis append = told.getFirst().analysis().orElseThrow();
        assertThat(append.verdict()).isEqualTo(Verdict.NOT_IDEMPOTENT);
        assertThat(append.findings().getFirst().place()).isEqualTo("job.facets.sql:1");
        assertThat(append.findings().getFirst().excerpt().orElseThrow()).contains("INSERT INTO dw.sales")
                .doesNotContain("hunter2");
        assertThat(told.getLast().analysis().orElseThrow().verdict()).isEqualTo(Verdict.IDEMPOTENT);
    }

    @Test
    void shouldTakeStatementsOfPartsAsEvidenceAndNotAsAVerdict() {
        send(EventText.application("START", "app").toString());
        send(EventText.statement("COMPLETE", "s1", "app").sql("INSERT OVERWRITE TABLE t SELECT * FROM s").toString());
        send(EventText.statement("COMPLETE", "s2", "app").sql("INSERT INTO log SELECT 1").toString());
        send(EventText.application("COMPLETE", "app").toString());

        JobLineage told = lineages().getLast();

        assertThat(told.job().key()).isEqualTo("prod/app");
        assertThat(told.analysis().orElseThrow().verdict()).isEqualTo(Verdict.UNKNOWN);
        assertThat(told.analysis().orElseThrow().findings()).extracting("rule").contains("RR101");
    }

    @Test
    void shouldTakeAnOverwriteInTheLifeCycleAsEvidence() {
        send(EventText.task("COMPLETE", "one").reads("ods.orders").writes("dw.sales", "OVERWRITE").toString());
        send(EventText.task("COMPLETE", "two").reads("ods.orders").writes("dw.sales", "").toString());

        List<JobLineage> told = lineages();

        assertThat(told.getFirst().analysis().orElseThrow().verdict()).isEqualTo(Verdict.CONDITIONAL);
        assertThat(told.getFirst().analysis().orElseThrow().findings().getFirst().excerpt()).contains("db/dw.sales");
    }

    @Test
    void shouldTellNothingOfAJobThatShowsNothing() {
        send(EventText.task("START", "one").toString());
        send(EventText.task("COMPLETE", "one").toString());

        assertThat(lineage.isEmpty()).isTrue();
    }

    private List<JobLineage> lineages() {
        return lineage.readRecordsToList().stream().map(record -> {
            assertThat(header(record.headers(), "ce_type")).isEqualTo(WireType.LINEAGE.ceType());
            return (JobLineage) codec.read(WireType.LINEAGE, record.value());
        }).toList();
    }

    @Test
    void shouldCountAndDropWhatCameBefore() {
        String body = EventText.task("FAIL", "t").toString();
        send(body);
        send(body.replace(",\"", ", \""));
        assertThat(read()).hasExactlyElementsOfTypes(RunFailed.class);
        assertThat(registry.counter("rerun.events.deduplicated", "kind", "content").count()).isEqualTo(1);
        assertThat(registry.counter("rerun.lineage.events", "outcome", "duplicate").count()).isEqualTo(1);
    }

    @Test
    void shouldParkWhatItDoesNotUnderstandAndGoOn() {
        send(EventText.task("PAUSED", "t").tag("note", "password=hunter2").toString());
        send("no json, token=hunter2");
        send(EventText.task("FAIL", "t").toString());
        assertThat(read()).hasExactlyElementsOfTypes(RunStateUnknown.class, RunStateUnknown.class, RunFailed.class);
        List<TestRecord<byte[], byte[]>> letters = deadLetters.readRecordsToList();
        assertThat(letters).extracting(letter -> header(letter.headers(), DeadLetterHeaders.CAUSE)).containsExactly(
                "UNKNOWN_TYPE",
                "SYNTAX");
        assertThat(letters.getFirst()).satisfies(letter -> {
            assertThat(header(letter.headers(), DeadLetterHeaders.FIELD)).isEqualTo("eventType");
            assertThat(header(letter.headers(), DeadLetterHeaders.TOPIC)).isEqualTo("t.raw");
            assertThat(header(letter.headers(), DeadLetterHeaders.KAFKA_PARTITION)).isEqualTo("0");
            assertThat(header(letter.headers(), DeadLetterHeaders.OFFSET)).isEqualTo("0");
        });
        assertThat(letters).allSatisfy(letter -> assertThat(text(letter.value())).doesNotContain("hunter2"));
        assertThat(registry.counter("rerun.dead.letters", "topic", "t.raw", "cause", "SYNTAX").count()).isEqualTo(1);
    }

    @Test
    void shouldTellAPersonOnceADayOfEachKindOfTrouble() {
        send("no json");
        send("no json either");
        send(EventText.task("PAUSED", "t").toString());
        send(EventText.task("PAUSED", "u").toString());
        assertThat(read()).extracting(event -> event.instance().key() + " " + event.run())
                .containsExactly("reprise/ingest.openlineage/syntax 2026-11-29",
                        "reprise/ingest.openlineage/unknown-type 2026-11-29");
        assertThat(parked("syntax")).isEqualTo(2);
        assertThat(parked("unknown-type")).isEqualTo(2);
        driver.advanceWallClockTime(Duration.ofDays(1));
        send("no json again");
        assertThat(read()).extracting(event -> event.instance().key() + " " + event.run())
                .containsExactly("reprise/ingest.openlineage/syntax 2026-11-30");
    }

    @Test
    void shouldTellWhatIsCertainOfANewerVersionAndParkTheRest() {
        String newer = EventText.task("FAIL", "t").toString().replace("spec/2-0-2/", "spec/3-0-0/");
        assertThat(newer).contains("spec/3-0-0/");
        send(newer);
        send(newer.replace("\"FAIL\"", "\"MELTED\""));
        assertThat(read()).hasExactlyElementsOfTypes(RunStateUnknown.class, RunFailed.class);
        assertThat(deadLetters.readRecordsToList())
                .extracting(letter -> header(letter.headers(), DeadLetterHeaders.CAUSE) + " "
                        + header(letter.headers(), DeadLetterHeaders.FIELD))
                .containsExactly("UNKNOWN_VERSION schemaURL", "UNKNOWN_VERSION eventType");
        assertThat(parked("unknown-version")).isEqualTo(2);
    }

    private double parked(String kind) {
        return registry.counter("rerun.source.parked", "format", "openlineage", "kind", kind).count();
    }

    @Test
    void shouldLeaveOtherFormatsAlone() {
        input.pipeInput(new TestRecord<>("slurm/1".getBytes(StandardCharsets.UTF_8), new byte[]{1},
                new RecordHeaders().add(HeaderNames.FORMAT, "slurm".getBytes(StandardCharsets.UTF_8)), NOW));
        assertThat(events.isEmpty()).isTrue();
        assertThat(deadLetters.isEmpty()).isTrue();
    }

    @Test
    void shouldTellARunThatFellSilentBeforeItsPartitionWasKnown() {
        send(EventText.application("START", "a").toString());
        driver.advanceWallClockTime(Duration.ofMinutes(9));
        assertThat(events.isEmpty()).isTrue();
        driver.advanceWallClockTime(Duration.ofMinutes(2));
        assertThat(read()).hasExactlyElementsOfTypes(RunStarted.class).extracting(event -> event.partition().value())
                .containsExactly("*");
        driver.advanceWallClockTime(Duration.ofMinutes(30));
        assertThat(events.isEmpty()).isTrue();
    }

    @Test
    void shouldForgetWhatIsOld() {
        send(EventText.task("FAIL", "t").toString());
        driver.advanceWallClockTime(Duration.ofDays(6));
        assertThat(remembered()).isEqualTo(3); // its body, its link, its context
        driver.advanceWallClockTime(Duration.ofDays(2));
        assertThat(remembered()).isZero();
    }

    private int remembered() {
        int count = 0;
        try (KeyValueIterator<String, byte[]> all = driver.<String, byte[]>getKeyValueStore(NodeNames.LINEAGE_RUNS)
                .all()) {
            while (all.hasNext()) {
                all.next();
                count++;
            }
        }
        return count;
    }

    private void send(String body) {
        byte[] bytes = body.getBytes(StandardCharsets.UTF_8);
        String key = body.startsWith("{")
                ? new LineageEnvelope(codec.mapper().readTree(bytes)).orderingKey()
                : "broken";
        ProducerRecord<byte[], byte[]> record = raw.of(key, bytes, "application/json", NOW);
        input.pipeInput(new TestRecord<>(record.key(), record.value(), record.headers(), NOW));
    }

    private List<RunEvent> read() {
        KafkaMessages messages = new KafkaMessages(codec, "test");
        return events.readRecordsToList().stream().map(record -> messages.read(record.headers(), record.value()))
                .map(WireMessage::data).map(RunEvent.class::cast).toList();
    }

    private static String header(Headers headers, String name) {
        return text(headers.lastHeader(name).value());
    }

    private static String text(byte[] bytes) {
        return new String(bytes, StandardCharsets.UTF_8);
    }
}
