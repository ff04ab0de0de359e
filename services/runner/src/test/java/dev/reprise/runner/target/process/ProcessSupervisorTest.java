// SPDX-License-Identifier: Apache-2.0
package dev.reprise.runner.target.process;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.atomic.AtomicReference;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

import dev.reprise.runner.failpoint.Failpoint;
import dev.reprise.runner.target.CallOutcome;
import dev.reprise.runner.target.KeyedTargetKit;
import dev.reprise.runner.target.Secrets;
import dev.reprise.runner.target.TargetRequest;
import dev.reprise.runtime.config.ByteSize;
import dev.reprise.runtime.failpoint.Failpoints;
import dev.reprise.schemas.event.FailureKind;
import dev.reprise.schemas.event.RunEvent;
import dev.reprise.schemas.event.RunFailed;
import dev.reprise.schemas.event.RunHeartbeat;
import dev.reprise.schemas.event.RunLost;
import dev.reprise.schemas.event.RunPhase;
import dev.reprise.schemas.event.RunStarted;
import dev.reprise.schemas.event.RunSucceeded;
import dev.reprise.schemas.job.TargetSpec;
import dev.reprise.schemas.wire.WireCodec;

class ProcessSupervisorTest {
    private static final Duration PATIENCE = Duration.ofSeconds(60);

    @TempDir
    Path directory;

    private final List<Told> told = new CopyOnWriteArrayList<>();
    private final AtomicReference<Instant> ahead = new AtomicReference<>();
    private final InstantSource clock = () -> Optional.ofNullable(ahead.get()).orElseGet(Instant::now);
    private RunDirectories runs;

    private record Told(String id, RunEvent event) {}

    @BeforeEach
    void open() {
        runs = RunDirectories.open(directory, new WireCodec().mapper());
    }

    @AfterEach
    void endProcesses() {
        runs.all().forEach(run -> run.claim().ifPresent(claim -> {
            if (claim instanceof Claim.ByProcess running) {
                running.process().family().forEach(ProcessHandle::destroyForcibly);
                await().atMost(PATIENCE).until(() -> !running.process().isAlive());
            }
        }));
    }

    @Test
    void shouldTellStartAndSuccessOnce() {
        run("ok", Optional.empty(), "true");
        ProcessSupervisor supervisor = supervisor();
        lookUntilReported(supervisor, "ok");
        look(supervisor);
        assertThat(kinds()).containsExactly(RunStarted.class, RunSucceeded.class);
        RunStarted started = (RunStarted) told.getFirst().event();
        assertThat(started.rerunOf()).contains(request("ok").rerunId());
        assertThat(started.run().value()).isEqualTo(request("ok").rerunId().value());
        assertThat(started.source()).isEqualTo("reprise/process");
    }

    @Test
    void shouldTellExitStatusAndEndOfOutputWithoutSecrets() {
        run("failed", Optional.empty(), "sh", "-c", "echo first; echo token is $TOKEN; echo last >&2; exit 3");
        lookUntilReported(supervisor(), "failed");
        assertThat(last()).isInstanceOfSatisfying(RunFailed.class, failed -> {
            assertThat(failed.kind()).isEqualTo(FailureKind.FAILED);
            assertThat(failed.phase()).isEqualTo(RunPhase.MAY_HAVE_RUN);
            assertThat(failed.error().orElseThrow().exitCode()).contains(3);
            assertThat(failed.error().orElseThrow().outputTail().orElseThrow()).contains("last").contains("***")
                    .doesNotContain("s3cret-value");
        });
    }

    @Test
    void shouldTellThatTheBodyNeverBegan() {
        run("absent", Optional.empty(), "no-such-program-here");
        lookUntilReported(supervisor(), "absent");
        assertThat(last()).isInstanceOfSatisfying(RunFailed.class, failed -> {
            assertThat(failed.phase()).isEqualTo(RunPhase.NEVER_STARTED);
            assertThat(failed.error().orElseThrow().exitCode()).contains(127);
        });
    }

    @Test
    void shouldNotTakeAnExit127OfTheBodyForNeverStarted() {
        run("inside", Optional.empty(), "sh", "-c", "exit 127");
        lookUntilReported(supervisor(), "inside");
        assertThat(((RunFailed) last()).phase()).isEqualTo(RunPhase.MAY_HAVE_RUN);
    }

    @Test
    void shouldCarryOnAfterDeathOfTheRunner() throws IOException {
        Path gate = directory.resolve("gate");
        run("long", Optional.empty(), "sh", "-c", "while [ ! -e " + gate + " ]; do sleep 0.1; done; exit 5");
        look(supervisor());
        Files.createFile(gate);
        lookUntilReported(supervisor(), "long");
        assertThat(kinds()).containsOnlyOnce(RunStarted.class, RunFailed.class);
    }

    @Test
    void shouldTellTheSameAgainWhenItDiesBeforeItsMark() {
        run("twice", Optional.empty(), "true");
        awaitExit("twice");
        ProcessSupervisor dying = supervisor(Failpoints.of("runner.before-reported-mark:throw:2", Failpoint.values()));
        assertThatThrownBy(dying::look).hasMessageContaining("failpoint");
        List<Told> first = new ArrayList<>(told);
        told.clear();
        lookUntilReported(supervisor(), "twice");
        assertThat(told).hasSize(1);
        assertThat(first).contains(told.getFirst());
    }

    @Test
    void shouldGoOnWatchingAfterAFaultOfItsOwn() {
        run("faulty", Optional.empty(), "true");
        try (ProcessSupervisor hurt = supervisor(
                Failpoints.of("runner.before-reported-mark:throw:2", Failpoint.values()))) {
            hurt.start();
            await().atMost(PATIENCE).until(() -> runs.all().stream()
                    .allMatch(run -> run.when(RunDirectory.Mark.REPORTED).isPresent()));
            assertThat(hurt.isWatching()).isTrue();
        }
    }

    @Test
    void shouldTellOfTheOthersWhereOneCannotBeRead() throws IOException {
        run("broken", Optional.empty(), "true");
        awaitExit("broken");
        RunDirectory broken = runs.all().getFirst();
        Path mark = broken.path().resolve("exit");
        Files.deleteIfExists(mark);
        Files.createDirectories(mark);
        run("whole", Optional.empty(), "true");
        lookUntilReported(supervisor(), "whole");
    }

    @Test
    void shouldTellSignsOfLife() {
        run("alive", Optional.empty(), "sleep", "60");
        ProcessSupervisor supervisor = supervisor();
        look(supervisor);
        look(supervisor);
        assertThat(kinds()).containsExactlyInAnyOrder(RunStarted.class, RunHeartbeat.class);
        ahead.set(Instant.now().plusSeconds(11));
        look(supervisor);
        assertThat(kinds()).filteredOn(RunHeartbeat.class::equals).hasSize(2);
    }

    @Test
    void shouldStopTheWholeTreeWhenTheTimeIsUp() {
        run("slow", Optional.of(Duration.ofMillis(1)), "sh", "-c", "trap '' TERM; sleep 600 & wait; sleep 600");
        ProcessSupervisor supervisor = supervisor();
        look(supervisor);
        ahead.set(Instant.now().plusSeconds(60));
        await().atMost(PATIENCE).until(() -> {
            look(supervisor);
            return isReported("slow");
        });
        assertThat(last()).isInstanceOfSatisfying(RunFailed.class,
                failed -> assertThat(failed.kind()).isEqualTo(FailureKind.TIMED_OUT));
        assertThat(process("slow").isAlive()).isFalse();
    }

    @Test
    void shouldTellLossOnlyWhenNothingOfTheRunIsLeft() throws IOException {
        run("lost", Optional.empty(), "sleep", "600");
        ProcessSupervisor supervisor = supervisor();
        look(supervisor);
        ProcessHandle wrapper = ProcessHandle.of(process("lost").pid()).orElseThrow();
        await().atMost(PATIENCE).until(() -> wrapper.descendants().findAny().isPresent());
        List<ProcessHandle> children = wrapper.descendants().toList();
        wrapper.destroyForcibly();
        await().atMost(PATIENCE).until(() -> !wrapper.isAlive());
        look(supervisor);
        look(supervisor);
        assertThat(kinds()).doesNotContain(RunLost.class);
        children.forEach(ProcessHandle::destroyForcibly);
        lookUntilReported(supervisor, "lost");
        assertThat(last()).isInstanceOf(RunLost.class);
    }

    @Test
    void shouldCloseRunThatNobodyClaimed() {
        WrapperStart nothing = (_, _, _) -> {};
        targets(nothing).of(spec(Optional.empty(), "true")).call(request("never"));
        ProcessSupervisor supervisor = supervisor();
        look(supervisor);
        assertThat(told).isEmpty();
        ahead.set(Instant.now().plusSeconds(61));
        lookUntilReported(supervisor, "never");
        assertThat(((RunFailed) last()).phase()).isEqualTo(RunPhase.NEVER_STARTED);
        run("never", Optional.empty(), "touch", directory.resolve("ran").toString());
        assertThat(directory.resolve("ran")).doesNotExist();
    }

    @Test
    void shouldBoundOutputOfRunningProcess() {
        run("loud", Optional.empty(), "sh", "-c",
                "i=0; while [ $i -lt 4000 ]; do echo line $i of a program that says a lot; i=$((i+1)); done; exit 1");
        awaitExit("loud");
        RunDirectory run = runs.find(request("loud").rerunId()).orElseThrow();
        run.boundOutput(64 * 1024);
        assertThat(run.path().resolve("output.log")).isEmptyFile();
        assertThat(run.outputTail(ProcessSettings.EVIDENCE_BYTES)).hasSizeLessThanOrEqualTo(
                ProcessSettings.EVIDENCE_BYTES).contains("line 3999");
    }

    private void run(String name, Optional<Duration> timeout, String... command) {
        assertThat(targets(WrapperStart.asProcess()).of(spec(timeout, command)).call(request(name)))
                .isInstanceOf(CallOutcome.Accepted.class);
    }

    private static TargetSpec.Process spec(Optional<Duration> timeout, String... command) {
        return new TargetSpec.Process(List.of(command), Optional.empty(), Map.of("TOKEN", "${env:SECRET}"), timeout);
    }

    private static TargetRequest request(String name) {
        return KeyedTargetKit.aRequest(name);
    }

    private ProcessTargets targets(WrapperStart start) {
        return new ProcessTargets(runs, settings(), secrets(), clock, Failpoints.none(), start,
                ProcessTargets.launcher("/usr/bin:/bin"));
    }

    private ProcessSupervisor supervisor() {
        return supervisor(Failpoints.none());
    }

    private ProcessSupervisor supervisor(Failpoints failpoints) {
        RunReports reports = (id, event, _) -> {
            told.add(new Told(id, event));
            return CompletableFuture.allOf();
        };
        return new ProcessSupervisor(runs, settings(), secrets(), clock, reports, failpoints);
    }

    private static ProcessSettings settings() {
        return new ProcessSettings(Duration.ofSeconds(10), Duration.ofSeconds(1), Duration.ofSeconds(2),
                Duration.ofMinutes(1), Duration.ofSeconds(1), Duration.ofDays(7), ByteSize.ofMebibytes(8));
    }

    private static Secrets secrets() {
        return new Secrets(Map.of("SECRET", "s3cret-value")::get);
    }

    private void lookUntilReported(ProcessSupervisor supervisor, String name) {
        await().atMost(PATIENCE).until(() -> {
            look(supervisor);
            return isReported(name);
        });
    }

    private boolean isReported(String name) {
        return runs.find(request(name).rerunId()).orElseThrow().when(RunDirectory.Mark.REPORTED).isPresent();
    }

    private void awaitExit(String name) {
        await().atMost(PATIENCE).until(() -> runs.find(request(name).rerunId()).orElseThrow().exit().isPresent());
    }

    private static void look(ProcessSupervisor supervisor) {
        try {
            supervisor.look();
        } catch (InterruptedException e) {
            throw new IllegalStateException(e);
        }
    }

    private ProcessIdentity process(String name) {
        return ((Claim.ByProcess) runs.find(request(name).rerunId()).orElseThrow().claim().orElseThrow()).process();
    }

    private List<Class<?>> kinds() {
        List<Class<?>> kinds = new ArrayList<>();
        told.forEach(one -> kinds.add(one.event().getClass()));
        return kinds;
    }

    private RunEvent last() {
        return told.getLast().event();
    }
}
