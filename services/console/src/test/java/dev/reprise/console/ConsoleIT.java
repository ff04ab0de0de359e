// SPDX-License-Identifier: Apache-2.0
package dev.reprise.console;

import static dev.reprise.console.Samples.NOON;
import static dev.reprise.console.Samples.ORDERS;
import static dev.reprise.console.Samples.ORDERS_28;
import static dev.reprise.console.Samples.ORDERS_EU;
import static dev.reprise.console.Samples.REPORT;
import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.micrometer.core.instrument.simple.SimpleMeterRegistry;
import java.net.http.HttpResponse;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.Clock;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInfo;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import tools.jackson.databind.JsonNode;

import dev.reprise.console.TestKafka.Read;
import dev.reprise.console.store.DatabaseConfig;
import dev.reprise.console.store.Incoming;
import dev.reprise.console.store.ReadModelStore;
import dev.reprise.runtime.health.HealthChecks;
import dev.reprise.runtime.health.Probe;
import dev.reprise.runtime.http.HttpServer;
import dev.reprise.runtime.http.Role;
import dev.reprise.runtime.metrics.BuildVersion;
import dev.reprise.schemas.audit.AuditEntry;
import dev.reprise.schemas.decision.Cause;
import dev.reprise.schemas.decision.Decision;
import dev.reprise.schemas.decision.InstanceStatus;
import dev.reprise.schemas.decision.Reason;
import dev.reprise.schemas.event.RerunApproved;
import dev.reprise.schemas.event.RerunRequested;
import dev.reprise.schemas.id.RerunId;
import dev.reprise.schemas.topic.Topics;
import dev.reprise.schemas.wire.WireCodec;

/** The whole console against a real broker; each test has topics of its own. */
class ConsoleIT {

    private static final String INSTANCE = "/api/v1/instances/warehouse/load_orders/ds=2026-11-28";
    private static final Duration PATIENCE = Duration.ofSeconds(120);

    @TempDir
    static Path brokerDirectory;
    private static TestKafka kafka;

    @TempDir
    Path directory;
    private String prefix;

    @BeforeAll
    static void startBroker() {
        kafka = new TestKafka(brokerDirectory);
    }

    @AfterAll
    static void stopBroker() {
        kafka.close();
    }

    @BeforeEach
    void createTopics(TestInfo test) {
        prefix = test.getTestMethod().orElseThrow().getName() + ".";
        kafka.createTopics(prefix);
    }

    /** A console with its HTTP server. */
    private final class Running implements AutoCloseable {
        private final SimpleMeterRegistry meters = new SimpleMeterRegistry();
        private final HealthChecks health = new HealthChecks();
        private final ConsoleApp app;
        private final HttpServer server;

        Running(Path directory) {
            this(ConsoleConfig.on(directory));
        }

        Running(ConsoleConfig config) {
            app = ConsoleApp.start(config,
                    new ConsoleApp.Surroundings(kafka.connection(), prefix, meters, health,
                            new BuildVersion("1.2.3", "abc"), Clock.systemUTC(), new FakeTrial()));
            server = ApiServer.serve(List.of(app.routes()));
        }

        Running caughtUp() {
            await().atMost(PATIENCE).until(() -> app.status().caughtUp());
            return this;
        }

        ApiClient client() {
            return new ApiClient(server.uri());
        }

        double records() {
            return meters.find("rerun.console.records").counters().stream().mapToDouble(each -> each.count()).sum();
        }

        @Override
        public void close() {
            server.close();
            app.close();
        }
    }

    @Test
    void shouldResumeFromStoredPositionsAndRebuildTheSame(@TempDir Path other) {
        writeStory();
        try (Running first = new Running(directory).caughtUp()) {
            assertThat(first.client().json("/api/v1/instances").path("items").size()).isEqualTo(2);
        }
        kafka.remove(prefix, Topics.INSTANCES, ORDERS_EU.key());
        kafka.write(prefix, Topics.INSTANCES, REPORT.key(), Samples.snapshot(REPORT, InstanceStatus.GAVE_UP, NOON));

        try (Running second = new Running(directory).caughtUp(); Running rebuilt = new Running(other).caughtUp()) {
            assertThat(second.records()).isEqualTo(2);
            assertThat(rebuilt.records()).isGreaterThan(second.records());
            for (String path : List.of("/api/v1/instances", INSTANCE, INSTANCE + "/timeline", INSTANCE + "/decisions",
                    "/api/v1/jobs", "/api/v1/alerts", "/api/v1/approvals", "/api/v1/dead-letters")) {
                assertThat(rebuilt.client().json(path)).as(path).isEqualTo(second.client().json(path));
            }
            assertThat(second.client().json("/api/v1/instances").path("items").size()).isEqualTo(2);
            assertThat(second.health.report(Probe.READY).up()).isTrue();
        }
    }

    @ParameterizedTest
    @ValueSource(ints = {ReadModelStore.SCHEMA_VERSION - 1, ReadModelStore.SCHEMA_VERSION + 1})
    void shouldFillTablesOfAnotherVersionAgainAndSayThatItDoes(int version) throws SQLException {
        writeStory();
        try (Running first = new Running(directory).caughtUp()) {
            assertThat(first.client().json("/api/v1/instances").path("items").size()).isEqualTo(2);
        }
        try (Connection file = DriverManager.getConnection("jdbc:sqlite:" + directory.resolve("read-model.db"));
                Statement statement = file.createStatement()) {
            statement.execute("UPDATE read_model SET schema_version = " + version);
        }

        try (Running second = new Running(directory)) {
            await().atMost(PATIENCE).pollInterval(Duration.ofMillis(20)).until(() -> {
                HttpResponse<String> answer = second.client().get("/api/v1/instances");
                boolean said = answer.headers().firstValue("Reprise-Read-Model").isPresent();
                // Whoever asks is told that it is not whole, or sees all of it; never less, and nothing said.
                assertThat(said || ApiClient.tree(answer).path("items").size() == 2).as(answer.body()).isTrue();
                return !said;
            });
            assertThat(second.records()).as("everything was read again").isGreaterThan(8);
        }
    }

    @Test
    void shouldShareDatabaseAndGoOnOnceItIsBack(@TempDir Path other) throws SQLException {
        writeStory();
        try (TestPostgres postgres = new TestPostgres()) {
            Optional<DatabaseConfig> database = Optional.of(postgres.schema());
            try (Running one = new Running(new ConsoleConfig(directory, null, database)).caughtUp();
                    Running two = new Running(new ConsoleConfig(other, null, database)).caughtUp()) {
                postgres.goAway();
                kafka.remove(prefix, Topics.INSTANCES, ORDERS_EU.key());
                kafka.write(prefix, Topics.INSTANCES, REPORT.key(),
                        Samples.snapshot(REPORT, InstanceStatus.GAVE_UP, NOON));
                await().atMost(PATIENCE).until(() -> one.app.status().failure().isPresent()
                        && two.app.status().failure().isPresent());
                assertThat(one.health.report(Probe.READY).up()).isFalse();
                assertThat(one.client().get("/api/v1/instances").statusCode())
                        .isEqualTo(503);
                postgres.comeBack();
                one.caughtUp();
                two.caughtUp();

                for (Running each : List.of(one, two)) {
                    assertThat(each.client().json("/api/v1/instances").path("items").valueStream()
                            .map(item -> item.path("status").stringValue()))
                            .containsExactlyInAnyOrder("AWAITING_APPROVAL", "GAVE_UP");
                    assertThat(each.client().json("/api/v1/overview").at("/statuses/GAVE_UP").intValue()).isEqualTo(1);
                }
                try (Running file = new Running(directory.resolve("file")).caughtUp()) {
                    for (String path : List.of("/api/v1/instances", INSTANCE, INSTANCE + "/timeline", "/api/v1/jobs",
                            "/api/v1/alerts", "/api/v1/decisions", "/api/v1/dead-letters")) {
                        assertThat(two.client().json(path)).as(path).isEqualTo(file.client().json(path));
                    }
                }
            }
        }
    }

    @Test
    void shouldSkipWhatItCannotReadAndGoOn() {
        byte[] noise = "this is no event".getBytes(StandardCharsets.UTF_8);
        kafka.writeBytes(prefix, Topics.DECISIONS, ORDERS_28.key(), noise);
        kafka.remove(prefix, Topics.DECISIONS, ORDERS_28.key());
        kafka.write(prefix, Topics.DECISIONS, ORDERS_28.key(), Samples.job(ORDERS));
        kafka.writeBytes(prefix, Topics.DEAD_LETTERS, "a/b/c", noise);
        kafka.write(prefix, Topics.INSTANCES, ORDERS_28.key(),
                Samples.snapshot(ORDERS_28, InstanceStatus.RUNNING, NOON));
        kafka.write(prefix, Topics.DECISIONS, ORDERS_28.key(),
                Samples.decision(ORDERS_28, Samples.suppress(Reason.DUPLICATE), NOON));

        try (Running console = new Running(directory).caughtUp()) {
            assertThat(console.client().json(INSTANCE + "/decisions").path("items").size()).isEqualTo(1);
            JsonNode letters = console.client().json("/api/v1/dead-letters").path("items");
            assertThat(letters.valueStream().map(each -> each.path("cause").stringValue()))
                    .containsExactlyInAnyOrder("ENVELOPE", "EMPTY", "WRONG_TOPIC", "UNKNOWN");
            assertThat(console.meters.find("rerun.console.unreadable").counters()).hasSize(3);
        }
    }

    @Test
    void shouldFillAgainWhenTopicsWereMadeAnew() {
        kafka.write(prefix, Topics.JOBS, ORDERS.key(), Samples.job(ORDERS));
        try (ReadModelStore earlier = ReadModelStore.open(directory,
                new ReadModelStore.Origin(kafka.clusterId(), prefix),
                Clock.systemUTC().instant(), new WireCodec())) {
            earlier.writer().apply(List.of(new Incoming.Message(new Incoming.Position(Topics.INSTANCES, 0, 4711),
                    Samples.snapshot(REPORT, InstanceStatus.RUNNING, NOON))), Clock.systemUTC().instant());
        }

        try (Running console = new Running(directory).caughtUp()) {
            assertThat(console.client().json("/api/v1/instances").path("items").size()).isZero();
            assertThat(console.client().json("/api/v1/jobs").path("items").size()).isEqualTo(1);
        }
    }

    @Test
    void shouldSayThatTopicsAreMissingAndGoOnOnceTheyAreThere() {
        prefix = "later.";
        try (Running console = new Running(directory)) {
            await().atMost(PATIENCE).until(() -> !console.app.status().missingTopics().isEmpty());
            assertThat(console.health.report(Probe.READY).checks()).singleElement()
                    .satisfies(check -> assertThat(check.reason()).contains("later.decisions"));
            assertThat(console.client().get("/api/v1/overview").headers().firstValue("Reprise-Read-Model"))
                    .contains("topics-missing");

            kafka.createTopics(prefix);
            console.caughtUp();

            assertThat(console.health.report(Probe.READY).up()).isTrue();
        }
    }

    @Test
    void shouldCloseAtOnceWhileKafkaIsAway(@TempDir Path otherBroker) {
        try (TestKafka mortal = new TestKafka(otherBroker)) {
            mortal.createTopics(prefix);
            ConsoleApp app = ConsoleApp.start(ConsoleConfig.on(directory),
                    new ConsoleApp.Surroundings(mortal.connection(),
                            prefix, new SimpleMeterRegistry(), new HealthChecks(), new BuildVersion("1.2.3", "abc"),
                            Clock.systemUTC(), new FakeTrial()));
            await().atMost(PATIENCE).until(() -> app.status().caughtUp());
            mortal.close();

            long before = System.nanoTime();
            app.close();

            assertThat(Duration.ofNanos(System.nanoTime() - before)).isLessThan(Duration.ofSeconds(30));
        }
    }

    @Test
    void shouldWriteRequestAndTellWhatWasDecided() throws Exception {
        kafka.write(prefix, Topics.JOBS, ORDERS.key(), Samples.job(ORDERS));
        try (Running console = new Running(directory).caughtUp();
                ExecutorService calls = Executors.newCachedThreadPool()) {
            CompletableFuture<HttpResponse<String>> call = CompletableFuture
                    .supplyAsync(() -> console.client().call("POST",
                            INSTANCE + "/rerun?wait=60s", "{\"reason\": \"ledger checked\", \"withDownstream\": true}",
                            Role.OPERATOR,
                            "Idempotency-Key",
                            "click-1"), calls);
            Read request = kafka.readUntil(prefix, Topics.EVENTS, each -> true).getFirst();
            RerunRequested event = (RerunRequested) request.message().data();
            RerunId rerunId = RerunId.ofRequest(ORDERS_28, "click-1");
            kafka.write(prefix, Topics.DECISIONS, ORDERS_28.key(), Samples.decision(ORDERS_28,
                    new Decision.Rerun(Reason.MANUAL, rerunId, 1, Optional.empty(), NOON, Optional.empty(), Map.of()),
                    NOON,
                    causedBy(request)));

            JsonNode outcome = ApiClient.tree(call.get());
            assertThat(call.get().statusCode()).isEqualTo(200);
            assertThat(outcome.path("kind").stringValue()).isEqualTo("rerun");
            assertThat(outcome.path("reason").stringValue()).isEqualTo("MANUAL");
            assertThat(outcome.path("rerunId").stringValue()).isEqualTo(rerunId.value());
            assertThat(request.key()).isEqualTo(ORDERS_28.key());
            assertThat(event.actor()).isEqualTo("operator");
            assertThat(event.requestId()).isEqualTo("click-1");
            assertThat(event.force()).isFalse();
            assertThat(event.withDownstream()).isTrue();
            AuditEntry audit = (AuditEntry) kafka.readUntil(prefix, Topics.AUDIT, each -> true).getFirst().message()
                    .data();
            assertThat(audit.action()).isEqualTo("rerun.request");
            assertThat(audit.subject()).isEqualTo(ORDERS_28.key());
            assertThat(audit.requestId()).contains("click-1");
        }
    }

    @Test
    void shouldTellThatPolicyRefuses() throws Exception {
        kafka.write(prefix, Topics.INSTANCES, ORDERS_28.key(),
                Samples.snapshot(ORDERS_28, InstanceStatus.AWAITING_APPROVAL, NOON));
        String body = "{\"reason\": \"ok\", \"rerunId\": \"" + Samples.rerunOf(ORDERS_28).value() + "\"}";
        try (Running console = new Running(directory).caughtUp();
                ExecutorService calls = Executors.newCachedThreadPool()) {
            CompletableFuture<HttpResponse<String>> call = CompletableFuture.supplyAsync(
                    () -> console.client().call("POST", INSTANCE + "/approve?wait=60s", body, Role.APPROVER), calls);
            Read request = kafka.readUntil(prefix, Topics.EVENTS, each -> true).getFirst();
            assertThat(request.message().data()).isInstanceOf(RerunApproved.class);
            kafka.write(prefix, Topics.DECISIONS, ORDERS_28.key(),
                    Samples.decision(ORDERS_28, Samples.suppress(Reason.STALE_APPROVAL), NOON, causedBy(request)));

            JsonNode refusal = ApiClient.tree(call.get());
            assertThat(call.get().statusCode()).isEqualTo(409);
            assertThat(refusal.path("reason").stringValue()).isEqualTo("STALE_APPROVAL");
            assertThat(refusal.path("detail").stringValue()).startsWith(Reason.STALE_APPROVAL.meaning());
        }
    }

    @Test
    void shouldAcceptWithoutWaitingOrWhenNothingIsDecidedInTime() {
        kafka.write(prefix, Topics.JOBS, ORDERS.key(), Samples.job(ORDERS));
        String reject = "{\"reason\": \"no\", \"rerunId\": \"" + Samples.rerunOf(ORDERS_28).value() + "\"}";
        try (Running console = new Running(directory).caughtUp()) {
            HttpResponse<String> atOnce = console.client().call("POST", INSTANCE + "/rerun", "{\"reason\": \"x\"}",
                    Role.ADMIN);
            HttpResponse<String> inVain = console.client().call("POST", INSTANCE + "/reject?wait=200ms", reject,
                    Role.ADMIN);

            assertThat(atOnce.statusCode()).isEqualTo(202);
            assertThat(ApiClient.tree(atOnce).path("topic").stringValue()).isEqualTo(prefix + "events");
            assertThat(inVain.statusCode()).isEqualTo(202);
            assertThat(ApiClient.tree(inVain).path("offset").longValue()).isEqualTo(1);
        }
    }

    @Test
    void shouldApplyRegistryAndPruneIt() {
        try (Running console = new Running(directory).caughtUp()) {
            ApiClient client = console.client();
            HttpResponse<String> applied = client.call("PUT", "/api/v1/jobs?reason=first",
                    "jobs: [{job: warehouse/load_orders}, {job: warehouse/old}, {job: other/kept}]", Role.ADMIN);
            assertThat(applied.statusCode()).isEqualTo(202);
            await().atMost(PATIENCE).until(() -> client.json("/api/v1/jobs").path("items").size() == 3);

            HttpResponse<String> refused = client.call("PUT", "/api/v1/jobs", "jobs: [{job: x}]", Role.ADMIN);
            HttpResponse<String> pruned = client.call("PUT", "/api/v1/jobs?prune=warehouse",
                    "jobs: [{job: warehouse/load_orders, policy: {max-reruns: 1}}]", Role.ADMIN);

            assertThat(refused.statusCode()).isEqualTo(400);
            assertThat(ApiClient.tree(pruned).path("changed").get(0).stringValue()).isEqualTo("warehouse/load_orders");
            assertThat(ApiClient.tree(pruned).at("/changes/warehouse~1load_orders/0").asString())
                    .isEqualTo("policy.max-reruns");
            assertThat(ApiClient.tree(pruned).path("removed").get(0).stringValue()).isEqualTo("warehouse/old");
            await().atMost(PATIENCE).until(() -> client.json("/api/v1/jobs").path("items").size() == 2);
            await().atMost(PATIENCE).until(() -> client.json("/api/v1/jobs/warehouse/load_orders").path("policy")
                    .path("maxReruns").intValue() == 1);
            assertThat(client.json("/api/v1/jobs/warehouse/load_orders").path("updatedBy").stringValue())
                    .isEqualTo("admin");
            assertThat(kafka.readUntil(prefix, Topics.AUDIT, each -> data(each).action().equals("job.remove")).stream()
                    .map(each -> data(each).action())).contains("job.add", "jobs.apply", "job.change");
        }
    }

    private static AuditEntry data(Read read) {
        return (AuditEntry) read.message().data();
    }

    private static Cause causedBy(Read request) {
        return new Cause(request.message().type().ceType(), Optional.of(request.record().topic()),
                Optional.of(request.record().partition()), Optional.of(request.record().offset()));
    }

    private void writeStory() {
        kafka.write(prefix, Topics.JOBS, ORDERS.key(), Samples.job(ORDERS));
        kafka.write(prefix, Topics.INSTANCES, ORDERS_28.key(),
                Samples.snapshot(ORDERS_28, InstanceStatus.AWAITING_APPROVAL, NOON));
        kafka.write(prefix, Topics.INSTANCES, ORDERS_EU.key(),
                Samples.snapshot(ORDERS_EU, InstanceStatus.RUNNING, NOON.plusSeconds(1)));
        kafka.write(prefix, Topics.DECISIONS, ORDERS_28.key(),
                Samples.decision(ORDERS_28, Samples.suppress(Reason.DUPLICATE), NOON));
        kafka.write(prefix, Topics.ALERTS, "k", Samples.firing(ORDERS_28, 1, NOON));
        kafka.write(prefix, Topics.DISPATCHES, "r", Samples.intent(ORDERS_28, NOON.plusSeconds(2)));
        kafka.write(prefix, Topics.NOTIFICATIONS, "n", Samples.notification(ORDERS_28, NOON.plusSeconds(3)));
        kafka.write(prefix, Topics.AUDIT, "ann", Samples.audit(ORDERS_28, NOON.minusSeconds(1)));
        kafka.writeBytes(prefix, Topics.DEAD_LETTERS, "a/b/c", new byte[]{1, 2, 3});
    }
}
