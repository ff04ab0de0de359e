// SPDX-License-Identifier: Apache-2.0
package dev.reprise.it.process;

import static org.awaitility.Awaitility.await;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.ServerSocket;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;

/** {@code reprise serve} against a broker, in a JVM of its own: what is killed here is killed as in real life. */
public final class RepriseProcess implements AutoCloseable {
    /** A busy machine starts slowly. */
    private static final Duration READY_WITHIN = Duration.ofMinutes(4);
    private final HttpClient client = HttpClient.newHttpClient();
    private final Path directory;
    private final String bootstrapServers;
    private final String settings;
    private final String roles;
    private final int port;
    private Process process;

    /**
     * Starts it and waits until it is ready.
     *
     * @param directory where it keeps state, configuration and output
     * @param bootstrapServers the broker
     */
    public RepriseProcess(Path directory, String bootstrapServers) {
        this(directory, bootstrapServers, "");
    }

    /**
     * Starts it with more settings and waits until it is ready.
     *
     * @param directory where it keeps state, configuration and output
     * @param bootstrapServers the broker
     * @param settings lines of its configuration besides those that every test has
     */
    public RepriseProcess(Path directory, String bootstrapServers, String settings) {
        this(directory, bootstrapServers, settings, "all");
    }

    /** The same with some roles only, as {@code serve} names them. */
    public RepriseProcess(Path directory, String bootstrapServers, String settings, String roles) {
        this.directory = directory;
        this.bootstrapServers = bootstrapServers;
        this.settings = settings;
        this.roles = roles;
        port = freePort();
        process = start();
        awaitReady();
    }

    /** Where it is reached. */
    public URI uri(String path) {
        return URI.create("http://127.0.0.1:" + port + path);
    }

    /** Ends it at once, as kill -9 does. */
    public void kill() {
        process.destroyForcibly();
        awaitEnd();
    }

    /** Starts it again on the same state and waits until it is ready. */
    public void restart() {
        process = start();
        awaitReady();
    }

    /** The words that run the program, on this test's class path. */
    public static List<String> command(String... words) {
        List<String> all = new ArrayList<>(List.of(Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                "-Xmx384m", "-XX:+UseSerialGC", "-XX:TieredStopAtLevel=1", "--enable-native-access=ALL-UNNAMED",
                "--sun-misc-unsafe-memory-access=allow", "-cp", System.getProperty("java.class.path"),
                "dev.reprise.app.RepriseMain"));
        all.addAll(List.of(words));
        return all;
    }

    /** Sends a request with a JSON or YAML body; headers are given as name, value, name, value. */
    public HttpResponse<String> send(String method, String path, String contentType, String body, String... headers) {
        HttpRequest.Builder request = HttpRequest.newBuilder(uri(path))
                .method(method, HttpRequest.BodyPublishers.ofString(body)).header("content-type", contentType)
                .timeout(Duration.ofSeconds(120));
        return exchange(headers.length == 0 ? request.build() : request.headers(headers).build());
    }

    /** Asks for something. */
    public HttpResponse<String> get(String path) {
        return exchange(HttpRequest.newBuilder(uri(path)).timeout(Duration.ofSeconds(60)).build());
    }

    @Override
    public void close() {
        process.destroy();
        try {
            if (!process.waitFor(60, TimeUnit.SECONDS)) {
                process.destroyForcibly();
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
        client.close();
    }

    private HttpResponse<String> exchange(HttpRequest request) {
        try {
            return client.send(request, HttpResponse.BodyHandlers.ofString());
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new IllegalStateException("interrupted", e);
        }
    }

    private Process start() {
        Path config = directory.resolve("reprise.yaml");
        try {
            Files.writeString(config, """
                    kafka: {bootstrap-servers: "%s"}
                    topics: {partitions: 3, replication-factor: 1}
                    state-directory: "%s"
                    http: {host: 127.0.0.1, port: %d}
                    %s
                    """.formatted(bootstrapServers, directory.resolve("state"), port, settings));
            return new ProcessBuilder(command("serve", "--dev", "--roles", roles, "--config", config.toString()))
                    .redirectErrorStream(true)
                    .redirectOutput(ProcessBuilder.Redirect.appendTo(directory.resolve("reprise.log").toFile()))
                    .start();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private void awaitReady() {
        await("Reprise to be ready, see " + directory.resolve("reprise.log")).atMost(READY_WITHIN)
                .pollInterval(Duration.ofMillis(250)).until(() -> {
                    if (!process.isAlive()) {
                        throw new IllegalStateException("Reprise ended with " + process.exitValue() + ":\n"
                                + Files.readString(directory.resolve("reprise.log")));
                    }
                    return isReady();
                });
    }

    private boolean isReady() {
        try {
            return get("/healthz/ready").statusCode() == 200;
        } catch (UncheckedIOException e) {
            return false;
        }
    }

    private void awaitEnd() {
        await().atMost(Duration.ofMinutes(1)).until(() -> !process.isAlive());
    }

    private static int freePort() {
        try (ServerSocket socket = new ServerSocket(0)) {
            return socket.getLocalPort();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
