// SPDX-License-Identifier: Apache-2.0
package dev.reprise.app.serve;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import com.sun.net.httpserver.HttpServer;
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
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.stream.Stream;
import org.apache.kafka.clients.admin.Admin;
import org.apache.kafka.common.acl.AclBinding;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

import dev.reprise.app.cli.CommandRun;
import dev.reprise.app.config.AppConfig;
import dev.reprise.app.config.ConfigFile;
import dev.reprise.runtime.kafka.KafkaConnection;
import dev.reprise.runtime.kafka.TopicProvision;
import dev.reprise.runtime.kafka.TopicSettings;

/**
 * A process for each role, each under a name of its own, on a broker that asks for name and password: with exactly the
 * rights of {@code deploy/kafka/acls.txt} a failure is told, and a rerun is done.
 */
class AclIT {
    private static final Duration SOON = Duration.ofSeconds(120);
    private static final String PREFIX = "acl.";
    @TempDir
    private Path directory;

    private final List<String> fatal = new CopyOnWriteArrayList<>();
    private final List<String> told = new CopyOnWriteArrayList<>();
    private final List<AutoCloseable> parts = new ArrayList<>();
    private final Map<Role, URI> served = new EnumMap<>(Role.class);
    private final HttpClient client = HttpClient.newHttpClient();

    @Test
    void shouldRunWithExactlyTheRightsOfTheTable() throws Exception {
        List<String> users = Stream.concat(Stream.of(Role.values()).map(AclIT::user), Stream.of("topics", "audit"))
                .toList();
        HttpServer receiver = receiver();
        try (GuardedBroker broker = new GuardedBroker(directory.resolve("kafka"), users)) {
            grant(broker, users);
            provision(broker);
            for (Role role : Role.values()) {
                start(broker, role, receiver.getAddress().getPort());
            }
            assertThat(send(Role.CONSOLE, "PUT", "/api/v1/jobs", "application/yaml", """
                    jobs:
                      - {job: acl/once, policy: {idempotency: not-idempotent, settle: 1s}}
                      - job: acl/again
                        policy: {idempotency: idempotent, settle: 1s, backoff: {initial: 0s}}
                        target: {type: process, command: ["true"]}
                    """).statusCode()).isBetween(200, 202);
            await().atMost(SOON).until(() -> send(Role.CONSOLE, "GET", "/api/v1/jobs", "application/json", "").body()
                    .contains("acl/again"));
            fail("acl/once");
            fail("acl/again");

            await().atMost(SOON).until(() -> told.stream().anyMatch(body -> body.contains("NON_IDEMPOTENT")));
            await().atMost(SOON).until(() -> send(Role.CONSOLE, "GET", "/api/v1/instances/acl/again/ds=2026-11-28",
                    "application/json", "").body().contains("\"status\":\"SUCCEEDED\""));
            CommandRun audit = CommandRun.of(Map.of(), "audit", "--config",
                    config(broker, "audit", receiver.getAddress().getPort()).toString());
            assertThat(audit.err()).doesNotContain("uthoriz");
            assertThat(audit.code()).as(audit.err()).isIn(0, 1);
            assertThat(fatal).isEmpty();
        } finally {
            for (AutoCloseable part : parts.reversed()) {
                part.close();
            }
            receiver.stop(0);
        }
    }

    private static String user(Role role) {
        return role.name().toLowerCase(Locale.ROOT);
    }

    private static void grant(GuardedBroker broker, List<String> users) throws Exception {
        AclTable table = AclTable.read();
        List<AclBinding> bindings = users.stream().flatMap(user -> {
            boolean process = Stream.of(Role.values()).anyMatch(role -> user(role).equals(user));
            return Stream.concat(process ? table.of("every") : Stream.of(), table.of(user))
                    .flatMap(line -> line.bindings(PREFIX, user));
        }).toList();
        try (Admin admin = Admin.create(broker.connection(GuardedBroker.ADMIN).admin("grant"))) {
            admin.createAcls(bindings).all().get();
        }
    }

    private static void provision(GuardedBroker broker) {
        try (Admin admin = Admin.create(broker.connection("topics").admin("topics"))) {
            TopicProvision provision = new TopicProvision(admin, new TopicSettings(PREFIX, 2, 1), SOON);
            provision.create(provision.plan());
            assertThat(provision.plan().missing()).isEmpty();
        }
    }

    /** As {@code serve} does. */
    private void start(GuardedBroker broker, Role role, int receiver) throws Exception {
        AppConfig config = ConfigFile.read(Optional.of(config(broker, user(role), receiver)), Map.of());
        KafkaConnection connection = config.kafka().connectionTo(config.kafka().bootstrapServers().orElseThrow());
        TopicSettings topics = config.topics().onCluster();
        Cluster cluster = new Cluster(connection, topics);
        cluster.await();
        cluster.prepare(false);
        cluster.check(Set.of(role), false);
        StateDirectory state = StateDirectory.open(config.stateDirectory().orElseThrow());
        parts.add(state);
        Node node = Node.start(config, Set.of(role), connection, topics, state, fatal::add);
        parts.add(node);
        served.put(role, node.uri());
        await(role.name()).atMost(SOON).until(() -> node.readiness().up());
    }

    private Path config(GuardedBroker broker, String user, int receiver) throws Exception {
        KafkaConnection connection = broker.connection(user);
        return Files.writeString(directory.resolve(user + ".yaml"), """
                kafka:
                  bootstrap-servers: "%s"
                  properties:
                    security.protocol: SASL_PLAINTEXT
                    sasl.mechanism: PLAIN
                    sasl.jaas.config: '%s'
                topics: {prefix: %s, partitions: 2, replication-factor: 1}
                state-directory: %s
                http: {port: 0}
                notifier:
                  receivers:
                    - {name: hook, type: webhook, url: "http://127.0.0.1:%d/", allow-loopback: true,
                       secret: whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw}
                """.formatted(connection.bootstrapServers(), connection.properties().get("sasl.jaas.config"), PREFIX,
                directory.resolve(user), receiver));
    }

    private HttpServer receiver() throws Exception {
        HttpServer receiver = HttpServer.create(new InetSocketAddress(InetAddress.ofLiteral("127.0.0.1"), 0), 0);
        receiver.createContext("/", exchange -> {
            told.add(new String(exchange.getRequestBody().readAllBytes(), StandardCharsets.UTF_8));
            exchange.sendResponseHeaders(204, -1);
            exchange.close();
        });
        receiver.start();
        return receiver;
    }

    private void fail(String job) throws Exception {
        assertThat(send(Role.INGEST, "POST", "/api/v1/events", "application/cloudevents+json", """
                {"specversion":"1.0","id":"%1$s","source":"test","type":"dev.reprise.run.failed.v1","time":"%2$s",
                 "data":{"job":"%1$s","partition":"ds=2026-11-28","run":"run-1","attempt":1,"retry":"FINAL"}}
                """.formatted(job, Instant.now())).statusCode()).isEqualTo(202);
    }

    private HttpResponse<String> send(Role role, String method, String path, String type, String body) {
        try {
            URI server = Optional.ofNullable(served.get(role)).orElseThrow();
            return client.send(HttpRequest.newBuilder(server.resolve(path)).header("content-type", type)
                    .method(method, HttpRequest.BodyPublishers.ofString(body)).build(),
                    HttpResponse.BodyHandlers.ofString());
        } catch (Exception e) {
            throw new IllegalStateException(e);
        }
    }
}
