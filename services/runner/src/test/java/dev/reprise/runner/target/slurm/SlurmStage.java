// SPDX-License-Identifier: Apache-2.0
package dev.reprise.runner.target.slurm;

import static org.awaitility.Awaitility.await;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.EnumSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;

import dev.reprise.runner.SchedulerTargets;
import dev.reprise.runner.target.Fault;
import dev.reprise.runner.target.Secrets;
import dev.reprise.runner.target.Stage;
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

/**
 * One job that has failed in a real Slurm, between which and the target stand programs of the names of Slurm's: they hand
 * everything on to the real ones, and err once, at the call.
 */
public final class SlurmStage implements Stage {
    private static final Duration PATIENCE = Duration.ofMinutes(3);
    private static final Duration SHORT = Duration.ofSeconds(10);
    private static final Set<String> ENDED = Set.of("FAILED", "COMPLETED", "CANCELLED", "TIMEOUT", "NODE_FAIL");
    private static final String HAND_ON = "#!/bin/sh\nexec /usr/bin/%s \"$@\"\n";
    private static final String ERR_ONCE = """
            #!/bin/sh
            here=%1$s
            case "$*" in
            *%2$s*)
                echo call >>"$here/calls"
                fault=$(cat "$here/fault" 2>/dev/null)
                rm -f "$here/fault"
                [ -z "$fault" ] && exec /usr/bin/%3$s "$@"
                if [ "$fault" != DELIVERED_LATE ]; then
                    told=$(/usr/bin/%3$s "$@")
                    status=$?
                fi
                case $fault in
                DELIVERED_TWICE) /usr/bin/%3$s "$@" >/dev/null 2>&1; echo "$told"; exit "$status" ;;
                ANSWER_LATE) exec sleep 300 ;;
                HUGE) head -c 10485760 /dev/zero | tr '\\0' x; exit 1 ;;
                BLIND) : >"$here/blind" ;;
                esac
                echo "Unexpected message received"
                exit 1 ;;
            esac
            if [ -e "$here/blind" ]; then
                echo "Unable to contact slurm controller (connect failure)"
                exit 1
            fi
            exec /usr/bin/%4$s "$@"
            """;

    private final SlurmCluster cluster;
    private final SchedulerAction action;
    private final Fault fault;
    private final Path here;
    private final String failed;
    private int others;

    /** What can be done to an action: Slurm's names are not unique, so that nothing can hold the place of a new job. */
    public static Set<Fault> faults(SchedulerAction action) {
        Set<Fault> faults = EnumSet.of(Fault.DUPLICATE, Fault.FAILED_AGAIN, Fault.DELIVERED_TWICE, Fault.DELIVERED_LATE,
                Fault.ANSWER_LOST, Fault.ANSWER_LATE, Fault.HUGE, Fault.BLIND, Fault.REFUSED, Fault.CONFLICT_FOREIGN,
                Fault.UNREACHABLE);
        if (action == SchedulerAction.SLURM_SUBMIT) {
            faults.remove(Fault.CONFLICT_FOREIGN);
        }
        return faults;
    }

    /** A job of its own in a cluster, already failed. */
    public SlurmStage(SlurmCluster cluster, SchedulerAction action, Fault fault) {
        this.cluster = cluster;
        this.action = action;
        this.fault = fault;
        try {
            here = Files.createTempDirectory(cluster.directory(), "stage");
            for (String program : List.of("scontrol", "squeue", "sbatch")) {
                program(program, isSubmit() ? "sbatch" : "scontrol");
            }
            if (isSubmit()) {
                failed = "1";
                Files.writeString(script(), "#!/bin/sh\necho begun >>" + begun() + "\nexit 17\n");
            } else {
                failed = cluster.submit("echo begun >>" + begun() + "\nexit 17",
                        fault == Fault.REFUSED ? "--no-requeue" : "--requeue");
                cluster.awaitState(failed, "FAILED");
            }
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    @Override
    public Target target() {
        Map<String, String> settings = new TreeMap<>(Map.of("bin", here.toString(), "conf", conf().toString()));
        if (isSubmit()) {
            settings.put("script", fault == Fault.REFUSED ? here.resolve("absent.sh").toString() : script().toString());
            settings.put("directory", here.toString());
        }
        return new SchedulerTargets(HttpSettings.defaults(), new Secrets(Map.<String, String>of()::get),
                new WireCodec().mapper(), InstantSource.system())
                .of(new TargetSpec.Scheduler(action, settings, new DispatchClass.Opaque(),
                        fault == Fault.ANSWER_LATE ? SHORT : Duration.ofSeconds(60)));
    }

    @Override
    public TargetRequest request() {
        InstanceId instance = new InstanceId(new JobId("hpc", here.getFileName().toString()),
                new PartitionKey("ds=2026-11-28"));
        AttemptId attempt = new AttemptId(new RunId(failed), 1);
        return new TargetRequest(RerunId.ofFailure(instance, attempt), instance, 1, Optional.of(attempt), Map.of(), 5,
                6,
                Instant.parse("2099-01-01T00:00:00Z"), "a".repeat(64));
    }

    @Override
    public void arrange(Fault arranged) {
        switch (arranged) {
            case DELIVERED_TWICE, DELIVERED_LATE, ANSWER_LOST, ANSWER_LATE, HUGE, BLIND ->
                write(here.resolve("fault"), arranged.name());
            case CONFLICT_FOREIGN -> {
                cluster.run("scontrol", "requeue", failed);
                others++;
            }
            default -> {
                // lies in what the target is told
            }
        }
    }

    @Override
    public void heal() {
        try {
            Files.deleteIfExists(here.resolve("blind"));
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    @Override
    public void failAgain() {
        awaitEnd();
    }

    @Override
    public void forget() {
        throw new IllegalStateException("Slurm keeps no name for us");
    }

    @Override
    public void deliverHeld() {
        if (fault != Fault.DELIVERED_LATE) {
            return;
        }
        if (isSubmit()) {
            cluster.run("sbatch", "--parsable", "--job-name=" + request().rerunId(), "--chdir=" + here,
                    script().toString());
        } else {
            cluster.run("scontrol", "requeue", failed);
        }
    }

    @Override
    public int effects() {
        awaitEnd();
        return lines(begun()) - (isSubmit() ? 0 : 1) - others;
    }

    @Override
    public int calls() {
        return lines(here.resolve("calls"));
    }

    @Override
    public void close() {
        // the job has ended, and its files go with the cluster
    }

    /** All that was asked for has run to its end. */
    private void awaitEnd() {
        await().atMost(PATIENCE).until(() -> {
            if (isSubmit()) {
                List<String> states = cluster.run("squeue", "-h", "-t", "all", "--name=" + request().rerunId(), "-o",
                        "%T").lines().toList();
                return ENDED.containsAll(states) && lines(begun()) == states.size();
            }
            return ENDED.contains(cluster.field(failed, "JobState"))
                    && cluster.field(failed, "Restarts").equals(Integer.toString(lines(begun()) - 1));
        });
    }

    private void program(String program, String erring) throws IOException {
        String text = program.equals(erring) || fault == Fault.BLIND
                ? ERR_ONCE.formatted(here, isSubmit() ? "--parsable" : "requeue", erring, program)
                : HAND_ON.formatted(program);
        Path file = Files.writeString(here.resolve(program), text);
        Files.setPosixFilePermissions(file, PosixFilePermissions.fromString("rwxr-xr-x"));
    }

    /** Where nobody is to be reached, the controller is said to listen where nothing does. */
    private Path conf() {
        if (fault != Fault.UNREACHABLE) {
            return cluster.conf();
        }
        try {
            return Files.writeString(here.resolve("slurm.conf"),
                    Files.readString(cluster.conf()).replaceAll("SlurmctldPort=\\d+", "SlurmctldPort=1"));
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private boolean isSubmit() {
        return action == SchedulerAction.SLURM_SUBMIT;
    }

    private Path script() {
        return here.resolve("load.sh");
    }

    private Path begun() {
        return here.resolve("begun");
    }

    private static void write(Path file, String text) {
        try {
            Files.writeString(file, text);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private static int lines(Path file) {
        try {
            return Files.exists(file) ? Files.readAllLines(file).size() : 0;
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
