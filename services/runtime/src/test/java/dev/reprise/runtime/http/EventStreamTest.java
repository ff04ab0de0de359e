// SPDX-License-Identifier: Apache-2.0
package dev.reprise.runtime.http;

import static org.assertj.core.api.Assertions.assertThat;

import io.micrometer.core.instrument.simple.SimpleMeterRegistry;
import java.io.InputStream;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

class EventStreamTest {

    private final BlockingQueue<EventStream> opened = new LinkedBlockingQueue<>();
    private final HttpServer server = HttpServer.start(HttpConfig.onLoopback(0), new SimpleMeterRegistry(),
            List.of(routes -> routes.events("/stream", Access.VIEWER, (request, stream) -> {
                request.header("Last-Event-ID").ifPresent(id -> stream.send("", "resumed", id));
                opened.add(stream);
            })));

    @AfterEach
    void stop() {
        server.close();
    }

    @Test
    void shouldSendEventsUntilClosed() throws Exception {
        try (InputStream body = open().body()) {
            EventStream stream = opened.poll(60, TimeUnit.SECONDS);
            assertThat(stream.send("7", "decision", "{\"a\":1}\n{\"b\":2}")).isTrue();

            assertThat(new String(body.readNBytes(66), StandardCharsets.UTF_8)).isEqualTo(
                    "event: resumed\ndata: 6\n\nid: 7\nevent: decision\ndata: {\"a\":1}\ndata: ");
            stream.close();
            assertThat(new String(body.readAllBytes(), StandardCharsets.UTF_8)).isEqualTo("{\"b\":2}\n\n");
            assertThat(stream.send("8", "decision", "late")).isFalse();
        }
    }

    @Test
    void shouldNoticeClientThatLeft() throws Exception {
        AtomicInteger closed = new AtomicInteger();
        HttpResponse<InputStream> response = open();
        EventStream stream = opened.poll(60, TimeUnit.SECONDS);
        stream.onClose(closed::incrementAndGet);

        response.body().close();

        Awaitility.await().atMost(Duration.ofSeconds(60)).until(() -> !stream.send("", "tick", "x".repeat(10_000)));
        Awaitility.await().atMost(Duration.ofSeconds(60)).until(() -> closed.get() == 1);
    }

    @Test
    void shouldDropSlowClient() {
        QueuedEventStream stream = new QueuedEventStream();
        AtomicInteger closed = new AtomicInteger();
        stream.onClose(closed::incrementAndGet);
        int sent = 0;
        while (stream.send("", "tick", "x")) {
            sent++;
        }

        assertThat(sent).isEqualTo(1_024);
        assertThat(closed).hasValue(1);
    }

    @Test
    void shouldEndStreamsWithServer() throws Exception {
        try (InputStream body = open().body()) {
            opened.poll(60, TimeUnit.SECONDS);

            server.close();

            assertThat(new String(body.readAllBytes(), StandardCharsets.UTF_8))
                    .isEqualTo("event: resumed\ndata: 6\n\n");
        }
    }

    private HttpResponse<InputStream> open() throws Exception {
        HttpRequest request = HttpRequest.newBuilder(server.uri().resolve("/stream")).header("Last-Event-ID", "6")
                .build();
        return HttpClient.newHttpClient().send(request, HttpResponse.BodyHandlers.ofInputStream());
    }
}
