// SPDX-License-Identifier: Apache-2.0

import java.io.IOException;
import java.net.ServerSocket;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.net.http.WebSocket;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.Stream;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/**
 * How long it takes from an event to the pixel: from the moment before a success is posted to ingest until the cell of its
 * instance has changed its colour in an open grid, in a real browser. Everything between is real: broker, ingest,
 * coordinator, read model, event stream. The page itself posts and looks, so that there is one clock; what is looked for is
 * the frame after the change, when it has been painted.
 *
 * <pre>java -cp 'services/app/target/reprise/lib/*' bench/PixelSpeed.java [events] [pause in ms] [address]</pre>
 *
 * Without an address it starts {@code reprise up} on a directory of its own; Chromium is found on the path.
 */
final class PixelSpeed {
    private static final int PARTITIONS = 30;
    private static final int WARM = 20;
    private static final Duration PATIENCE = Duration.ofMinutes(4);
    private static final JsonMapper MAPPER = new JsonMapper();
    private final HttpClient client = HttpClient.newHttpClient();
    private final URI server;

    private PixelSpeed(URI server) {
        this.server = server;
    }

    public static void main(String[] args) throws Exception {
        int events = args.length > 0 ? Integer.parseInt(args[0]) : 300;
        int pause = args.length > 1 ? Integer.parseInt(args[1]) : 150;
        Path directory = Files.createTempDirectory("reprise-bench");
        int port = freePort();
        PixelSpeed bench = new PixelSpeed(URI.create(args.length > 2 ? args[2] : "http://127.0.0.1:" + port));
        List<Process> processes = new ArrayList<>();
        try {
            if (args.length < 3) {
                processes.add(new ProcessBuilder(Path.of("reprise").toAbsolutePath().toString(), "up", "--data",
                        directory.resolve("data").toString(), "--port", Integer.toString(port))
                        .redirectErrorStream(true).redirectOutput(directory.resolve("up.log").toFile()).start());
            }
            bench.awaitReady();
            bench.measure(events, pause, bench.browser(directory, processes));
        } finally {
            for (Process process : processes.reversed()) {
                List<ProcessHandle> all = Stream.concat(process.descendants(), Stream.of(process.toHandle())).toList();
                all.forEach(ProcessHandle::destroy);
                for (ProcessHandle each : all) {
                    each.onExit().get(1, TimeUnit.MINUTES);
                }
            }
            delete(directory);
        }
    }

    private void measure(int events, int pause, Browser browser) throws Exception {
        int jobs = (events + WARM + PARTITIONS - 1) / PARTITIONS;
        register(jobs);
        for (int at = 0; at < jobs * PARTITIONS; at++) {
            post("started", at);
        }
        browser.send("Page.enable", Map.of());
        browser.send("Emulation.setDeviceMetricsOverride",
                Map.of("width", 1400, "height", 1000, "deviceScaleFactor", 1, "mobile", false));
        browser.send("Page.navigate", Map.of("url", server + "/grid?namespace=pixel&sort=name"));
        browser.until("[...document.querySelectorAll('.cell.run')].reduce((all, each) => all + Number(each.ariaColSpan), 0) === "
                + jobs * PARTITIONS);
        System.out.printf("processors %d, load %s at the start%n", Runtime.getRuntime().availableProcessors(),
                Files.readString(Path.of("/proc/loadavg")).split(" ")[0]);
        browser.evaluate(SCRIPT.formatted(events + WARM, pause, PARTITIONS, WARM));
        Instant end = Instant.now().plus(PATIENCE).plusMillis((long) pause * events);
        browser.until("window.pixels.done || Date.now() > " + end.toEpochMilli());
        JsonNode found = browser.evaluate("({times: window.pixels.times, lost: window.pixels.waiting.size})");
        System.out.printf("load %s at the end, %d events never painted%n",
                Files.readString(Path.of("/proc/loadavg")).split(" ")[0], found.path("lost").asInt());
        List<Double> times = new ArrayList<>();
        found.path("times").forEach(each -> times.add(each.asDouble()));
        times.sort(Comparator.naturalOrder());
        System.out.printf("event to pixel, ms, n=%d, one each %d ms: min %.0f, p50 %.0f, p95 %.0f, p99 %.0f, max %.0f%n",
                times.size(), pause, times.getFirst(), at(times, 0.50), at(times, 0.95), at(times, 0.99),
                times.getLast());
    }

    /** Posts, looks for the change of a cell, and takes the time once the frame with it has been painted. */
    private static final String SCRIPT = """
            (() => {
              const [all, pause, partitions, warm] = [%d, %d, %d, %d];
              const columns = [...document.querySelectorAll('.heads [role=columnheader]')].slice(1).map((head) => head.title);
              const rows = new Map([...document.querySelectorAll('.row')]
                .map((row) => [row.querySelector('.jobname').title.split('/').pop().trim(), row]));
              const done = ([job, column]) => [...rows.get(job).querySelectorAll('.cell.ok')].some((cell) =>
                column >= Number(cell.dataset.column) && column < Number(cell.dataset.column) + Number(cell.ariaColSpan));
              const state = window.pixels = { times: [], waiting: new Map(), done: false };
              const painted = (began, counted) => requestAnimationFrame(() => {
                const channel = new MessageChannel();
                channel.port1.onmessage = () => counted && state.times.push(performance.now() - began);
                channel.port2.postMessage(0);
              });
              new MutationObserver(() => {
                for (const [place, [began, counted]] of state.waiting) {
                  if (done(place)) {
                    state.waiting.delete(place);
                    painted(began, counted);
                  }
                }
              }).observe(document.querySelector('.sheet'), { subtree: true, childList: true, attributes: true });
              const sleep = (time) => new Promise((done) => setTimeout(done, time));
              (async () => {
                for (let at = 0; at < all; at += 1) {
                  const [job, partition] = ['job_' + String(Math.floor(at / partitions)).padStart(3, '0'),
                    'n=' + String(at %% partitions).padStart(2, '0')];
                  const body = JSON.stringify({ specversion: '1.0', id: `done-${job}-${partition}`, source: 'bench',
                    type: 'dev.reprise.run.succeeded.v1', time: new Date().toISOString(),
                    data: { job: 'pixel/' + job, partition, run: `run-${job}-${partition}`, attempt: 1 } });
                  state.waiting.set([job, columns.indexOf(partition)], [performance.now(), at >= warm]);
                  await fetch('/api/v1/events', { method: 'POST', body,
                    headers: { 'Content-Type': 'application/cloudevents+json' } });
                  await sleep(pause);
                }
                while (state.waiting.size > 0) await sleep(50);
                await sleep(200);
                state.done = true;
              })();
            })()
            """;

    private void register(int jobs) throws Exception {
        StringBuilder document = new StringBuilder("jobs:\n");
        for (int job = 0; job < jobs; job++) {
            document.append("""
                      - job: pixel/job_%03d
                        policy: {idempotency: unknown}
                    """.formatted(job));
        }
        send("PUT", "/api/v1/jobs", "application/yaml", document.toString());
    }

    private void post(String what, int at) throws Exception {
        String job = "job_%03d".formatted(at / PARTITIONS);
        String partition = "n=%02d".formatted(at % PARTITIONS);
        send("POST", "/api/v1/events", "application/cloudevents+json", """
                {"specversion":"1.0","id":"%1$s-%2$s-%3$s","source":"bench","type":"dev.reprise.run.%1$s.v1",
                 "time":"%4$s","data":{"job":"pixel/%2$s","partition":"%3$s","run":"run-%2$s-%3$s","attempt":1}}
                """.formatted(what, job, partition, Instant.now()));
    }

    private void send(String method, String path, String type, String body) throws Exception {
        HttpResponse<String> answer = client.send(HttpRequest.newBuilder(server.resolve(path)).header("content-type", type)
                .method(method, HttpRequest.BodyPublishers.ofString(body)).build(), HttpResponse.BodyHandlers.ofString());
        if (answer.statusCode() / 100 != 2) {
            throw new IllegalStateException("answered " + answer.statusCode() + ": " + answer.body());
        }
    }

    private void awaitReady() throws Exception {
        Instant end = Instant.now().plus(PATIENCE);
        while (true) {
            try {
                if (client.send(HttpRequest.newBuilder(server.resolve("/healthz/ready")).build(),
                        HttpResponse.BodyHandlers.discarding()).statusCode() == 200) {
                    return;
                }
            } catch (IOException e) {
                // not yet
            }
            if (Instant.now().isAfter(end)) {
                throw new IllegalStateException("not ready after " + PATIENCE);
            }
            Thread.sleep(Duration.ofMillis(200));
        }
    }

    private Browser browser(Path directory, List<Process> processes) throws Exception {
        Path program = Stream.of(System.getenv("PATH").split(":", -1))
                .flatMap(path -> Stream.of("chromium", "chromium-browser", "google-chrome").map(name -> Path.of(path, name)))
                .filter(Files::isExecutable).findFirst()
                .orElseThrow(() -> new IllegalStateException("chromium is missing; on Debian: apt-get install chromium"));
        Path profile = directory.resolve("profile");
        processes.add(new ProcessBuilder(program.toString(), "--headless=new", "--no-sandbox", "--disable-gpu",
                "--disable-dev-shm-usage", "--no-first-run", "--disable-extensions", "--remote-debugging-port=0",
                "--remote-allow-origins=*", "--user-data-dir=" + profile, "about:blank").redirectErrorStream(true)
                .redirectOutput(ProcessBuilder.Redirect.DISCARD).start());
        Path port = profile.resolve("DevToolsActivePort");
        Instant end = Instant.now().plus(PATIENCE);
        while (!Files.exists(port) || Files.readAllLines(port).size() < 2) {
            if (Instant.now().isAfter(end)) {
                throw new IllegalStateException("chromium did not start");
            }
            Thread.sleep(Duration.ofMillis(100));
        }
        JsonNode target = MAPPER.readTree(client.send(HttpRequest.newBuilder(URI.create("http://127.0.0.1:"
                + Files.readAllLines(port).getFirst() + "/json/new?about:blank"))
                .PUT(HttpRequest.BodyPublishers.noBody()).build(), HttpResponse.BodyHandlers.ofString()).body());
        return new Browser(client, URI.create(target.path("webSocketDebuggerUrl").asString()));
    }

    private static double at(List<Double> sorted, double share) {
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

    /** One tab, over the debugging protocol. */
    private static final class Browser implements WebSocket.Listener {
        private final AtomicInteger ids = new AtomicInteger();
        private final Map<Integer, CompletableFuture<JsonNode>> waiting = new ConcurrentHashMap<>();
        private final StringBuilder part = new StringBuilder();
        private final WebSocket socket;

        Browser(HttpClient client, URI address) {
            socket = client.newWebSocketBuilder().buildAsync(address, this).join();
        }

        JsonNode send(String method, Map<String, Object> parameters) {
            int id = ids.incrementAndGet();
            CompletableFuture<JsonNode> answer = new CompletableFuture<>();
            waiting.put(id, answer);
            socket.sendText(MAPPER.writeValueAsString(Map.of("id", id, "method", method, "params", parameters)), true)
                    .join();
            return answer.orTimeout(PATIENCE.toSeconds(), TimeUnit.SECONDS).join().path("result");
        }

        JsonNode evaluate(String expression) {
            JsonNode result = send("Runtime.evaluate", Map.of("expression", expression, "returnByValue", true));
            if (result.has("exceptionDetails")) {
                throw new IllegalStateException(result.path("exceptionDetails").toString());
            }
            return result.path("result").path("value");
        }

        void until(String expression) throws InterruptedException {
            Instant end = Instant.now().plus(PATIENCE);
            while (!evaluate("Boolean(" + expression + ")").asBoolean()) {
                if (Instant.now().isAfter(end)) {
                    throw new IllegalStateException("never: " + expression);
                }
                Thread.sleep(Duration.ofMillis(250));
            }
        }

        @Override
        public CompletionStage<?> onText(WebSocket from, CharSequence data, boolean last) {
            part.append(data);
            if (last) {
                JsonNode message = MAPPER.readTree(part.toString());
                part.setLength(0);
                CompletableFuture<JsonNode> answer = message.has("id") ? waiting.remove(message.path("id").asInt()) : null;
                if (answer != null) {
                    answer.complete(message);
                }
            }
            from.request(1);
            return CompletableFuture.completedStage(null);
        }
    }
}
