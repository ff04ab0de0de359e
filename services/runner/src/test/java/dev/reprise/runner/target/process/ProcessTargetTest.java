// SPDX-License-Identifier: Apache-2.0
package dev.reprise.runner.target.process;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

import dev.reprise.runner.failpoint.Failpoint;
import dev.reprise.runner.target.Behaviour;
import dev.reprise.runner.target.CallOutcome;
import dev.reprise.runner.target.KeyedTargetKit;
import dev.reprise.runner.target.QueryOutcome;
import dev.reprise.runner.target.Secrets;
import dev.reprise.runner.target.Target;
import dev.reprise.runner.target.TargetRequest;
import dev.reprise.runtime.failpoint.Failpoints;
import dev.reprise.runtime.trace.Traceparent;
import dev.reprise.schemas.id.RerunId;
import dev.reprise.schemas.job.TargetSpec;
import dev.reprise.schemas.wire.WireCodec;

class ProcessTargetTest implements KeyedTargetKit {
    private static final Duration PATIENCE = Duration.ofSeconds(60);

    @TempDir
    Path directory;

    private RunDirectories runs;
    private Path effects;
    private volatile Behaviour next = Behaviour.ACCEPT;

    @BeforeEach
    void open() throws IOException {
        runs = RunDirectories.open(directory.resolve("data"), new WireCodec().mapper());
        effects = Files.createDirectory(directory.resolve("effects"));
    }

    @AfterEach
    void awaitProcesses() {
        // A process that still runs would write into a directory that is being deleted.
        await().atMost(PATIENCE).until(() -> runs.all().stream().allMatch(
                run -> run.exit().isPresent() || run.claim().map(Claim.ByRunner.class::isInstance).orElse(true)));
    }

    @Override
    public World world() {
        return new World() {
            @Override
            public Target target() {
                return targets(Duration.ofSeconds(30)).of(appending());
            }

            @Override
            public void arrange(Behaviour behaviour) {
                next = behaviour;
            }

            @Override
            public int effects(RerunId rerunId) {
                await().atMost(PATIENCE).until(() -> runs.find(rerunId).map(run -> run.claim().isEmpty()
                        || run.exit().isPresent()).orElse(true));
                return lines(effects.resolve(rerunId.value()));
            }
        };
    }

    /** Of refusals this target has one: a specification that cannot be carried out. */
    @Override
    @Test
    public void shouldSayNoWhenRefused() {
        TargetSpec.Process unknown = process("echo", "{{nothing}}");
        assertThat(target(unknown).call(KeyedTargetKit.aRequest("refused")))
                .isInstanceOfSatisfying(CallOutcome.Refused.class,
                        refused -> assertThat(refused.detail()).contains("command[1]").contains("{{nothing}}"));
        assertThat(runs.all()).isEmpty();
    }

    @Override
    @Test
    public void shouldTellAConflictFromOurOwnRun() {
        TargetRequest first = KeyedTargetKit.aRequest("conflict");
        TargetRequest other = new TargetRequest(first.rerunId(), first.instance(), 1, first.answers(), Map.of(), 5, 8,
                first.notAfter(), "b".repeat(64));
        world().target().call(other);
        assertThat(world().target().call(first)).isInstanceOfSatisfying(CallOutcome.Refused.class,
                refused -> assertThat(refused.conflict()).isTrue());
        assertThat(world().target().query(first)).isInstanceOf(QueryOutcome.NotFound.class);
    }

    @Test
    void shouldTellTheProcessWhereInATraceItStands() {
        List<Map<String, String>> environments = new ArrayList<>();
        WrapperStart noting = (command, where, environment) -> {
            environments.add(environment);
            WrapperStart.asProcess().start(command, where, environment);
        };
        Traceparent traceparent = new Traceparent("a".repeat(32), "b".repeat(16), "01");
        targets(noting).of(appending()).call(KeyedTargetKit.aRequest("traced").at(Optional.of(traceparent)));
        targets(noting).of(appending()).call(KeyedTargetKit.aRequest("untraced"));

        assertThat(environments.getFirst()).containsEntry("TRACEPARENT", traceparent.toString());
        assertThat(environments.getLast()).doesNotContainKey("TRACEPARENT");
    }

    @Test
    void shouldRunOnceHoweverOftenTheWrapperIsStarted() {
        WrapperStart many = (command, where, environment) -> {
            for (int i = 0; i < 8; i++) {
                WrapperStart.asProcess().start(command, where, environment);
            }
        };
        TargetRequest request = KeyedTargetKit.aRequest("many");
        assertThat(targets(many).of(appending()).call(request)).isInstanceOf(CallOutcome.Accepted.class);
        assertThat(world().effects(request.rerunId())).isOne();
    }

    @Test
    void shouldHealADeathBetweenDirectoryAndStart() {
        TargetRequest request = KeyedTargetKit.aRequest("healed");
        Target dying = new ProcessTargets(runs, settings(Duration.ofSeconds(30)), secrets(), InstantSource.system(),
                Failpoints.of("runner.after-run-directory:throw", Failpoint.values()), WrapperStart.asProcess(),
                ProcessTargets.launcher(path()))
                .of(appending());
        assertThatThrownBy(() -> dying.call(request)).hasMessageContaining("failpoint");
        assertThat(world().target().query(request)).isInstanceOf(QueryOutcome.Unknown.class);
        assertThat(world().target().call(request)).isInstanceOf(CallOutcome.Accepted.class);
        assertThat(world().effects(request.rerunId())).isOne();
    }

    @Test
    void shouldHandValuesOverAsArgumentsAndEnvironmentOnly() throws IOException {
        Path out = directory.resolve("out");
        TargetSpec.Process spec = new TargetSpec.Process(
                List.of("sh", "-c",
                        "printf '%s|%s|%s|%s' \"$1\" \"$REPRISE_INSTANCE\" \"$TOKEN\" \"$REPRISE_FAILED_RUN_ID\""
                                + " > \"$2\"",
                        "sh", "$(touch pwned); {{name}}", out.toString()),
                Optional.of(directory.toString()), Map.of("TOKEN", "${env:SECRET}"), Optional.empty());
        TargetRequest request = KeyedTargetKit.aRequest("argv");
        target(spec).call(request);
        world().effects(request.rerunId());
        assertThat(out).hasContent("$(touch pwned); argv|warehouse/argv/ds=2026-11-28|s3cret-value|run-1");
        assertThat(directory.resolve("pwned")).doesNotExist();
        Path kept = runs.find(request.rerunId()).orElseThrow().path().resolve(RunDirectory.REQUEST);
        assertThat(Files.readString(kept)).contains("env:SECRET").doesNotContain("s3cret-value");
    }

    @Test
    void shouldRefuseSecretsInArgumentsAndNamesOfOurOwn() {
        assertThat(detail(process("curl", "${env:SECRET}"))).contains("command[1]").contains("environment");
        assertThat(detail(new TargetSpec.Process(List.of("true"), Optional.empty(), Map.of("REPRISE_RUN_ID", "x"),
                Optional.empty()))).contains("REPRISE_RUN_ID");
        assertThat(detail(new TargetSpec.Process(List.of("true"), Optional.of("relative"), Map.of(),
                Optional.empty()))).contains("workingDirectory");
    }

    @Test
    void shouldKeepItsPlaceAndRemoveWhatIsOld() {
        TargetRequest request = KeyedTargetKit.aRequest("old");
        world().target().call(request);
        world().effects(request.rerunId());
        RunDirectory run = runs.find(request.rerunId()).orElseThrow();
        assertThat(runs.removeBefore(InstantSource.system().instant().plusSeconds(5))).isZero();
        run.mark(RunDirectory.Mark.REPORTED);
        assertThat(runs.removeBefore(InstantSource.system().instant().plusSeconds(5))).isOne();
        assertThat(runs.find(request.rerunId())).isEmpty();
        assertThat(RunDirectories.open(directory.resolve("data"), new WireCodec().mapper()).place())
                .isEqualTo(runs.place());
    }

    private String detail(TargetSpec.Process spec) {
        CallOutcome outcome = target(spec).call(KeyedTargetKit.aRequest("refused"));
        assertThat(outcome).isInstanceOf(CallOutcome.Refused.class);
        return ((CallOutcome.Refused) outcome).detail();
    }

    private TargetSpec.Process appending() {
        return process("sh", "-c", "echo done >> \"$1/$REPRISE_RERUN_ID\"", "sh", effects.toString());
    }

    private static TargetSpec.Process process(String... command) {
        return new TargetSpec.Process(List.of(command), Optional.empty(), Map.of(), Optional.empty());
    }

    private Target target(TargetSpec.Process spec) {
        return targets(Duration.ofSeconds(30)).of(spec);
    }

    private ProcessTargets targets(Duration claimWait) {
        Behaviour behaviour = next;
        next = Behaviour.ACCEPT;
        WrapperStart faulty = (command, where, environment) -> {
            if (behaviour == Behaviour.UNREACHABLE) {
                throw new IOException("no more processes");
            }
            WrapperStart.asProcess().start(command, where, environment);
            if (behaviour == Behaviour.ACCEPT_AND_LOSE_ANSWER || behaviour == Behaviour.ACCEPT_THEN_FAIL) {
                await().atMost(PATIENCE).until(() -> Files.exists(where.resolve("claim")));
                throw new IOException("the answer is lost");
            }
        };
        boolean late = behaviour == Behaviour.ACCEPT_AND_ANSWER_LATE;
        return new ProcessTargets(runs, settings(late ? Duration.ofNanos(1) : claimWait), secrets(),
                InstantSource.system(), Failpoints.none(), faulty, ProcessTargets.launcher(path()));
    }

    private ProcessTargets targets(WrapperStart start) {
        return new ProcessTargets(runs, settings(Duration.ofSeconds(30)), secrets(), InstantSource.system(),
                Failpoints.none(), start, ProcessTargets.launcher(path()));
    }

    private static Secrets secrets() {
        return new Secrets(Map.of("SECRET", "s3cret-value")::get);
    }

    private static String path() {
        return "/usr/local/bin:/usr/bin:/bin";
    }

    private static ProcessSettings settings(Duration claimWait) {
        ProcessSettings defaults = ProcessSettings.defaults();
        return new ProcessSettings(defaults.heartbeat(), defaults.check(), claimWait, defaults.claimGrace(),
                defaults.stopGrace(), defaults.keep(), defaults.keepOutput());
    }

    private static int lines(Path file) {
        try {
            return Files.exists(file) ? Files.readAllLines(file).size() : 0;
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
