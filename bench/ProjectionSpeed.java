// SPDX-License-Identifier: Apache-2.0

import java.io.IOException;
import java.net.ServerSocket;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.Comparator;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLong;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.apache.kafka.clients.consumer.ConsumerConfig;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.clients.consumer.KafkaConsumer;
import org.apache.kafka.common.serialization.StringDeserializer;

/**
 * Whether the read model keeps up with the coordinator at its peak. Events are posted in batches faster than they are
 * decided, so that the coordinator never waits for work; meanwhile it is watched how far the read model is behind, and at
 * the end how long it needs after the last snapshot was committed. Everything runs in one process of {@code reprise up}.
 *
 * <pre>java -cp 'services/app/target/reprise/lib/*' bench/ProjectionSpeed.java [instances]</pre>
 */
final class ProjectionSpeed {
    private static final int BATCH = 250;
    private static final int WARM = 5_000;
    private static final Duration PATIENCE = Duration.ofMinutes(5);
    private final HttpClient client = HttpClient.newHttpClient();
    private final int port;
    private final int kafkaPort;

    private ProjectionSpeed(int port, int kafkaPort) {
        this.port = port;
        this.kafkaPort = kafkaPort;
    }

    public static void main(String[] args) throws Exception {
        int instances = args.length > 0 ? Integer.parseInt(args[0]) : 30_000;
        Path directory = Files.createTempDirectory("reprise-bench");
        ProjectionSpeed bench = new ProjectionSpeed(freePort(), freePort());
        Process process = new ProcessBuilder(Path.of("reprise").toAbsolutePath().toString(), "up", "--data",
                directory.resolve("data").toString(), "--port", Integer.toString(bench.port), "--kafka-port",
                Integer.toString(bench.kafkaPort)).redirectErrorStream(true)
                .redirectOutput(directory.resolve("up.log").toFile()).start();
        try {
            bench.awaitReady();
            bench.send("PUT", "/api/v1/jobs", "application/yaml", IntStream.range(0, 10)
                    .mapToObj("  - job: bench/job_%d\n    policy: {idempotency: unknown}\n"::formatted)
                    .collect(Collectors.joining("", "jobs:\n", "")));
            System.out.printf("processors %d, load %s at the start%n", Runtime.getRuntime().availableProcessors(),
                    Files.readString(Path.of("/proc/loadavg")).split(" ")[0]);
            bench.flood("warm", WARM);
            System.out.println(bench.flood("peak", instances));
        } finally {
            process.destroy();
            process.waitFor(1, TimeUnit.MINUTES);
            delete(directory);
        }
    }

    private String flood(String name, int instances) throws Exception {
        try (KafkaConsumer<String, String> consumer = consumer()) {
            consumer.subscribe(List.of("reprise.instances", "reprise.decisions"));
            while (consumer.assignment().isEmpty()) {
                consumer.poll(Duration.ofMillis(100));
            }
            consumer.seekToEnd(consumer.assignment());
            consumer.assignment().forEach(consumer::position);
            long began = System.nanoTime();
            AtomicLong posted = new AtomicLong();
            Thread posts = Thread.ofVirtual().start(() -> {
                post(name, instances);
                posted.set(System.nanoTime());
            });
            Set<String> succeeded = new HashSet<>();
            long records = 0;
            long behind = 0;
            long looked = began;
            Instant end = Instant.now().plus(PATIENCE);
            while (succeeded.size() < instances) {
                if (Instant.now().isAfter(end)) {
                    throw new IllegalStateException("only " + succeeded.size() + " instances ended");
                }
                for (ConsumerRecord<String, String> record : consumer.poll(Duration.ofMillis(20))) {
                    records++;
                    if (record.topic().equals("reprise.instances") && record.value().contains("\"status\":\"SUCCEEDED\"")) {
                        succeeded.add(record.key());
                    }
                }
                if (System.nanoTime() - looked > Duration.ofMillis(500).toNanos()) {
                    looked = System.nanoTime();
                    behind = Math.max(behind, lag());
                }
            }
            double seconds = (System.nanoTime() - began) / 1e9;
            long decided = System.nanoTime();
            while (lag() > 0) {
                Thread.sleep(Duration.ofMillis(20));
            }
            posts.join();
            return """
                    %,d events, posted within %.1f s, decided within %.1f s: %,.0f events a second, %,.0f snapshots and decisions
                    the read model was behind by %,d records at most, and had all %d ms after the last"""
                    .formatted(2 * instances, (posted.get() - began) / 1e9, seconds, 2 * instances / seconds, records / seconds, behind,
                            (System.nanoTime() - decided) / 1_000_000);
        }
    }

    private void post(String name, int instances) {
        for (int from = 0; from < instances; from += BATCH) {
            send("POST", "/api/v1/events", "application/cloudevents-batch+json",
                    IntStream.range(from, Math.min(instances, from + BATCH)).boxed()
                            .flatMap(at -> Stream.of("started", "succeeded").map(what -> event(name, at, what)))
                            .collect(Collectors.joining(",", "[", "]")));
        }
    }

    private static String event(String name, int at, String what) {
        return """
                {"specversion":"1.0","id":"%1$s-%2$d-%3$s","source":"bench","type":"dev.reprise.run.%3$s.v1","time":"%4$s",
                 "data":{"job":"bench/job_%5$d","partition":"%1$s=%2$d","run":"run-%1$s-%2$d","attempt":1}}
                """.formatted(name, at, what, Instant.now(), at % 10);
    }

    private long lag() {
        return send("GET", "/metrics", "text/plain", "").lines().filter(line -> line.startsWith("rerun_console_lag"))
                .mapToLong(line -> (long) Double.parseDouble(line.substring(line.lastIndexOf(' ') + 1))).sum();
    }

    private KafkaConsumer<String, String> consumer() {
        return new KafkaConsumer<>(Map.of(ConsumerConfig.BOOTSTRAP_SERVERS_CONFIG, "127.0.0.1:" + kafkaPort,
                ConsumerConfig.GROUP_ID_CONFIG, "bench", ConsumerConfig.ISOLATION_LEVEL_CONFIG, "read_committed",
                ConsumerConfig.AUTO_OFFSET_RESET_CONFIG, "latest", ConsumerConfig.MAX_POLL_RECORDS_CONFIG, "5000"),
                new StringDeserializer(), new StringDeserializer());
    }

    private String send(String method, String path, String type, String body) {
        try {
            HttpRequest.BodyPublisher content = body.isEmpty() ? HttpRequest.BodyPublishers.noBody()
                    : HttpRequest.BodyPublishers.ofString(body);
            HttpResponse<String> answer = client.send(HttpRequest.newBuilder(URI.create("http://127.0.0.1:" + port + path))
                    .method(method, content).header("content-type", type).build(), HttpResponse.BodyHandlers.ofString());
            if (answer.statusCode() / 100 != 2) {
                throw new IllegalStateException("answered " + answer.statusCode() + ": " + answer.body());
            }
            return answer.body();
        } catch (IOException | InterruptedException e) {
            throw new IllegalStateException(e);
        }
    }

    private void awaitReady() throws InterruptedException {
        Instant end = Instant.now().plus(PATIENCE);
        while (true) {
            try {
                send("GET", "/healthz/ready", "text/plain", "");
                return;
            } catch (IllegalStateException e) {
                if (Instant.now().isAfter(end)) {
                    throw e;
                }
            }
            Thread.sleep(Duration.ofMillis(200));
        }
    }

    private static int freePort() throws IOException {
        try (ServerSocket socket = new ServerSocket(0)) {
            return socket.getLocalPort();
        }
    }

    private static void delete(Path directory) throws IOException {
        try (Stream<Path> files = Files.walk(directory)) {
            for (Path file : files.sorted(Comparator.reverseOrder()).toList()) {
                Files.deleteIfExists(file);
            }
        }
    }
}
