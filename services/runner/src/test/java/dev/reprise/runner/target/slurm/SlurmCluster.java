// SPDX-License-Identifier: Apache-2.0
package dev.reprise.runner.target.slurm;

import static org.awaitility.Awaitility.await;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.ServerSocket;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.security.SecureRandom;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;

/** A real Slurm of one node in a directory: its own key, controller and node daemon, and no systemd. Needs root. */
public final class SlurmCluster implements AutoCloseable {
    private static final Duration PATIENCE = Duration.ofMinutes(2);

    private final Path directory;
    private final List<Process> processes = new ArrayList<>();
    private final Process munge;
    private Process controller;

    /** Why it cannot run here; empty where it can. */
    public static String missing() {
        String absent = Stream.of("slurmctld", "slurmd", "scontrol", "sbatch", "squeue", "munged")
                .filter(program -> Stream.of("/usr/bin", "/usr/sbin")
                        .noneMatch(folder -> Files.isExecutable(Path.of(folder, program))))
                .reduce((left, right) -> left + ", " + right).orElse("");
        if (!absent.isEmpty()) {
            return "no " + absent + ": apt-get install slurmctld slurmd slurm-client munge";
        }
        return "root".equals(System.getProperty("user.name")) ? "" : "the daemons of Slurm must be started by root";
    }

    /** Starts one in a directory. */
    public SlurmCluster(Path directory) throws IOException {
        this.directory = directory;
        Files.setPosixFilePermissions(directory, PosixFilePermissions.fromString("rwxr-xr-x"));
        Files.createDirectories(directory.resolve("state"));
        Files.createDirectories(directory.resolve("spool"));
        byte[] key = new byte[1024];
        new SecureRandom().nextBytes(key);
        Path keyFile = Files.write(directory.resolve("munge.key"), key);
        Files.setPosixFilePermissions(keyFile, PosixFilePermissions.fromString("r--------"));
        String host = run("hostname", "-s").strip();
        Files.writeString(conf(), """
                ClusterName=reprise
                SlurmctldHost=%1$s(127.0.0.1)
                SlurmUser=root
                SlurmdUser=root
                AuthType=auth/munge
                AuthInfo=socket=%2$s/munge.socket,cred_expire=5
                CredType=cred/munge
                StateSaveLocation=%2$s/state
                SlurmdSpoolDir=%2$s/spool
                SlurmctldPidFile=%2$s/slurmctld.pid
                SlurmdPidFile=%2$s/slurmd.pid
                SlurmctldPort=%3$d
                SlurmdPort=%4$d
                ProctrackType=proctrack/linuxproc
                TaskPlugin=task/none
                JobAcctGatherType=jobacct_gather/none
                AccountingStorageType=accounting_storage/none
                SelectType=select/cons_tres
                SelectTypeParameters=CR_Core
                SwitchType=switch/none
                MpiDefault=none
                ReturnToService=2
                MinJobAge=3600
                JobRequeue=1
                KillWait=2
                SchedulerParameters=sched_interval=1,batch_sched_delay=0
                SlurmdParameters=config_overrides
                NodeName=%1$s NodeAddr=127.0.0.1 CPUs=8 RealMemory=500 State=UNKNOWN
                PartitionName=batch Nodes=%1$s Default=YES MaxTime=INFINITE State=UP
                """.formatted(host, directory, freePort(), freePort()));
        munge = start("munged", "--force", "--foreground", "--key-file=" + keyFile,
                "--socket=" + directory.resolve("munge.socket"), "--pid-file=" + directory.resolve("munged.pid"),
                "--log-file=" + directory.resolve("munged.log"), "--seed-file=" + directory.resolve("munged.seed"));
        await("the socket of munge").atMost(PATIENCE)
                .until(() -> munge.isAlive() && Files.exists(directory.resolve("munge.socket")));
        controller = startController();
        start("slurmd", "-D", "-f", conf().toString());
        await("an idle node").atMost(PATIENCE).until(() -> run("sinfo", "-h", "-o", "%T").contains("idle"));
    }

    Path conf() {
        return directory.resolve("slurm.conf");
    }

    Path directory() {
        return directory;
    }

    /** Submits a script and returns the id of the job. */
    String submit(String script, String... options) throws IOException {
        Path file = Files.writeString(Files.createTempFile(directory, "job", ".sh"), "#!/bin/sh\n" + script + "\n");
        return run(Stream.of(Stream.of("sbatch", "--parsable", "--chdir=" + directory), Stream.of(options),
                Stream.of(file.toString())).flatMap(words -> words).toArray(String[]::new)).strip();
    }

    void awaitState(String job, String state) {
        await("job " + job + " in " + state).atMost(PATIENCE).until(() -> field(job, "JobState").equals(state));
    }

    String field(String job, String name) {
        Matcher matcher = Pattern.compile("(?:^|\\s)" + name + "=(\\S*)")
                .matcher(run("scontrol", "-o", "show", "job", job));
        return matcher.find() ? matcher.group(1) : "";
    }

    /** Ends the controller as a restart of its service does; what it has saved, the next one reads. */
    void stopController() throws InterruptedException {
        controller.destroy();
        controller.waitFor(60, TimeUnit.SECONDS);
    }

    Process startController() {
        controller = start("slurmctld", "-D", "-f", conf().toString());
        return controller;
    }

    String run(String... words) {
        ProcessBuilder builder = new ProcessBuilder(words).redirectErrorStream(true);
        builder.environment().put("SLURM_CONF", conf().toString());
        try {
            Process process = builder.start();
            String output = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
            process.waitFor();
            return output;
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new IllegalStateException(e);
        }
    }

    @Override
    public void close() {
        run("scancel", "--user=root");
        processes.reversed().forEach(process -> {
            process.destroy();
            try {
                if (!process.waitFor(20, TimeUnit.SECONDS)) {
                    process.destroyForcibly();
                }
            } catch (InterruptedException _) {
                Thread.currentThread().interrupt();
                process.destroyForcibly();
            }
        });
    }

    private Process start(String... words) {
        try {
            Process process = new ProcessBuilder(words).redirectErrorStream(true)
                    .redirectOutput(directory.resolve(words[0] + ".out").toFile()).start();
            processes.add(process);
            return process;
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private static int freePort() throws IOException {
        try (ServerSocket socket = new ServerSocket(0)) {
            return socket.getLocalPort();
        }
    }
}
