// SPDX-License-Identifier: Apache-2.0

import io.micrometer.core.instrument.Counter;
import io.micrometer.core.instrument.simple.SimpleMeterRegistry;
import java.io.BufferedInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.time.InstantSource;
import java.time.ZoneId;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.UUID;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicLong;
import org.apache.kafka.clients.admin.Admin;
import org.apache.kafka.clients.admin.NewTopic;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

import dev.reprise.ingest.IngestApp;
import dev.reprise.ingest.IngestConfig;
import dev.reprise.ingest.IngestPlace;
import dev.reprise.ingest.airflow.AirflowFormat;
import dev.reprise.ingest.alertmanager.AlertmanagerFormat;
import dev.reprise.ingest.aws.AwsFormat;
import dev.reprise.ingest.azkaban.AzkabanFormat;
import dev.reprise.ingest.databricks.DatabricksFormat;
import dev.reprise.ingest.dataworks.DataWorksFormat;
import dev.reprise.ingest.dbt.DbtFormat;
import dev.reprise.ingest.dolphinscheduler.DolphinSchedulerFormat;
import dev.reprise.ingest.kubernetes.KubernetesFormat;
import dev.reprise.ingest.lineage.LineageParser;
import dev.reprise.ingest.slurm.SlurmFormat;
import dev.reprise.ingest.source.RawBody;
import dev.reprise.ingest.source.SourceFormat;
import dev.reprise.runtime.health.HealthChecks;
import dev.reprise.runtime.http.HttpConfig;
import dev.reprise.runtime.http.HttpServer;
import dev.reprise.runtime.kafka.EmbeddedKafka;
import dev.reprise.runtime.kafka.EmbeddedKafkaConfig;
import dev.reprise.runtime.kafka.KafkaConnection;

/**
 * How many OpenLineage events one ingest node takes in a second, with broker, normaliser and the callers on the same machine,
 * and what reading one body of each format costs.
 *
 * <pre>java -cp 'services/app/target/reprise/lib/*' bench/IngestSpeed.java [seconds] [connections]</pre>
 *
 * <p>Callers send the next request when the last is answered, so a rate goes with its latency. Every answer means that Kafka has
 * the event. On a machine that does other things too, processor time is what can be compared: all of this process, divided by
 * its requests, and by the kind of thread that used it (from {@code /proc}, so on Linux only). The other table is nanoseconds of
 * wall time on one thread for bytes to findings, the median of the rounds.
 */
final class IngestSpeed {
    private static final String PREFIX = "speed.";
    private static final int ALONE_SECONDS = 10;
    private static final AtomicLong RUNS = new AtomicLong();
    private static final JsonMapper MAPPER = JsonMapper.builder().build();
    private static long sink;

    private IngestSpeed() {}

    public static void main(String[] arguments) throws Exception {
        int seconds = arguments.length > 0 ? Integer.parseInt(arguments[0]) : 20;
        int connections = arguments.length > 1 ? Integer.parseInt(arguments[1]) : 64;
        System.out.printf(Locale.ROOT, "%d processors, load %.1f, %d bytes an event%n",
                Runtime.getRuntime().availableProcessors(), load(), event().length());
        if (!Boolean.getBoolean("taking")) {
            parsing();
        }
        taking(seconds, connections);
    }

    private static double load() {
        return java.lang.management.ManagementFactory.getOperatingSystemMXBean().getSystemLoadAverage();
    }

    private static void taking(int seconds, int connections) throws Exception {
        Path directory = Files.createTempDirectory("ingest-speed");
        try (EmbeddedKafka broker = EmbeddedKafka.start(EmbeddedKafkaConfig.on(directory.resolve("kafka")), fault -> {})) {
            KafkaConnection connection = KafkaConnection.to(broker.bootstrapServers());
            try (Admin admin = Admin.create(connection.admin("speed-admin"))) {
                admin.createTopics(List.of("raw", "events", "lineage", "jobs", "dead-letters", "permits").stream()
                        .map(name -> new NewTopic(PREFIX + name, Optional.of(8), Optional.empty())).toList()).all().get();
            }
            SimpleMeterRegistry registry = new SimpleMeterRegistry();
            try (IngestApp app = new IngestApp(IngestConfig.defaults(),
                    new IngestPlace(PREFIX, "one", directory.resolve("state")), connection, registry, new HealthChecks(),
                    fault -> {}, InstantSource.system());
                    HttpServer server = HttpServer.start(HttpConfig.onLoopback(0), registry, app.routes())) {
                app.start();
                int port = server.uri().getPort();
                System.out.printf("%n| events in one request | callers | events/s | p50 | p99 | longest | refused | processor time"
                        + " a request |%n");
                System.out.println("|---|---|---|---|---|---|---|---|");
                run(port, Integer.getInteger("warm", 10), connections, 1, false);
                run(port, seconds, connections, 1, true);
                run(port, seconds, connections, 20, true);
                run(port, seconds, Math.max(2, connections / 8), 100, true);
                double read = read(registry);
                System.out.printf(Locale.ROOT, "load at the end %.1f; the normaliser has read %,.0f of %,d events", load(),
                        read, RUNS.get());
                Thread.sleep(ALONE_SECONDS * 1000L);
                System.out.printf(Locale.ROOT, ", and then, alone, %,.0f a second%n", (read(registry) - read) / ALONE_SECONDS);
            }
        }
    }

    private static double read(SimpleMeterRegistry registry) {
        return registry.find("rerun.lineage.events").counters().stream().mapToDouble(Counter::count).sum();
    }

    /** One series of closed-loop callers; each keeps its connection. */
    private static void run(int port, int seconds, int connections, int batch, boolean print) throws Exception {
        long until = System.nanoTime() + seconds * 1_000_000_000L;
        CountDownLatch done = new CountDownLatch(connections);
        CountDownLatch measured = new CountDownLatch(1);
        List<List<Long>> latencies = new ArrayList<>();
        AtomicLong refused = new AtomicLong();
        Map<String, Long> before = spent();
        long started = System.nanoTime();
        for (int caller = 0; caller < connections; caller++) {
            List<Long> mine = new ArrayList<>();
            latencies.add(mine);
            Thread.ofPlatform().daemon().name("caller").start(() -> {
                call(port, batch, until, mine, refused);
                done.countDown();
                await(measured); // the time of a thread that has ended is not told any more
            });
        }
        done.await();
        double elapsed = (System.nanoTime() - started) / 1e9;
        Map<String, Long> spent = spent();
        measured.countDown();
        spent.replaceAll((part, time) -> time - before.getOrDefault(part, 0L));
        long[] all = latencies.stream().flatMap(List::stream).mapToLong(Long::longValue).sorted().toArray();
        if (print && all.length > 0) {
            System.out.printf(Locale.ROOT, "| %d | %d | %,.0f | %.1f ms | %.1f ms | %.0f ms | %d | %,d us:", batch, connections,
                    (all.length - refused.get()) * batch / elapsed, all[all.length / 2] / 1e6,
                    all[(int) (all.length * 0.99)] / 1e6, all[all.length - 1] / 1e6, refused.get(),
                    spent.values().stream().mapToLong(Long::longValue).sum() / all.length);
            spent.forEach((part, time) -> System.out.printf(Locale.ROOT, " %s %,d", part, time / all.length));
            System.out.println(" |");
        }
    }

    private static void call(int port, int batch, long until, List<Long> latencies, AtomicLong refused) {
        try (Socket socket = new Socket("127.0.0.1", port)) {
            socket.setTcpNoDelay(true);
            OutputStream out = socket.getOutputStream();
            InputStream in = new BufferedInputStream(socket.getInputStream());
            while (System.nanoTime() < until) {
                byte[] request = request(port, batch);
                long before = System.nanoTime();
                out.write(request);
                int status = answer(in);
                latencies.add(System.nanoTime() - before);
                if (status != 200 && status != 201) {
                    refused.incrementAndGet();
                }
            }
        } catch (IOException e) {
            refused.incrementAndGet();
        }
    }

    private static void await(CountDownLatch latch) {
        try {
            latch.await();
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }

    /** Microseconds of processor time so far, by the kind of thread. */
    private static Map<String, Long> spent() throws IOException {
        Map<String, Long> spent = new TreeMap<>();
        try (var tasks = Files.list(Path.of("/proc/self/task"))) {
            for (Path task : tasks.toList()) {
                try {
                    String name = Files.readString(task.resolve("comm"));
                    // nanoseconds on a processor come first
                    String[] fields = Files.readString(task.resolve("schedstat")).split(" ");
                    spent.merge(part(name), Long.parseLong(fields[0]) / 1000, Long::sum);
                } catch (IOException e) {
                    // that thread has ended
                }
            }
        }
        return spent;
    }

    private static String part(String thread) {
        return switch (thread) {
            case String name when name.startsWith("caller") -> "callers";
            case String name when name.startsWith("ForkJoinPool") || name.startsWith("Jetty") -> "http";
            case String name when name.startsWith("kafka-producer") -> "producers";
            case String name when name.startsWith(PREFIX + "ingest") -> "normaliser";
            case String name when name.matches("(?s)C[12] Comp.*") -> "compiler";
            case String name when name.matches("(?s)(GC|G1|VM ).*") -> "collector";
            default -> "broker";
        };
    }

    private static byte[] request(int port, int batch) {
        StringBuilder body = new StringBuilder(batch == 1 ? "" : "[");
        for (int each = 0; each < batch; each++) {
            body.append(each > 0 ? "," : "").append(event());
        }
        byte[] bytes = (batch == 1 ? body : body.append("]")).toString().getBytes(StandardCharsets.UTF_8);
        byte[] head = ("POST /api/v1/lineage" + (batch == 1 ? "" : "/batch") + " HTTP/1.1\r\nHost: 127.0.0.1:" + port
                + "\r\nContent-Type: application/json\r\nContent-Length: " + bytes.length + "\r\n\r\n")
                .getBytes(StandardCharsets.US_ASCII);
        ByteArrayOutputStream both = new ByteArrayOutputStream(head.length + bytes.length);
        both.writeBytes(head);
        both.writeBytes(bytes);
        return both.toByteArray();
    }

    /** Reads one answer: status line, headers, a body of a stated length. */
    private static int answer(InputStream in) throws IOException {
        StringBuilder head = new StringBuilder();
        while (head.length() < 4 || !head.substring(head.length() - 4).equals("\r\n\r\n")) {
            int next = in.read();
            if (next < 0) {
                throw new IOException("the connection was closed");
            }
            head.append((char) next);
        }
        int length = 0;
        for (String line : head.toString().split("\r\n")) {
            if (line.toLowerCase(Locale.ROOT).startsWith("content-length:")) {
                length = Integer.parseInt(line.substring(line.indexOf(':') + 1).strip());
            }
        }
        in.readNBytes(length);
        return Integer.parseInt(head.substring(9, 12));
    }

    private static String event() {
        String run = new UUID(RUNS.incrementAndGet(), 7).toString();
        return "{\"eventType\":\"START\",\"eventTime\":\"" + Instant.now() + "\",\"producer\":\"https://example.org/bench\","
                + "\"schemaURL\":\"https://openlineage.io/spec/2-0-2/OpenLineage.json#/$defs/RunEvent\",\"run\":{\"runId\":\""
                + run + "\",\"facets\":{\"tags\":{\"tags\":[{\"key\":\"ds\",\"value\":\"2026-11-28\"}]},\"processing_engine\":"
                + "{\"name\":\"spark\",\"version\":\"3.5.8\",\"openlineageAdapterVersion\":\"1.53.0\"},\"nominalTime\":"
                + "{\"nominalStartTime\":\"2026-11-27T00:00:00Z\",\"nominalEndTime\":\"2026-11-28T00:00:00Z\"}}},\"job\":"
                + "{\"namespace\":\"bench\",\"name\":\"job_" + RUNS.get() % 500 + "\",\"facets\":{\"jobType\":{\"integration\":"
                + "\"AIRFLOW\",\"jobType\":\"TASK\",\"processingType\":\"BATCH\"}}},\"inputs\":[{\"namespace\":\"db\",\"name\":"
                + "\"orders\"}],\"outputs\":[{\"namespace\":\"db\",\"name\":\"sales\"}]}";
    }

    private static void parsing() {
        System.out.printf("%n| format | bytes | ns from bytes to findings |%n|---|---|---|%n");
        LineageParser lineage = new LineageParser();
        byte[] ol = event().getBytes(StandardCharsets.UTF_8);
        row("openlineage", ol.length, () -> lineage.parse(ol, Instant.now()).hashCode());
        format(new AirflowFormat(), "{\"version\":1,\"event\":\"failed\",\"dag_id\":\"sales\",\"task_id\":\"load\",\"run_id\":"
                + "\"scheduled__2026-11-27T00:00:00+00:00\",\"try_number\":3,\"data_interval_start\":\"2026-11-27T00:00:00+00:00\","
                + "\"data_interval_end\":\"2026-11-28T00:00:00+00:00\",\"exception\":\"boom\"}", Map.of());
        format(new DolphinSchedulerFormat(), "{\"msg\":\"[{\\\"projectCode\\\":1,\\\"workflowInstanceId\\\":2,\\\"taskName\\\":"
                + "\\\"load\\\",\\\"taskState\\\":\\\"FAILURE\\\",\\\"taskEndTime\\\":\\\"2026-11-28 03:00:09\\\"}]\"}",
                Map.of("workflow-instance{instance=2, project=1}", "{\"name\":\"daily-1-20261128030000000\",\"state\":\"FAILURE\","
                        + "\"runTimes\":1,\"scheduleTime\":\"2026-11-28 03:00:00\",\"endTime\":\"2026-11-28 03:05:00\"}"));
        format(new DataWorksFormat(), "{\"specversion\":\"1.0\",\"data\":{\"eventCode\":\"instance-status-changes\",\"taskId\":9,"
                + "\"taskType\":0,\"status\":5,\"modifyTime\":1652700577000,\"beginRunningTime\":1652700580000,\"finishTime\":"
                + "1652700600000}}", Map.of("task-instance{id=9}", "{\"TaskInstance\":{\"TaskName\":\"load\",\"ProjectId\":3,"
                        + "\"Bizdate\":1652544000000,\"PeriodNumber\":1,\"RunNumber\":1,\"StartedTime\":1652700580000}}"));
        format(new DatabricksFormat(), "{\"event_type\":\"jobs.on_failure\",\"run\":{\"run_id\":\"7\"},\"job\":{\"name\":\"j\"}}",
                Map.of("run{id=7}", "{\"run_id\":7,\"state\":{\"life_cycle_state\":\"TERMINATED\",\"result_state\":\"FAILED\","
                        + "\"state_message\":\"m\"},\"start_time\":1795845600000,\"end_time\":1795846800000}"));
        format(new AwsFormat(), "{\"version\":\"0\",\"detail-type\":\"Glue Job State Change\",\"time\":\"2026-11-28T06:02:03Z\","
                + "\"detail\":{\"jobName\":\"j\",\"state\":\"FAILED\",\"jobRunId\":\"jr_1\",\"message\":\"exit code 1\"}}", Map.of());
        format(new KubernetesFormat(), "{\"apiVersion\":\"batch/v1\",\"kind\":\"Job\",\"metadata\":{\"name\":\"n\",\"uid\":\"u\"},"
                + "\"status\":{\"startTime\":\"2026-11-28T03:00:00Z\",\"conditions\":[{\"type\":\"Failed\",\"status\":\"True\","
                + "\"reason\":\"BackoffLimitExceeded\"}]}}", Map.of());
        format(new SlurmFormat(), "{\"hook\":\"PrologSlurmctld\",\"SLURM_JOB_ID\":\"13\",\"SLURM_JOB_NAME\":\"n\","
                + "\"SLURM_JOB_RESTART_COUNT\":\"0\",\"SLURM_JOB_COMMENT\":\"partition=ds=2026-11-28\"}", Map.of());
        format(new DbtFormat(), "{\"metadata\":{\"dbt_schema_version\":\"run-results/v6.json\",\"invocation_id\":\"i\"},"
                + "\"results\":[{\"unique_id\":\"model.a\",\"status\":\"error\",\"message\":\"m\"}]}", Map.of());
        format(new AzkabanFormat(), "{\"eventType\":\"FLOW_FINISHED\",\"flowStatus\":\"FAILED\",\"projectName\":\"p\",\"flowName\":"
                + "\"f\",\"executionId\":\"7\"}", Map.of());
        format(new AlertmanagerFormat(), "{\"version\":\"4\",\"alerts\":[{\"status\":\"firing\",\"labels\":{\"alertname\":\"a\","
                + "\"job_name\":\"j\",\"run_id\":\"r\"},\"startsAt\":\"2026-11-28T03:08:45Z\"}]}", Map.of());
    }

    private static void format(SourceFormat format, String body, Map<String, String> answers) {
        byte[] bytes = body.getBytes(StandardCharsets.UTF_8);
        Map<String, JsonNode> known = new java.util.HashMap<>();
        answers.forEach((question, answer) -> known.put(question, MAPPER.readTree(answer)));
        Instant now = Instant.parse("2026-11-29T00:00:00Z");
        ZoneId zone = ZoneId.of("UTC");
        row(format.name(), bytes.length, () -> format.read(new RawBody("bench", zone, MAPPER.readTree(bytes), now,
                Optional.empty(), known, java.time.Duration.ZERO, true)).findings().size());
    }

    private static void row(String name, int bytes, java.util.function.IntSupplier once) {
        int count = 20_000;
        long[] rounds = new long[9];
        for (int round = -3; round < rounds.length; round++) {
            long before = System.nanoTime();
            for (int each = 0; each < count; each++) {
                sink += once.getAsInt();
            }
            if (round >= 0) {
                rounds[round] = (System.nanoTime() - before) / count;
            }
        }
        Arrays.sort(rounds);
        System.out.printf(Locale.ROOT, "| %s | %d | %,d |%n", name, bytes, rounds[rounds.length / 2]);
    }
}
