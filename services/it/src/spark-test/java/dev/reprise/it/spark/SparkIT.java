// SPDX-License-Identifier: Apache-2.0
package dev.reprise.it.spark;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import java.io.IOException;
import java.net.http.HttpResponse;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.UUID;
import java.util.function.Predicate;
import org.apache.kafka.clients.consumer.KafkaConsumer;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.common.serialization.ByteArrayDeserializer;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.api.io.TempDir;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

import dev.reprise.it.broker.Broker;
import dev.reprise.it.broker.BrokerKind;
import dev.reprise.it.process.RepriseProcess;
import dev.reprise.runtime.kafka.KafkaConnection;

/**
 * Spark drivers as processes, their lineage over HTTP to the program as a process, and what becomes of it: decisions, reruns
 * by {@code spark-submit}, and the rows in the table's files.
 */
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
final class SparkIT {
    /** A driver takes half a minute, and minutes on a busy machine. */
    private static final Duration LONG = Duration.ofMinutes(10);
    private static final String DAY = "2026-11-28";
    private static final String OTHER_DAY = "2026-11-27";
    private static final String INSTANCES = "/api/v1/instances/spark-prod/";

    private Path directory;
    private Path kept;
    private Broker broker;
    private RepriseProcess reprise;
    private SparkHome spark;

    @BeforeAll
    void start(@TempDir Path shared) throws IOException {
        directory = shared;
        broker = BrokerKind.EMBEDDED.start(directory.resolve("kafka"));
        reprise = new RepriseProcess(Files.createDirectories(directory.resolve("reprise")), broker.bootstrapServers());
        kept = Files.createDirectories(Path.of(System.getProperty("spark.output")));
        spark = SparkHome.in(directory.resolve("spark"), Path.of(System.getProperty("spark.module")), reprise.uri(""));
    }

    @AfterAll
    void stop() throws IOException {
        try {
            keep();
        } finally {
            reprise.close();
            broker.close();
        }
    }

    @Test
    void shouldRerunAFailedOverwriteOnceToSuccess() throws IOException, InterruptedException {
        Sales sales = Sales.in(directory.resolve("overwrite"), """
                INSERT OVERWRITE TABLE sales
                SELECT id, amount, dt FROM orders WHERE dt = '${dt}'
                """);
        apply("overwritten_sales", sales, "definition: overwrite/sales.sql", "{idempotency: unknown}");
        sales.order("fail");

        Process driver = submit(sales, "overwritten_sales", "partition:dt=" + DAY);

        assertThat(end(driver)).isEqualTo(1);
        awaitStatus("overwritten_sales", "SUCCEEDED");
        assertThat(decisions("overwritten_sales")).filteredOn(kind("rerun")).singleElement()
                .satisfies(rerun -> assertThat(rerun.path("reason").asString()).isEqualTo("FINAL_FAILURE"));
        assertThat(sales.rows(DAY)).containsExactlyInAnyOrderElementsOf(Sales.orders(DAY).toList());
        assertThat(sales.rows(OTHER_DAY)).isEmpty();
        String job = reprise.get("/api/v1/jobs/spark-prod/overwritten_sales").body();
        assertThat(job).contains("IDEMPOTENT", "overwrite/orders", "overwrite/sales");
    }

    @Test
    void shouldNeverRerunAFailedAppendAndShowItsStatement() throws IOException, InterruptedException {
        Sales sales = Sales.in(directory.resolve("append"), """
                INSERT INTO sales SELECT id, amount, dt FROM orders WHERE dt = '${dt}' AND id < 5;
                INSERT INTO sales SELECT id, amount, dt FROM orders WHERE dt = '${dt}' AND id >= 5
                """);
        apply("appended_sales", sales, "definition: append/sales.sql", "{idempotency: unknown}");
        sales.order("fail");

        Process driver = submit(sales, "appended_sales", "partition:dt=" + DAY);

        assertThat(end(driver)).isEqualTo(1);
        awaitStatus("appended_sales", "GAVE_UP");
        await().atMost(LONG).untilAsserted(() -> assertThat(reprise.get("/api/v1/alerts?state=firing").body())
                .contains("NON_IDEMPOTENT", "appended_sales", "append/sales.sql:1", "appends to sales",
                        "INSERT INTO sales SELECT id, amount, dt"));
        assertThat(decisions("appended_sales")).filteredOn(kind("rerun")).isEmpty();
        assertThat(sales.rows(DAY)).containsExactlyInAnyOrderElementsOf(Sales.orders(DAY).limit(5).toList());
    }

    @Test
    void shouldTellAPersonOfAKilledDriverAndRerunOnHerWord() throws IOException, InterruptedException {
        Sales sales = Sales.in(directory.resolve("killed"), """
                INSERT OVERWRITE TABLE sales PARTITION (dt = '${dt}')
                SELECT id, amount FROM orders WHERE dt = '${dt}'
                """);
        apply("killed_sales", sales, "definition: killed/sales.sql", "{idempotency: unknown, lost-after: 30s}");
        sales.order("hang");
        Process driver = submit(sales, "killed_sales", "");
        awaitStatus("killed_sales", "RUNNING");

        driver.destroyForcibly();

        assertThat(end(driver)).isEqualTo(137);
        sales.lift("hang");
        await("a person to be told").atMost(LONG).untilAsserted(
                () -> assertThat(reprise.get("/api/v1/alerts?state=firing").body()).contains("RECONCILE_UNANSWERED",
                        "killed_sales"));
        assertThat(decisions("killed_sales")).extracting(decision -> decision.path("reason").asString())
                .contains("HEARTBEAT_LOST_RECONCILE", "RECONCILE_UNANSWERED");
        assertThat(decisions("killed_sales")).filteredOn(kind("rerun")).isEmpty();

        HttpResponse<String> asked = reprise.send("POST", INSTANCES + "killed_sales/dt=" + DAY + "/rerun?wait=60s",
                "application/json", "{\"reason\":\"the driver is gone\",\"requestId\":\"q1\"}");
        assertThat(asked.statusCode()).as(asked.body()).isBetween(200, 202);
        awaitStatus("killed_sales", "SUCCEEDED");
        assertThat(sales.rows(DAY)).containsExactlyInAnyOrderElementsOf(Sales.orders(DAY).toList());
        assertThat(decisions("killed_sales")).filteredOn(kind("rerun")).hasSize(1);
        await().atMost(LONG).untilAsserted(() -> assertThat(reprise.get("/api/v1/alerts?state=firing").body())
                .doesNotContain("killed_sales"));
    }

    @Test
    void shouldBelieveTheExitStatusWhereSparkReportsSuccess() throws IOException, InterruptedException {
        Sales sales = Sales.in(directory.resolve("crashed"), """
                INSERT OVERWRITE TABLE sales PARTITION (dt = '${dt}') SELECT id, no_such_column FROM orders
                """);
        apply("crashed_sales", sales, "", "{rerun: never}");
        String run = UUID.randomUUID().toString();
        List<String> words = new ArrayList<>(RepriseProcess.command("exec", "--server", reprise.uri("").toString(),
                "--job", "spark-prod/crashed_sales", "--partition", "dt=" + DAY, "--run", run, "--"));
        List<String> submit = spark.words(sales, "crashed_sales", DAY, "partition:dt=" + DAY);
        words.add(submit.getFirst());
        words.addAll(SparkHome.parent("crashed_sales", run));
        words.addAll(submit.subList(1, submit.size()));

        assertThat(end(start(words, "crashed_sales"))).isEqualTo(1);

        awaitStatus("crashed_sales", "GAVE_UP");
        await().atMost(LONG).untilAsserted(() -> assertThat(reprise.get("/api/v1/alerts?state=firing").body())
                .contains("RERUN_DISABLED", "crashed_sales"));
        assertThat(lineage()).as("what Spark says of it").filteredOn(body -> body.contains("crashed_sales"))
                .anySatisfy(body -> assertThat(body).contains("\"eventType\":\"COMPLETE\"", "\"APPLICATION\""))
                .noneSatisfy(body -> assertThat(body).contains("\"eventType\":\"FAIL\""));
        assertThat(reprise.get(INSTANCES + "crashed_sales/dt=" + DAY).body()).contains(run, "no_such_column")
                .contains("\"status\":\"GAVE_UP\"");
    }

    private static Predicate<JsonNode> kind(String kind) {
        return decision -> decision.path("kind").asString().equalsIgnoreCase(kind);
    }

    private void apply(String job, Sales sales, String definition, String policy)
            throws IOException, InterruptedException {
        Path document = directory.resolve(job + ".yaml");
        Files.writeString(document, """
                defaults:
                  policy: {settle: 2s, backoff: {initial: 0s}}
                jobs:
                  - job: spark-prod/%s
                    owner: {name: sales-team}
                    policy: %s
                    %s
                    target: %s
                """.formatted(job, policy, definition, spark.target(sales, job)));
        Path said = directory.resolve(job + ".applied");
        Process apply = new ProcessBuilder(RepriseProcess.command("jobs", "apply", document.toString(), "--server",
                reprise.uri("").toString())).redirectErrorStream(true).redirectOutput(said.toFile()).start();
        assertThat(end(apply)).as(Files.readString(said)).isZero();
        await().atMost(LONG)
                .untilAsserted(() -> assertThat(reprise.get("/api/v1/jobs").body()).contains(job));
    }

    private Process submit(Sales sales, String job, String tags) throws IOException {
        return start(spark.words(sales, job, DAY, tags), job);
    }

    private Process start(List<String> words, String job) throws IOException {
        ProcessBuilder command = new ProcessBuilder(words).directory(directory.toFile()).redirectErrorStream(true)
                .redirectOutput(directory.resolve(job + ".log").toFile());
        command.environment().put("REPRISE_DATA", directory.resolve("data").toString());
        return command.start();
    }

    private static int end(Process process) throws InterruptedException {
        await("the process to end").atMost(LONG).until(() -> !process.isAlive());
        return process.waitFor();
    }

    private void awaitStatus(String job, String status) {
        await(job + " to be " + status).atMost(LONG).pollInterval(Duration.ofMillis(500)).untilAsserted(
                () -> assertThat(reprise.get(INSTANCES + job + "/dt=" + DAY).body())
                        .contains("\"status\":\"" + status + "\""));
    }

    private List<JsonNode> decisions(String job) {
        List<JsonNode> decisions = new ArrayList<>();
        JsonMapper.shared().readTree(reprise.get(INSTANCES + job + "/dt=" + DAY + "/decisions?limit=200").body())
                .path("items").forEach(decisions::add);
        return decisions;
    }

    /** All bodies as they came. */
    private List<String> lineage() {
        List<String> bodies = new ArrayList<>();
        try (KafkaConsumer<byte[], byte[]> consumer = new KafkaConsumer<>(
                KafkaConnection.to(broker.bootstrapServers()).consumer("reader"), new ByteArrayDeserializer(),
                new ByteArrayDeserializer())) {
            List<TopicPartition> partitions = consumer.partitionsFor("reprise.raw").stream()
                    .map(each -> new TopicPartition(each.topic(), each.partition())).toList();
            consumer.assign(partitions);
            consumer.seekToBeginning(partitions);
            Map<TopicPartition, Long> ends = consumer.endOffsets(partitions);
            while (partitions.stream().anyMatch(each -> consumer.position(each) < ends.get(each))) {
                consumer.poll(Duration.ofMillis(200)).forEach(record -> bodies.add(new String(record.value(), StandardCharsets.UTF_8)));
            }
        }
        return bodies;
    }

    /** What the processes said and sent stays for whoever asks why a test failed. */
    private void keep() throws IOException {
        try (var files = Files.walk(directory)) {
            for (Path file : files.filter(each -> each.toString().matches(".*(_sales|reprise|output)\\.log")).toList()) {
                Files.copy(file, kept.resolve(directory.relativize(file).toString().replace('/', '-')),
                        StandardCopyOption.REPLACE_EXISTING);
            }
        }
        Files.write(kept.resolve("raw.ndjson"), lineage());
    }
}
