// SPDX-License-Identifier: Apache-2.0
package dev.reprise.runner.target.slurm;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.HashMap;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

import dev.reprise.runner.SchedulerTargets;
import dev.reprise.runner.target.CallOutcome;
import dev.reprise.runner.target.Secrets;
import dev.reprise.runner.target.Target;
import dev.reprise.runner.target.TargetRequest;
import dev.reprise.runner.target.http.HttpSettings;
import dev.reprise.schemas.id.AttemptId;
import dev.reprise.schemas.id.InstanceId;
import dev.reprise.schemas.id.JobId;
import dev.reprise.schemas.id.PartitionKey;
import dev.reprise.schemas.id.RerunId;
import dev.reprise.schemas.id.RunId;
import dev.reprise.schemas.job.DispatchClass;
import dev.reprise.schemas.job.SchedulerAction;
import dev.reprise.schemas.job.TargetSpec;
import dev.reprise.schemas.wire.WireCodec;

/** Reruns in a real Slurm. Skipped, with the reason, where it is not installed. */
class SlurmIT {
    private static final Duration PATIENCE = Duration.ofMinutes(2);
    @TempDir
    private static Path directory;
    private static Optional<SlurmCluster> cluster = Optional.empty();

    @BeforeAll
    static void start() throws IOException {
        assumeTrue(SlurmCluster.missing().isEmpty(), SlurmCluster::missing);
        cluster = Optional.of(new SlurmCluster(directory));
    }

    @AfterAll
    static void stop() {
        cluster.ifPresent(SlurmCluster::close);
    }

    @Test
    void shouldRequeueAFailedJobOnceForItsAttempt() throws IOException {
        String job = slurm().submit("exit 17");
        slurm().awaitState(job, "FAILED");

        assertThat(requeue(Map.of()).call(request(job))).isEqualTo(new CallOutcome.Accepted(new RunId(job), false));

        await().atMost(PATIENCE).until(() -> slurm().field(job, "Restarts").equals("1"));
        assertThat(requeue(Map.of()).call(request(job))).isInstanceOfSatisfying(CallOutcome.Refused.class, refused -> {
            assertThat(refused.conflict()).isTrue();
            assertThat(refused.detail()).contains("has been started 2 times");
        });
        slurm().awaitState(job, "FAILED");
        assertThat(slurm().field(job, "Restarts")).isEqualTo("1");
    }

    @Test
    void shouldNotKillAJobThatRuns() throws IOException {
        String job = slurm().submit("sleep 300");
        slurm().awaitState(job, "RUNNING");

        assertThat(requeue(Map.of()).call(request(job))).isInstanceOfSatisfying(CallOutcome.Refused.class,
                refused -> assertThat(refused.detail()).contains("is in state RUNNING"));

        assertThat(slurm().field(job, "JobState")).isEqualTo("RUNNING");
        slurm().run("scancel", job);
        slurm().awaitState(job, "CANCELLED");
        // It claims to have ended with 0, which is why nobody asks for the exit code.
        assertThat(slurm().field(job, "ExitCode")).startsWith("0:");
        assertThat(requeue(Map.of()).call(request(job))).isInstanceOf(CallOutcome.Accepted.class);
        slurm().run("scancel", job);
    }

    @Test
    void shouldNotRequeueASuccess() throws IOException {
        String job = slurm().submit("exit 0");
        slurm().awaitState(job, "COMPLETED");
        assertThat(requeue(Map.of()).call(request(job))).isInstanceOfSatisfying(CallOutcome.Refused.class,
                refused -> assertThat(refused.detail()).contains("is in state COMPLETED"));
        assertThat(requeue(Map.of()).call(request("999999"))).isInstanceOfSatisfying(CallOutcome.Refused.class,
                refused -> assertThat(refused.detail()).contains("does not know job 999999"));
    }

    @Test
    void shouldFindTheRequeueWhenTheControllerRestartsBeforeTheAnswer() throws Exception {
        String job = slurm().submit("exit 17");
        slurm().awaitState(job, "FAILED");
        Path asked = directory.resolve("asked-" + job);
        Path go = directory.resolve("go-" + job);
        String bin = shim("scontrol", "requeue", asked, go);

        CompletableFuture<CallOutcome> outcome = CompletableFuture
                .supplyAsync(() -> requeue(Map.of("bin", bin)).call(request(job)));
        await().atMost(PATIENCE).until(() -> Files.exists(asked));
        slurm().stopController();
        slurm().startController();
        await().atMost(PATIENCE).until(() -> slurm().field(job, "Restarts").equals("1"));
        Files.createFile(go);

        assertThat(outcome.get()).isEqualTo(new CallOutcome.Accepted(new RunId(job), true));
        slurm().awaitState(job, "FAILED");
        assertThat(slurm().field(job, "Restarts")).isEqualTo("1");
    }

    @Test
    void shouldSubmitOneJobOfOurNameAlsoWhenTheAnswerIsLost() throws IOException {
        TargetRequest request = request("submit");
        Path script = Files.writeString(directory.resolve("load.sh"),
                "#!/bin/sh\necho \"$REPRISE_RERUN_ID $DAY\" > " + directory + "/ran\n");
        Map<String, String> settings = Map.of("script", script.toString(), "directory", directory.toString(),
                "environment.DAY", "{{partition.ds}}");
        Path asked = directory.resolve("asked-submit");
        Path go = Files.createFile(directory.resolve("go-submit"));
        Map<String, String> losing = new HashMap<>(settings);
        losing.put("bin", shim("sbatch", "parsable", asked, go));

        assertThat(target(SchedulerAction.SLURM_SUBMIT, losing).call(request)).isInstanceOfSatisfying(
                CallOutcome.Accepted.class, accepted -> assertThat(accepted.adopted()).isTrue());
        assertThat(target(SchedulerAction.SLURM_SUBMIT, settings).call(request)).isInstanceOfSatisfying(
                CallOutcome.Accepted.class, accepted -> assertThat(accepted.adopted()).isTrue());

        await().atMost(PATIENCE).until(() -> Files.exists(directory.resolve("ran"))
                && Files.readString(directory.resolve("ran")).contains(request.rerunId() + " 2026-11-28"));
        assertThat(slurm().run("squeue", "-h", "-t", "all", "--name=" + request.rerunId(), "-o", "%A").lines())
                .hasSize(1);
    }

    @Test
    void shouldSayWhatIsMissing() {
        assertThat(requeue(Map.of("bin", "/nowhere")).call(request("1"))).isInstanceOfSatisfying(
                CallOutcome.Refused.class,
                refused -> assertThat(refused.detail()).contains("install the Slurm client, or set bin"));
    }

    /**
     * A program that asks the real one, and loses the answer: it says that it has asked, waits for the go, and ends with
     * a fault that says nothing.
     */
    private static String shim(String program, String word, Path asked, Path go) throws IOException {
        Path bin = Files.createTempDirectory(directory, "bin");
        for (String name : new String[]{"scontrol", "squeue", "sbatch"}) {
            Files.writeString(bin.resolve(name), name.equals(program) ? """
                    #!/bin/sh
                    case "$*" in
                      *%s*)
                        /usr/bin/%s "$@" > /dev/null
                        : > %s
                        while [ ! -e %s ]; do sleep 0.1; done
                        echo "Unexpected message received"
                        exit 1 ;;
                      *) exec /usr/bin/%s "$@" ;;
                    esac
                    """.formatted(word, name, asked, go, name) : "#!/bin/sh\nexec /usr/bin/" + name + " \"$@\"\n");
            Files.setPosixFilePermissions(bin.resolve(name), PosixFilePermissions.fromString("rwxr-xr-x"));
        }
        return bin.toString();
    }

    private static SlurmCluster slurm() {
        return cluster.orElseThrow();
    }

    private static Target requeue(Map<String, String> settings) {
        return target(SchedulerAction.SLURM_REQUEUE, settings);
    }

    private static Target target(SchedulerAction action, Map<String, String> settings) {
        Map<String, String> all = new HashMap<>(settings);
        all.put("conf", slurm().conf().toString());
        return new SchedulerTargets(HttpSettings.defaults(), new Secrets(Map.<String, String>of()::get),
                new WireCodec().mapper(), InstantSource.system())
                .of(new TargetSpec.Scheduler(action, all, new DispatchClass.Opaque(), Duration.ofSeconds(60)));
    }

    private static TargetRequest request(String job) {
        InstanceId instance = new InstanceId(new JobId("hpc", "load"), new PartitionKey("ds=2026-11-28"));
        AttemptId failed = new AttemptId(new RunId(job), 1);
        return new TargetRequest(RerunId.ofFailure(instance, failed), instance, 1, Optional.of(failed), Map.of(), 5, 6,
                Instant.parse("2099-01-01T00:00:00Z"), "a".repeat(64));
    }
}
