// SPDX-License-Identifier: Apache-2.0
package dev.reprise.console.live;

import static dev.reprise.console.Samples.NOON;
import static dev.reprise.console.Samples.ORDERS;
import static dev.reprise.console.Samples.ORDERS_28;
import static dev.reprise.console.Samples.REPORT;
import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import java.io.UncheckedIOException;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

import dev.reprise.console.ApiServer;
import dev.reprise.console.Samples;
import dev.reprise.schemas.decision.InstanceStatus;
import dev.reprise.schemas.decision.Reason;
import dev.reprise.schemas.topic.Topics;

class LiveStreamTest {

    private static final Duration PATIENCE = Duration.ofSeconds(60);

    @TempDir
    Path directory;
    private ApiServer server;

    @BeforeEach
    void start() {
        server = new ApiServer(directory);
    }

    @AfterEach
    void stop() {
        server.close();
    }

    /** Lines of a stream as they come; closing it hangs up. */
    private final class Listening implements AutoCloseable {
        private final HttpClient client = HttpClient.newHttpClient();
        private final List<String> lines = new CopyOnWriteArrayList<>();
        private final Stream<String> body;

        Listening(String... headers) throws Exception {
            HttpRequest.Builder request = HttpRequest.newBuilder(server.uri().resolve("/api/v1/stream"))
                    .header("Authorization", "Bearer test-token-of-viewer-0123456789")
                    .header("Accept", "text/event-stream");
            if (headers.length > 0) {
                request.headers(headers);
            }
            HttpResponse<Stream<String>> answer = client.send(request.build(), BodyHandlers.ofLines());
            assertThat(answer.statusCode()).isEqualTo(200);
            body = answer.body();
            Thread.ofVirtual().start(this::listen);
        }

        private void listen() {
            try {
                body.forEach(lines::add);
            } catch (UncheckedIOException _) {
                // the test hung up
            }
        }

        void awaitLine(String beginning) {
            await().atMost(PATIENCE)
                    .until(() -> lines.stream().anyMatch(line -> line.replace(": ", ":").startsWith(beginning)));
        }

        @Override
        public void close() {
            body.close();
            client.shutdownNow();
        }
    }

    @Test
    void shouldSendWhatWasTakenIn() throws Exception {
        try (Listening listening = new Listening()) {
            server.apply(Topics.INSTANCES, Samples.snapshot(ORDERS_28, InstanceStatus.RUNNING, NOON));
            server.apply(Topics.JOBS, Samples.job(ORDERS));
            server.apply(Topics.DECISIONS, Samples.decision(ORDERS_28, Samples.suppress(Reason.DUPLICATE), NOON));
            server.apply(Topics.ALERTS, Samples.firing(ORDERS_28, 1, NOON));

            listening.awaitLine("event:instance");
            listening.awaitLine("event:decision");
            listening.awaitLine("event:alert");
            assertThat(listening.lines).noneMatch(line -> line.contains("event: job"));
        }
    }

    @Test
    void shouldTellOnceOfEachListThatChanged() throws Exception {
        try (Listening listening = new Listening()) {
            server.apply(Topics.JOBS, Samples.job(ORDERS), Samples.job(REPORT.job()));
            server.remove(Topics.CONTROLS, List.of("*"));

            listening.awaitLine("data:{\"list\":\"controls\"}");
            assertThat(listening.lines).filteredOn(line -> line.contains("\"jobs\"")).hasSize(1);
        }
    }

    @Test
    void shouldSendWhatWasMissed() throws Exception {
        server.apply(Topics.INSTANCES, Samples.snapshot(ORDERS_28, InstanceStatus.RUNNING, NOON));
        server.apply(Topics.DECISIONS, Samples.decision(ORDERS_28, Samples.suppress(Reason.DUPLICATE), NOON));

        try (Listening listening = new Listening("Last-Event-ID", "life-1")) {
            listening.awaitLine("event:decision");
            assertThat(listening.lines).noneMatch(line -> line.contains("instance") && line.startsWith("event"));
        }
    }

    @Test
    void shouldAskToResyncAfterRestart() throws Exception {
        try (Listening listening = new Listening("Last-Event-ID", "anotherlife-7")) {
            listening.awaitLine("event:resync");
        }
    }

    @Test
    void shouldSendOneHintInsteadOfFlood() throws Exception {
        try (Listening listening = new Listening()) {
            server.apply(Topics.INSTANCES,
                    Stream.generate(() -> Samples.snapshot(ORDERS_28, InstanceStatus.RUNNING, NOON))
                            .limit(501).toArray(Record[]::new));

            listening.awaitLine("event:resync");
        }
    }
}
