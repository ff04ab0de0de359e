// SPDX-License-Identifier: Apache-2.0
package dev.reprise.runtime.health;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.micrometer.core.instrument.simple.SimpleMeterRegistry;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.util.List;
import java.util.concurrent.atomic.AtomicReference;
import org.junit.jupiter.api.Test;

import dev.reprise.runtime.http.HttpConfig;
import dev.reprise.runtime.http.HttpServer;

class HealthChecksTest {

    private final HealthChecks checks = new HealthChecks();

    @Test
    void shouldNameEachCheckAndReason() throws Exception {
        AtomicReference<HealthState> view = new AtomicReference<>(HealthState.down("12 records behind"));
        checks.add(Probe.READY, "view", view::get);
        checks.add(Probe.READY, "kafka", () -> HealthState.up("reachable"));
        checks.add(Probe.LIVE, "loop", () -> HealthState.up("ticks"));
        try (HttpServer server = HttpServer.start(HttpConfig.onLoopback(0), new SimpleMeterRegistry(),
                List.of(checks.routes())); HttpClient client = HttpClient.newHttpClient()) {

            HttpResponse<String> notReady = get(client, server.uri().resolve("/healthz/ready"));
            assertThat(notReady.statusCode()).isEqualTo(503);
            assertThat(notReady.body()).isEqualTo("{\"status\":\"down\",\"checks\":["
                    + "{\"name\":\"kafka\",\"healthy\":true,\"reason\":\"reachable\"},"
                    + "{\"name\":\"view\",\"healthy\":false,\"reason\":\"12 records behind\"}]}");
            assertThat(get(client, server.uri().resolve("/healthz/live")).statusCode()).isEqualTo(200);
            assertThat(get(client, server.uri().resolve("/healthz/started")).statusCode()).isEqualTo(200);

            view.set(HealthState.up("caught up"));
            assertThat(get(client, server.uri().resolve("/healthz/ready")).statusCode()).isEqualTo(200);
        }
    }

    @Test
    void shouldCountAFailingCheckAsDown() {
        checks.add(Probe.LIVE, "broken", () -> {
            throw new IllegalStateException("password=hunter2");
        });

        HealthReport report = checks.report(Probe.LIVE);

        assertThat(report.up()).isFalse();
        assertThat(report.checks().getFirst().reason()).contains("IllegalStateException").doesNotContain("hunter2");
    }

    @Test
    void shouldRefuseTwoChecksOfOneName() {
        checks.add(Probe.LIVE, "loop", () -> HealthState.up("ticks"));

        assertThatThrownBy(() -> checks.add(Probe.LIVE, "loop", () -> HealthState.up("ticks")))
                .isInstanceOf(IllegalArgumentException.class).hasMessageContaining("loop");
    }

    private static HttpResponse<String> get(HttpClient client, URI uri) throws Exception {
        return client.send(HttpRequest.newBuilder(uri).build(), HttpResponse.BodyHandlers.ofString());
    }
}
