// SPDX-License-Identifier: Apache-2.0
package dev.reprise.app.serve;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import com.sun.net.httpserver.HttpServer;
import io.opentelemetry.api.common.AttributeKey;
import io.opentelemetry.sdk.testing.junit5.OpenTelemetryExtension;
import io.opentelemetry.sdk.trace.data.LinkData;
import io.opentelemetry.sdk.trace.data.SpanData;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.EnumSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.api.io.TempDir;

import dev.reprise.app.config.AppConfig;
import dev.reprise.app.config.ConfigFile;

/**
 * Two failures that name their places in a trace, through every service and a restart, followed by ids to the rerun's own
 * process and to a receiver. What is installed for all is found without a setting.
 */
@Timeout(value = 8, unit = TimeUnit.MINUTES)
class TracingIT {

    @RegisterExtension
    static final OpenTelemetryExtension TRACES = OpenTelemetryExtension.create();

    private static final Duration PATIENCE = Duration.ofSeconds(120);
    private static final String RERUN_TRACE = "4bf92f3577b34da6a3ce929d0e0e4736";
    private static final String ALERT_TRACE = "0af7651916cd43dd8448eb211c80319c";

    @TempDir
    private Path directory;

    private final HttpClient client = HttpClient.newHttpClient();
    private final List<String> received = new CopyOnWriteArrayList<>();

    @Test
    void shouldFollowAFailureToItsRerunAndToWhoIsTold() throws Exception {
        HttpServer hook = hook();
        Path effects = directory.resolve("effects");
        AppConfig config = ConfigFile.read(Optional.of(Files.writeString(directory.resolve("reprise.yaml"), """
                http: {port: 0}
                notifier:
                  receivers:
                    - {name: hook, type: webhook, url: "http://127.0.0.1:%d/hook", allow-loopback: true,
                       secret: whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw}
                """.formatted(hook.getAddress().getPort()))), Map.of());
        try {
            try (SingleNode node = start(config)) {
                assertThat(send(node, "PUT", "/api/v1/jobs", "application/yaml", """
                        defaults: {policy: {settle: 10s}}
                        jobs:
                          - job: etl/overwrite
                            policy: {idempotency: idempotent}
                            target: {type: process, command: [/bin/sh, -c, 'echo "$TRACEPARENT" > %s']}
                          - job: etl/append
                            policy: {idempotency: not-idempotent}
                        """.formatted(effects))).isBetween(200, 202);
                await().atMost(PATIENCE).until(() -> get(node, "/api/v1/jobs").contains("etl/append"));
                assertThat(fail(node, "etl/append", ALERT_TRACE)).isEqualTo(202);
                await().atMost(PATIENCE).until(() -> !received.isEmpty());
                assertThat(fail(node, "etl/overwrite", RERUN_TRACE)).isEqualTo(202);
                await().atMost(PATIENCE).until(() -> get(node, "/api/v1/instances").contains("SETTLING"));
            }
            // What is decided after a restart still knows of the failure before it.
            try (SingleNode _ = start(config)) {
                await().atMost(PATIENCE).until(() -> Files.exists(effects) && Files.size(effects) > 0);
                await().atMost(PATIENCE).until(() -> !spans("call target").isEmpty());
            }
        } finally {
            hook.stop(0);
        }

        SpanData failed = ingested(RERUN_TRACE);
        SpanData rerun = of("decide rerun", "etl/overwrite");
        SpanData call = of("call target", "etl/overwrite");
        assertThat(failed.getParentSpanId()).isEqualTo("b".repeat(16));
        assertThat(links(rerun)).containsExactly(failed.getSpanId());
        assertThat(rerun.getParentSpanContext().isValid()).isFalse();
        assertThat(call.getTraceId()).isEqualTo(rerun.getTraceId());
        assertThat(call.getParentSpanId()).isEqualTo(rerun.getSpanId());
        assertThat(call.getAttributes().get(AttributeKey.stringKey("reprise.outcome"))).isEqualTo("accepted");
        assertThat(Files.readString(effects).strip())
                .isEqualTo(traceparent(call));

        SpanData alert = of("decide alert", "etl/append");
        SpanData delivery = spans("deliver page").getFirst();
        assertThat(links(alert)).containsExactly(ingested(ALERT_TRACE).getSpanId());
        assertThat(delivery.getTraceId()).isEqualTo(alert.getTraceId());
        assertThat(delivery.getParentSpanId()).isEqualTo(alert.getSpanId());
        assertThat(received.getFirst()).isEqualTo(traceparent(delivery));
    }

    private SingleNode start(AppConfig config) {
        SingleNode node = SingleNode.start(directory.resolve("data"), Optional.empty(), config,
                EnumSet.allOf(Role.class), false, fault -> {
                    throw new AssertionError(fault);
                });
        await().atMost(PATIENCE).until(() -> node.node().readiness().up());
        return node;
    }

    private HttpServer hook() throws IOException {
        HttpServer server = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
        server.createContext("/hook", exchange -> {
            exchange.getRequestBody().readAllBytes();
            received.add(String.valueOf(exchange.getRequestHeaders().getFirst("traceparent")));
            exchange.sendResponseHeaders(204, -1);
            exchange.close();
        });
        server.start();
        return server;
    }

    private int fail(SingleNode node, String job, String trace) throws Exception {
        return send(node, "POST", "/api/v1/events", "application/cloudevents+json", """
                {"specversion":"1.0","id":"%1$s","source":"test","type":"dev.reprise.run.failed.v1","time":"%2$s",
                 "traceparent":"00-%3$s-bbbbbbbbbbbbbbbb-01",
                 "data":{"job":"%1$s","partition":"ds=2026-11-28","run":"run-1","attempt":1,"retry":"FINAL"}}
                """.formatted(job, Instant.now(), trace));
    }

    private int send(SingleNode node, String method, String path, String contentType, String body) throws Exception {
        return client.send(HttpRequest.newBuilder(uri(node, path)).timeout(PATIENCE)
                .header("Content-Type", contentType)
                .method(method, HttpRequest.BodyPublishers.ofString(body, StandardCharsets.UTF_8)).build(),
                HttpResponse.BodyHandlers.discarding()).statusCode();
    }

    private String get(SingleNode node, String path) throws Exception {
        return client.send(HttpRequest.newBuilder(uri(node, path)).timeout(PATIENCE).GET().build(),
                HttpResponse.BodyHandlers.ofString()).body();
    }

    private static URI uri(SingleNode node, String path) {
        return node.uri().resolve(path);
    }

    private static SpanData ingested(String trace) {
        return spans("ingest reprise.events").stream().filter(span -> span.getTraceId().equals(trace)).findFirst()
                .orElseThrow();
    }

    private static SpanData of(String name, String job) {
        List<SpanData> found = spans(name).stream()
                .filter(span -> job.equals(span.getAttributes().get(AttributeKey.stringKey("reprise.job")))).toList();
        assertThat(found).as(name).hasSize(1);
        return found.getFirst();
    }

    private static List<SpanData> spans(String name) {
        return TRACES.getSpans().stream().filter(span -> span.getName().equals(name)).toList();
    }

    private static String traceparent(SpanData span) {
        return "00-" + span.getTraceId() + "-" + span.getSpanId() + "-"
                + span.getSpanContext().getTraceFlags().asHex();
    }

    private static List<String> links(SpanData span) {
        return span.getLinks().stream().map(LinkData::getSpanContext).map(context -> context.getSpanId()).toList();
    }
}
