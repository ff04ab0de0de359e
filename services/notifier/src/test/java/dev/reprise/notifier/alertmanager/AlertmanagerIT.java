// SPDX-License-Identifier: Apache-2.0
package dev.reprise.notifier.alertmanager;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.io.IOException;
import java.net.ServerSocket;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

import dev.reprise.notifier.channel.AttemptResult.Delivered;
import dev.reprise.notifier.channel.Delivery;
import dev.reprise.notifier.fixture.Alerts;
import dev.reprise.notifier.fixture.Deliveries;
import dev.reprise.notifier.fixture.Receivers;
import dev.reprise.notifier.fixture.WebhookSink;
import dev.reprise.notifier.message.Links;
import dev.reprise.notifier.receiver.AlertmanagerSpec;
import dev.reprise.schemas.alert.Alert;
import dev.reprise.schemas.alert.AlertFiring;
import dev.reprise.schemas.alert.AlertResolved;
import dev.reprise.schemas.decision.Reason;

/** Against a real Alertmanager, which tells a receiver of its own. */
class AlertmanagerIT {
    private static final Duration SOON = Duration.ofSeconds(120);
    private static final String PROGRAM = "prometheus-alertmanager";
    @TempDir
    private static Path directory;
    private static WebhookSink sink;
    private static Process alertmanager;
    private static URI address;

    @BeforeAll
    static void start() throws IOException {
        Optional<Path> program = Stream.of(System.getenv().getOrDefault("PATH", "").split(":"))
                .map(folder -> Path.of(folder, PROGRAM)).filter(Files::isExecutable).findFirst();
        if (Boolean.getBoolean("require.alertmanager")) {
            assertThat(program).as(PROGRAM + " must be installed").isPresent();
        }
        assumeTrue(program.isPresent(),
                "NOT CHECKED: no real Alertmanager; install the Debian package " + PROGRAM);
        sink = new WebhookSink();
        int port = freePort();
        Path config = Files.writeString(directory.resolve("alertmanager.yml"),
                """
                        route: {receiver: sink, group_by: [alertname], group_wait: 100ms, group_interval: 1s, repeat_interval: 1h}
                        receivers:
                          - name: sink
                            webhook_configs: [{url: "%s", send_resolved: true}]
                        """
                        .formatted(sink.url()));
        address = URI.create("http://127.0.0.1:" + port);
        alertmanager = new ProcessBuilder(program.orElseThrow().toString(), "--config.file=" + config,
                "--storage.path=" + directory.resolve("data"), "--web.listen-address=127.0.0.1:" + port,
                "--cluster.listen-address=").redirectErrorStream(true)
                .redirectOutput(directory.resolve("alertmanager.log").toFile()).start();
        await().atMost(SOON).ignoreExceptions().until(() -> get("/-/ready").statusCode() == 200);
    }

    private static int freePort() throws IOException {
        try (ServerSocket socket = new ServerSocket(0)) {
            return socket.getLocalPort();
        }
    }

    @AfterAll
    static void stop() throws InterruptedException {
        if (alertmanager != null) {
            alertmanager.destroy();
            alertmanager.waitFor();
            sink.close();
        }
    }

    private static java.net.http.HttpResponse<String> get(String path) throws IOException, InterruptedException {
        try (HttpClient client = HttpClient.newHttpClient()) {
            return client.send(HttpRequest.newBuilder(address.resolve(path)).build(), BodyHandlers.ofString());
        }
    }

    private static JsonNode lastAtReceiver() {
        return JsonMapper.shared().readTree(sink.received().getLast().body());
    }

    private static Delivery at(Alert alert, Instant when) {
        Delivery delivery = Deliveries.of(alert);
        return new Delivery(delivery.id(), delivery.page(), when);
    }

    @Test
    void shouldBeUnderstoodFromTheBeginningToTheEnd() throws Exception {
        Instant began = Instant.now().minusSeconds(60);
        AlertFiring like = Alerts.anAlert().firing(1);
        AlertFiring firing = new AlertFiring(like.alertKey(), 1, like.kind(), like.severity(), like.content(), began);
        AlertmanagerSpec spec = new AlertmanagerSpec("am", address, Map.of(), Duration.ofSeconds(20), true,
                Receivers.FAST, List.of());
        try (AlertmanagerChannel channel = new AlertmanagerChannel(spec, Links.NONE, JsonMapper.shared(),
                InstantSource.system())) {
            assertThat(channel.deliver(at(firing, Instant.now()))).isEqualTo(new Delivered(Optional.empty()));
            await().atMost(SOON).until(() -> sink.received().size() == 1);
            assertThat(lastAtReceiver().path("status").asString()).isEqualTo("firing");
            assertThat(lastAtReceiver().at("/alerts/0/labels/alertname").asString()).isEqualTo("NonIdempotent");
            JsonNode known = JsonMapper.shared().readTree(get("/api/v2/alerts").body());
            assertThat(known).hasSize(1);
            assertThat(Instant.parse(known.get(0).path("endsAt").asString())).isAfter(Instant.now().plusSeconds(200));

            // Told again, as the resend loop does: it is the same alert, and nobody is told twice.
            assertThat(channel.deliver(at(firing, Instant.now().plusSeconds(60))))
                    .isEqualTo(new Delivered(Optional.empty()));
            AlertResolved resolved = new AlertResolved(like.alertKey(), 2, like.kind(), like.severity(), like.content(),
                    began, Instant.now(), Reason.RECOVERED);
            assertThat(channel.deliver(at(resolved, Instant.now())))
                    .isEqualTo(new Delivered(Optional.empty()));
            await().atMost(SOON).until(() -> sink.received().size() == 2);
        }

        assertThat(lastAtReceiver().path("status").asString()).isEqualTo("resolved");
    }
}
