// SPDX-License-Identifier: Apache-2.0
package dev.reprise.runner;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.micrometer.core.instrument.simple.SimpleMeterRegistry;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

import dev.reprise.runner.dispatch.DispatchSettings;
import dev.reprise.runner.failpoint.Failpoint;
import dev.reprise.runner.ledger.Reruns;
import dev.reprise.runner.ledger.RetryTimes;
import dev.reprise.runner.target.Behaviour;
import dev.reprise.runner.target.http.FakeScheduler;
import dev.reprise.runner.target.http.HttpSettings;
import dev.reprise.runner.target.process.ProcessSettings;
import dev.reprise.runtime.failpoint.Failpoints;
import dev.reprise.runtime.kafka.EmbeddedKafka;
import dev.reprise.runtime.kafka.EmbeddedKafkaConfig;
import dev.reprise.runtime.kafka.KafkaConnection;
import dev.reprise.runtime.message.DeadLetterHeaders;
import dev.reprise.runtime.trace.Tracing;
import dev.reprise.schemas.command.StartRerun;
import dev.reprise.schemas.dispatch.DispatchAccepted;
import dev.reprise.schemas.dispatch.DispatchCancelled;
import dev.reprise.schemas.dispatch.DispatchExpired;
import dev.reprise.schemas.dispatch.DispatchInDoubt;
import dev.reprise.schemas.dispatch.DispatchIntent;
import dev.reprise.schemas.dispatch.DispatchParked;
import dev.reprise.schemas.event.RunStarted;
import dev.reprise.schemas.event.RunSucceeded;
import dev.reprise.schemas.job.DispatchClass;
import dev.reprise.schemas.job.HttpQuery;
import dev.reprise.schemas.job.HttpSuccess;
import dev.reprise.schemas.job.TargetSpec;
import dev.reprise.schemas.wire.WireCodec;

/** The whole runner against a real broker; each test has its own topics. */
class RunnerIT {
    private static final Duration PATIENCE = Duration.ofSeconds(180);

    @TempDir
    static Path brokerDirectory;

    private static EmbeddedKafka kafka;

    @TempDir
    Path directory;

    private FakeScheduler scheduler;
    private Log log;

    @BeforeAll
    static void startBroker() {
        kafka = EmbeddedKafka.start(EmbeddedKafkaConfig.on(brokerDirectory), message -> {});
    }

    @AfterAll
    static void stopBroker() {
        kafka.close();
    }

    @BeforeEach
    void createTopics() {
        scheduler = new FakeScheduler();
        log = Log.create(kafka.bootstrapServers(), "it" + System.nanoTime() + ".", 2);
    }

    @AfterEach
    void closeClients() throws IOException {
        scheduler.close();
        log.close();
    }

    @Test
    void shouldCarryOutARerunOnceAndTellItsEnd() {
        StartRerun start = start("process", Reruns.aProcess("sh", "-c", "echo hello"));
        log.command(start);
        log.command(start);
        try (RunnerApp runner = runner("a", Failpoints.none())) {
            runner.start();
            awaitResult(start, DispatchAccepted.class);
            await().atMost(PATIENCE).until(() -> log.events(start.instance()).stream()
                    .anyMatch(RunSucceeded.class::isInstance));
            await().atMost(PATIENCE).until(() -> log.lagOfRunners() == 0);
            assertThat(runner.health().ready()).isTrue();
            assertThat(runner.health().openIntents()).isZero();
        }
        assertThat(log.dispatches(start.rerunId())).hasExactlyElementsOfTypes(DispatchIntent.class,
                DispatchAccepted.class);
        assertThat(log.events(start.instance())).hasAtLeastOneElementOfType(RunStarted.class);
    }

    @Test
    void shouldCallOnceForARepeatedCommandAndBeforeRestart() {
        StartRerun start = start("repeated", http(new DispatchClass.Opaque()));
        log.command(start);
        log.command(start);
        try (RunnerApp runner = runner("a", Failpoints.none())) {
            runner.start();
            awaitResult(start, DispatchAccepted.class);
        }
        log.command(start);
        try (RunnerApp runner = runner("a", Failpoints.none())) {
            runner.start();
            await().atMost(PATIENCE).until(() -> log.lagOfRunners() == 0);
        }
        assertThat(scheduler.calls()).hasSize(1);
        assertThat(log.dispatches(start.rerunId())).hasExactlyElementsOfTypes(DispatchIntent.class,
                DispatchAccepted.class);
    }

    @Test
    void shouldRepeatTheKeyAfterADeathInsideTheCall() {
        StartRerun start = start("keyed", http(new DispatchClass.Keyed(Duration.ofDays(1))));
        log.command(start);
        dieAt("after-call");
        assertThat(scheduler.effects(start.rerunId().value())).isOne();
        try (RunnerApp runner = runner("a", Failpoints.none())) {
            runner.start();
            awaitResult(start, DispatchAccepted.class);
        }
        assertThat(scheduler.effects(start.rerunId().value())).isOne();
        assertThat(scheduler.calls()).hasSize(2);
        assertThat(log.dispatches(start.rerunId())).hasExactlyElementsOfTypes(DispatchIntent.class,
                DispatchInDoubt.class, DispatchAccepted.class);
    }

    @Test
    void shouldHaveOneEffectAfterARealKillInsideTheCall() throws Exception {
        StartRerun start = start("killed", http(new DispatchClass.Keyed(Duration.ofDays(1))));
        log.command(start);
        Process killed = new ProcessBuilder(Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                "-Xmx256m", "-XX:TieredStopAtLevel=1", "-Dreprise.fail=runner.after-call:kill", "-cp",
                System.getProperty("java.class.path"), DyingRunner.class.getName(), kafka.bootstrapServers(),
                log.topics().prefix(), directory.resolve("a").toString())
                .redirectOutput(ProcessBuilder.Redirect.DISCARD).redirectError(ProcessBuilder.Redirect.DISCARD)
                .start();
        assertThat(killed.waitFor(PATIENCE.toSeconds(), TimeUnit.SECONDS)).isTrue();
        assertThat(killed.exitValue()).isEqualTo(137);
        assertThat(scheduler.effects(start.rerunId().value())).isOne();
        try (RunnerApp runner = runner("a", Failpoints.none())) {
            runner.start();
            awaitResult(start, DispatchAccepted.class);
        }
        assertThat(scheduler.effects(start.rerunId().value())).isOne();
        assertThat(log.dispatches(start.rerunId())).hasExactlyElementsOfTypes(DispatchIntent.class,
                DispatchInDoubt.class, DispatchAccepted.class);
    }

    @Test
    void shouldNotLetASlowTargetHoldOthersUp() {
        StartRerun slow = start("slow", http(new DispatchClass.Opaque(), Duration.ofSeconds(60)));
        scheduler.arrange(Behaviour.ACCEPT_AND_ANSWER_LATE);
        log.command(slow);
        try (RunnerApp runner = runner("a", Failpoints.none())) {
            runner.start();
            await().atMost(PATIENCE).until(() -> scheduler.calls().size() == 1);
            for (String name : List.of("one", "two", "three", "four")) {
                StartRerun quick = start(name, http(new DispatchClass.Opaque()));
                log.command(quick);
                awaitResult(quick, DispatchAccepted.class);
            }
            // Its answer would come last, so the position of its Kafka partition still stands before it.
            assertThat(log.lagOfRunners()).isPositive();
            assertThat(log.dispatches(slow.rerunId())).hasExactlyElementsOfTypes(DispatchIntent.class);
        }
    }

    @Test
    void shouldBeReadyWithoutKafkaPartitions() {
        try (RunnerApp one = runner("a", Failpoints.none());
                RunnerApp two = runner("b", Failpoints.none());
                RunnerApp three = runner("c", Failpoints.none())) {
            one.start();
            two.start();
            three.start();
            await().atMost(PATIENCE).until(() -> one.health().ready() && two.health().ready()
                    && three.health().ready() && one.health().kafkaPartitions().size()
                            + two.health().kafkaPartitions().size() + three.health().kafkaPartitions().size() == 2
                    && (one.health().kafkaPartitions().isEmpty() || two.health().kafkaPartitions().isEmpty()
                            || three.health().kafkaPartitions().isEmpty()));
        }
    }

    @Test
    void shouldParkAnOpaqueRerunAfterADeathBehindTheIntent() {
        StartRerun start = start("opaque", http(new DispatchClass.Opaque()));
        log.command(start);
        dieAt("after-intent-commit");
        try (RunnerApp runner = runner("a", Failpoints.none())) {
            runner.start();
            awaitResult(start, DispatchParked.class);
        }
        assertThat(scheduler.requests()).isEmpty();
    }

    @Test
    void shouldHealAProcessWhoseRunnerDiedBeforeItsStart() {
        Path effect = directory.resolve("effect");
        StartRerun start = start("healed", Reruns.aProcess("sh", "-c", "echo once >> \"$1\"", "sh", effect.toString()));
        log.command(start);
        dieAt("after-run-directory");
        try (RunnerApp runner = runner("a", Failpoints.none())) {
            runner.start();
            awaitResult(start, DispatchAccepted.class);
            await().atMost(PATIENCE).until(() -> log.events(start.instance()).stream()
                    .anyMatch(RunSucceeded.class::isInstance));
        }
        assertThat(effect).hasContent("once");
    }

    @Test
    void shouldParkAProcessThatAnotherPlaceIntended() {
        StartRerun start = start("elsewhere", Reruns.aProcess("true"));
        log.command(start);
        dieAt("after-intent-commit");
        try (RunnerApp runner = runner("b", Failpoints.none())) {
            runner.start();
            awaitResult(start, DispatchParked.class);
        }
    }

    @Test
    void shouldWriteNothingOnceFencedOff() {
        StartRerun start = start("fenced", http(new DispatchClass.Opaque()));
        scheduler.arrange(Behaviour.ACCEPT_AND_ANSWER_LATE);
        log.command(start);
        try (RunnerApp zombie = runner("a", Failpoints.none())) {
            zombie.start();
            await().atMost(PATIENCE).until(() -> !scheduler.requests().isEmpty());
            // Another owner takes the fence while the call is under way: what the first learns must not be written.
            log.fence(start.instance());
            awaitResult(start, DispatchParked.class);
        }
        assertThat(scheduler.calls()).hasSize(1);
        assertThat(log.dispatches(start.rerunId())).hasExactlyElementsOfTypes(DispatchIntent.class,
                DispatchParked.class);
        assertThat(log.epochs(start.rerunId())).isSorted().doesNotHaveDuplicates();
    }

    @Test
    void shouldNotSendWhatIsCancelledOrExpired() {
        StartRerun cancelled = start("cancelled", http(new DispatchClass.Opaque()));
        StartRerun expired = Reruns.aStart(Reruns.anInstance("expired"), http(new DispatchClass.Opaque()),
                Instant.now().minusSeconds(1));
        log.command(cancelled);
        log.command(Reruns.aCancel(cancelled));
        log.command(expired);
        try (RunnerApp runner = runner("a", Failpoints.none())) {
            runner.start();
            awaitResult(cancelled, DispatchCancelled.class);
            awaitResult(expired, DispatchExpired.class);
        }
        assertThat(scheduler.requests()).isEmpty();
    }

    @Test
    void shouldPutUnusableRecordsAsideAndGoOn() {
        StartRerun good = start("good", http(new DispatchClass.Opaque()));
        StartRerun hidden = start("hidden", http(new DispatchClass.Opaque()));
        log.raw(log.topics().commands(), log.kafkaPartition(good.instance()), good.instance().key(), "no json");
        log.raw(log.topics().dispatches(), log.kafkaPartition(hidden.instance()), hidden.rerunId().value(), "torn");
        log.commandUnderKey(good, "another/key/*");
        log.command(hidden);
        log.command(good);
        SimpleMeterRegistry registry = new SimpleMeterRegistry();
        try (RunnerApp runner = new RunnerApp(config("a"), connection(),
                new WireCodec(), registry, InstantSource.system(), Tracing.off(), Failpoints.none())) {
            runner.start();
            awaitResult(good, DispatchAccepted.class);
            awaitResult(hidden, DispatchParked.class);
            await().atMost(PATIENCE).until(() -> log.deadLetters().size() == 3);
        }
        assertThat(log.deadLetters()).anySatisfy(letter -> {
            assertThat(header(letter, DeadLetterHeaders.TOPIC)).isEqualTo(log.topics().commands());
            assertThat(header(letter, DeadLetterHeaders.KAFKA_PARTITION))
                    .isEqualTo(Integer.toString(log.kafkaPartition(good.instance())));
            assertThat(header(letter, DeadLetterHeaders.CAUSE)).isEqualTo("ENVELOPE");
            assertThat(letter.value()).isEqualTo("no json".getBytes(StandardCharsets.UTF_8));
        });
        assertThat(registry.get("rerun.dead.letters").tag("topic", log.topics().dispatches())
                .tag("cause", "ENVELOPE").counter().count()).isEqualTo(1);
        assertThat(scheduler.calls()).hasSize(1);
    }

    /** Runs a runner until a failpoint ends it, without any clean-up of the protocol. */
    private void dieAt(String failpoint) {
        try (RunnerApp dying = runner("a", Failpoints.of("runner." + failpoint + ":throw", Failpoint.values()))) {
            dying.start();
            await().atMost(PATIENCE).until(() -> !dying.health().alive()
                    && dying.health().problem().filter(problem -> problem.contains("failpoint")).isPresent());
        }
    }

    private <T> void awaitResult(StartRerun start, Class<T> result) {
        await().atMost(PATIENCE).untilAsserted(
                () -> assertThat(log.dispatches(start.rerunId())).hasAtLeastOneElementOfType(result));
    }

    private RunnerApp runner(String place, Failpoints failpoints) {
        return new RunnerApp(config(place), connection(), new WireCodec(),
                new SimpleMeterRegistry(), InstantSource.system(), Tracing.off(), failpoints);
    }

    /** A short session: a runner that died is missed soon. */
    private static KafkaConnection connection() {
        return new KafkaConnection(kafka.bootstrapServers(), Map.of(),
                Map.of("session.timeout.ms", "6000", "heartbeat.interval.ms", "1000"), Map.of(), Map.of(), Map.of());
    }

    private RunnerConfig config(String place) {
        DispatchSettings defaults = DispatchSettings.defaults();
        return new RunnerConfig(log.topics().prefix(), "runner-" + place, Optional.empty(), directory.resolve(place),
                new DispatchSettings(
                        new RetryTimes(Duration.ofMillis(200), Duration.ofSeconds(5), Duration.ofSeconds(30)), 16, 1000,
                        Duration.ofSeconds(2), defaults.rebuildTimeout(), defaults.ledgerHorizon()),
                ProcessSettings.defaults(), HttpSettings.defaults());
    }

    private StartRerun start(String name, TargetSpec target) {
        return Reruns.aStart(Reruns.anInstance(name), target, Instant.now().plus(Duration.ofHours(1)));
    }

    private TargetSpec.Http http(DispatchClass guarantee) {
        return http(guarantee, Duration.ofSeconds(20));
    }

    private TargetSpec.Http http(DispatchClass guarantee, Duration timeout) {
        return new TargetSpec.Http("POST", scheduler.url() + "/runs", Map.of(), Optional.of("{}"),
                Optional.of("Idempotency-Key"),
                new HttpSuccess(List.of(201), Optional.empty(), Optional.empty(), Optional.of("/id")),
                Optional.of(new HttpQuery(scheduler.url() + "/runs/{{rerunId}}")), Optional.empty(), guarantee,
                timeout);
    }

    private static String header(ConsumerRecord<byte[], byte[]> letter, String name) {
        return new String(letter.headers().lastHeader(name).value(), StandardCharsets.UTF_8);
    }
}
