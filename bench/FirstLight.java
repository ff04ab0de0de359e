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
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;

/**
 * What {@code reprise up} costs and how fast it answers, measured from outside on a directory of its own.
 *
 * <pre>java bench/FirstLight.java [failures] [starts]</pre>
 *
 * <ul>
 * <li>start to ready: from the start of the launcher to the first 200 of {@code /healthz/ready}, first start and later ones
 * <li>memory at rest: resident set, ten seconds after it was ready and again after the load
 * <li>failure to rerun: from the time just before a final failure is posted to the time the rerun's process writes down
 * itself, less the settle time; one failure each 200 ms, admitted by their group, whose breaker would take so many for
 * a storm
 * </ul>
 */
final class FirstLight {
    private static final Duration SETTLE = Duration.ofSeconds(2);
    private static final Duration PATIENCE = Duration.ofMinutes(3);
    private final HttpClient client = HttpClient.newHttpClient();
    private final Path root = Path.of("").toAbsolutePath();
    private final Path directory;
    private final int port;

    private FirstLight(Path directory, int port) {
        this.directory = directory;
        this.port = port;
    }

    public static void main(String[] args) throws Exception {
        int failures = args.length > 0 ? Integer.parseInt(args[0]) : 100;
        int starts = args.length > 1 ? Integer.parseInt(args[1]) : 4;
        Path directory = Files.createTempDirectory("reprise-bench");
        try (ServerSocket socket = new ServerSocket(0)) {
            int port = socket.getLocalPort();
            socket.close();
            new FirstLight(directory, port).run(failures, starts);
        } finally {
            delete(directory);
        }
    }

    private void run(int failures, int starts) throws Exception {
        System.out.printf("processors %d, load %s%n", Runtime.getRuntime().availableProcessors(),
                Files.readString(Path.of("/proc/loadavg")).split(" ")[0]);
        List<Long> ready = new ArrayList<>();
        for (int start = 1; start < starts; start++) {
            Process process = start(ready);
            end(process);
            // The first start leaves a cache behind for the later ones; it is made beside the running program.
        }
        Process process = start(ready);
        System.out.printf("start to ready, ms: first %d, later %s%n", ready.getFirst(), ready.subList(1, ready.size()));
        Thread.sleep(Duration.ofSeconds(10));
        System.out.printf("resident at rest, MiB: %d%n", resident(process));
        report(failures);
        System.out.printf("resident after the load, MiB: %d%n", resident(process));
        end(process);
    }

    private void report(int failures) throws Exception {
        Path marks = Files.createDirectories(directory.resolve("marks"));
        apply(marks);
        Map<Integer, Instant> posted = new TreeMap<>();
        for (int i = 0; i < failures; i++) {
            posted.put(i, Instant.now());
            post(i);
            Thread.sleep(Duration.ofMillis(200));
        }
        List<Long> delays = new ArrayList<>();
        Instant end = Instant.now().plus(PATIENCE);
        for (Map.Entry<Integer, Instant> failure : posted.entrySet()) {
            Path mark = marks.resolve("ds=" + failure.getKey());
            while (!Files.exists(mark) || Files.size(mark) == 0) {
                if (Instant.now().isAfter(end)) {
                    throw new IllegalStateException("no rerun of " + mark.getFileName());
                }
                Thread.sleep(Duration.ofMillis(50));
            }
            long nanos = Long.parseLong(Files.readString(mark).strip());
            Instant began = Instant.ofEpochSecond(0, nanos);
            delays.add(Duration.between(failure.getValue(), began).minus(SETTLE).toMillis());
        }
        delays.sort(Comparator.naturalOrder());
        System.out.printf("failure to rerun less settle (%d s), ms, n=%d: min %d, p50 %d, p90 %d, p99 %d, max %d%n",
                SETTLE.toSeconds(), delays.size(), delays.getFirst(), at(delays, 0.50), at(delays, 0.90),
                at(delays, 0.99), delays.getLast());
    }

    private static long at(List<Long> sorted, double share) {
        return sorted.get((int) Math.min(sorted.size() - 1, Math.ceil(sorted.size() * share) - 1));
    }

    private void apply(Path marks) throws Exception {
        String document = """
                jobs:
                  - job: bench/mark
                    policy: {idempotency: idempotent, settle: 2s, backoff: {initial: 0s}, storm: {failures: 99999}}
                    target:
                      type: process
                      command: [/bin/sh, -c, 'date +%%s%%N > "$0/$1"', '%s', '{{partition}}']
                """.formatted(marks);
        expect(send("PUT", "/api/v1/jobs", "application/yaml", document), 200, 299);
        Thread.sleep(Duration.ofSeconds(1));
    }

    private void post(int number) throws Exception {
        expect(send("POST", "/api/v1/events", "application/cloudevents+json", """
                {"specversion":"1.0","id":"f-%1$d","source":"bench","type":"dev.reprise.run.failed.v1","time":"%2$s",
                 "data":{"job":"bench/mark","partition":"ds=%1$d","run":"run-%1$d","attempt":1,"retry":"FINAL"}}
                """.formatted(number, Instant.now())), 200, 299);
    }

    private HttpResponse<String> send(String method, String path, String type, String body) throws Exception {
        return client.send(HttpRequest.newBuilder(URI.create("http://127.0.0.1:" + port + path))
                .method(method, HttpRequest.BodyPublishers.ofString(body)).header("content-type", type).build(),
                HttpResponse.BodyHandlers.ofString());
    }

    private static void expect(HttpResponse<String> answer, int low, int high) {
        if (answer.statusCode() < low || answer.statusCode() > high) {
            throw new IllegalStateException("answered " + answer.statusCode() + ": " + answer.body());
        }
    }

    private Process start(List<Long> ready) throws Exception {
        long began = System.nanoTime();
        Process process = new ProcessBuilder(root.resolve("reprise").toString(), "up", "--data",
                directory.resolve("data").toString(), "--port", Integer.toString(port)).redirectErrorStream(true)
                .redirectOutput(ProcessBuilder.Redirect.appendTo(directory.resolve("up.log").toFile())).start();
        while (!isReady()) {
            if (!process.isAlive()) {
                throw new IllegalStateException("ended: " + Files.readString(directory.resolve("up.log")));
            }
            Thread.sleep(Duration.ofMillis(20));
        }
        ready.add(TimeUnit.NANOSECONDS.toMillis(System.nanoTime() - began));
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

    private static void end(Process process) throws InterruptedException {
        process.destroy();
        if (!process.waitFor(3, TimeUnit.MINUTES)) {
            throw new IllegalStateException("it does not end");
        }
    }

    /** The launcher replaces itself by the program, so that its process is the one to look at. */
    private static long resident(Process process) throws IOException {
        try (Stream<String> lines = Files.lines(Path.of("/proc", Long.toString(process.pid()), "status"))) {
            return lines.filter(line -> line.startsWith("VmRSS:")).map(line -> line.replaceAll("[^0-9]", ""))
                    .mapToLong(Long::parseLong).sum() / 1024;
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
