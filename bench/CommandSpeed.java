// SPDX-License-Identifier: Apache-2.0

import com.sun.net.httpserver.HttpServer;
import java.io.IOException;
import java.net.InetSocketAddress;
import java.net.ServerSocket;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;
import org.apache.kafka.clients.consumer.ConsumerConfig;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.clients.consumer.KafkaConsumer;
import org.apache.kafka.common.serialization.StringDeserializer;

/**
 * How long it takes from a failure to the committed command of its rerun, without faults: from just before a final failure
 * is posted to the moment a consumer that reads only what is committed has the command, less the settle time. The promise is
 * two ticks and a barrier: the barrier is one more way through the log, a commit and a read. The target is a sink in this
 * process, so that no job takes processor time.
 *
 * <pre>java -cp 'services/app/target/reprise/lib/*' bench/CommandSpeed.java [failures] [pause in ms]</pre>
 */
final class CommandSpeed {
    private static final Duration SETTLE = Duration.ofSeconds(2);
    private static final Duration PATIENCE = Duration.ofMinutes(3);
    private static final int WARM = 30;
    private final HttpClient client = HttpClient.newHttpClient();
    private final int port;
    private final int kafkaPort;

    private CommandSpeed(int port, int kafkaPort) {
        this.port = port;
        this.kafkaPort = kafkaPort;
    }

    public static void main(String[] args) throws Exception {
        int failures = args.length > 0 ? Integer.parseInt(args[0]) : 1000;
        Duration pause = Duration.ofMillis(args.length > 1 ? Long.parseLong(args[1]) : 50);
        Path directory = Files.createTempDirectory("reprise-bench");
        CommandSpeed bench = new CommandSpeed(freePort(), freePort());
        Process process = bench.start(directory);
        try {
            System.out.printf("processors %d, load %s%n", Runtime.getRuntime().availableProcessors(),
                    Files.readString(Path.of("/proc/loadavg")).split(" ")[0]);
            bench.measure(failures, pause);
        } finally {
            process.destroy();
            process.waitFor(1, TimeUnit.MINUTES);
            delete(directory);
        }
    }

    private void measure(int failures, Duration pause) throws Exception {
        HttpServer sink = HttpServer.create(new InetSocketAddress("127.0.0.1", 0), 0);
        sink.createContext("/", exchange -> {
            exchange.sendResponseHeaders(201, -1);
            exchange.close();
        });
        sink.start();
        try {
            measure(failures, pause, sink.getAddress().getPort());
        } finally {
            sink.stop(0);
        }
    }

    private void measure(int failures, Duration pause, int sink) throws Exception {
        expect(send("PUT", "/api/v1/jobs", "application/yaml", """
                jobs:
                  - job: bench/mark
                    policy: {idempotency: idempotent, settle: 2s, backoff: {initial: 0s}, storm: {failures: 99999}}
                    target: {type: http, url: "http://127.0.0.1:%d/", success: {statuses: [201]}}
                """.formatted(sink)));
        Map<String, Instant> posted = new HashMap<>();
        Map<String, Instant> seen = new HashMap<>();
        try (KafkaConsumer<String, String> consumer = consumer()) {
            consumer.subscribe(List.of("reprise.commands"));
            consumer.poll(Duration.ofSeconds(5));
            Instant end = Instant.now().plus(PATIENCE).plus(pause.multipliedBy(failures));
            Instant next = Instant.now();
            while (seen.size() < failures + WARM) {
                if (Instant.now().isAfter(end)) {
                    throw new IllegalStateException("only " + seen.size() + " commands came");
                }
                if (posted.size() < failures + WARM && !Instant.now().isBefore(next)) {
                    String partition = "n=" + posted.size();
                    next = Instant.now().plus(pause);
                    posted.put(partition, Instant.now());
                    post(partition);
                }
                for (ConsumerRecord<String, String> command : consumer.poll(Duration.ofMillis(2))) {
                    Instant now = Instant.now();
                    String key = command.key();
                    seen.putIfAbsent(key.substring(key.lastIndexOf('/') + 1), now);
                }
            }
        }
        List<Long> delays = new ArrayList<>();
        posted.forEach((partition, at) -> {
            if (Integer.parseInt(partition.substring(2)) >= WARM) {
                delays.add(Duration.between(at, seen.get(partition)).minus(SETTLE).toMillis());
            }
        });
        delays.sort(Comparator.naturalOrder());
        System.out.printf("failure to committed command less settle (%d s), ms, n=%d, one each %d ms: min %d, p50 %d, p90 %d,"
                + " p99 %d, max %d%n", SETTLE.toSeconds(), delays.size(), pause.toMillis(), delays.getFirst(),
                at(delays, 0.50), at(delays, 0.90), at(delays, 0.99), delays.getLast());
    }

    private KafkaConsumer<String, String> consumer() {
        return new KafkaConsumer<>(Map.of(ConsumerConfig.BOOTSTRAP_SERVERS_CONFIG, "127.0.0.1:" + kafkaPort,
                ConsumerConfig.GROUP_ID_CONFIG, "bench", ConsumerConfig.ISOLATION_LEVEL_CONFIG, "read_committed",
                ConsumerConfig.AUTO_OFFSET_RESET_CONFIG, "earliest", ConsumerConfig.FETCH_MAX_WAIT_MS_CONFIG, "5"),
                new StringDeserializer(), new StringDeserializer());
    }

    private void post(String partition) throws Exception {
        expect(send("POST", "/api/v1/events", "application/cloudevents+json", """
                {"specversion":"1.0","id":"%1$s","source":"bench","type":"dev.reprise.run.failed.v1","time":"%2$s",
                 "data":{"job":"bench/mark","partition":"%1$s","run":"run-%1$s","attempt":1,"retry":"FINAL"}}
                """.formatted(partition, Instant.now())));
    }

    private HttpResponse<String> send(String method, String path, String type, String body) throws Exception {
        return client.send(HttpRequest.newBuilder(URI.create("http://127.0.0.1:" + port + path))
                .method(method, HttpRequest.BodyPublishers.ofString(body, StandardCharsets.UTF_8))
                .header("content-type", type).build(), HttpResponse.BodyHandlers.ofString());
    }

    private static void expect(HttpResponse<String> answer) {
        if (answer.statusCode() < 200 || answer.statusCode() > 299) {
            throw new IllegalStateException("answered " + answer.statusCode() + ": " + answer.body());
        }
    }

    private Process start(Path directory) throws Exception {
        Path log = directory.resolve("up.log");
        Process process = new ProcessBuilder(Path.of("reprise").toAbsolutePath().toString(), "up", "--data",
                directory.resolve("data").toString(), "--port", Integer.toString(port), "--kafka-port",
                Integer.toString(kafkaPort)).redirectErrorStream(true).redirectOutput(log.toFile()).start();
        while (!isReady()) {
            if (!process.isAlive()) {
                throw new IllegalStateException("ended: " + Files.readString(log));
            }
            Thread.sleep(Duration.ofMillis(100));
        }
        return process;
    }

    private boolean isReady() throws InterruptedException {
        try {
            return client.send(HttpRequest.newBuilder(URI.create("http://127.0.0.1:" + port + "/healthz/ready")).build(),
                    HttpResponse.BodyHandlers.discarding()).statusCode() == 200;
        } catch (IOException e) {
            return false;
        }
    }

    private static long at(List<Long> sorted, double share) {
        return sorted.get((int) Math.min(sorted.size() - 1, Math.ceil(sorted.size() * share) - 1));
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
