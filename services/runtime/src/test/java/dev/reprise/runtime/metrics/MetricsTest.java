// SPDX-License-Identifier: Apache-2.0
package dev.reprise.runtime.metrics;

import static org.assertj.core.api.Assertions.assertThat;

import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.util.List;
import java.util.Set;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

import dev.reprise.runtime.config.Secret;
import dev.reprise.runtime.http.HttpConfig;
import dev.reprise.runtime.http.HttpServer;
import dev.reprise.runtime.http.Role;
import dev.reprise.runtime.http.TokenConfig;

class MetricsTest {

    private final Metrics metrics = new Metrics(new BuildVersion("1.2.3", "abc"));

    @AfterEach
    void close() {
        metrics.close();
    }

    @Test
    void shouldTellWhatIsRunning() {
        assertThat(metrics.scrape())
                .containsPattern("rerun_build_info\\{java=\"[^\"]+\",revision=\"abc\",version=\"1.2.3\"} 1")
                .contains("jvm_memory_used_bytes").contains("process_cpu_usage").contains("process_files_open_files");
    }

    @Test
    void shouldShowCountersBeforeTheyCount() {
        Metrics.preregister(metrics.registry(), "rerun.decisions", "decisions by kind", "decision",
                List.of("rerun", "wait"));

        assertThat(metrics.scrape()).contains("rerun_decisions_total{decision=\"rerun\"} 0.0")
                .contains("rerun_decisions_total{decision=\"wait\"} 0.0");
    }

    @Test
    void shouldServeOnLoopbackWithoutToken() throws Exception {
        HttpConfig config = new HttpConfig("127.0.0.1", 0, null, null,
                List.of(new TokenConfig("ops", Secret.of("0123456789-0123456789"), Set.of(Role.ADMIN))), null);
        assertThat(scrapeOver(config)).isEqualTo(200);
    }

    @Test
    void shouldDemandTokenOnOpenAddress() throws Exception {
        HttpConfig config = new HttpConfig("0.0.0.0", 0, null, null,
                List.of(new TokenConfig("ops", Secret.of("0123456789-0123456789"), Set.of(Role.ADMIN))), null);
        assertThat(scrapeOver(config)).isEqualTo(401);
    }

    private int scrapeOver(HttpConfig config) throws Exception {
        try (HttpServer server = HttpServer.start(config, metrics.registry(), List.of(metrics.routes()));
                HttpClient client = HttpClient.newHttpClient()) {
            HttpRequest request = HttpRequest.newBuilder(server.uri().resolve("/metrics")).build();
            HttpResponse<String> response = client.send(request, HttpResponse.BodyHandlers.ofString());
            return response.statusCode();
        }
    }
}
