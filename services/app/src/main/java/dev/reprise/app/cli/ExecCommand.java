// SPDX-License-Identifier: Apache-2.0
package dev.reprise.app.cli;

import java.net.InetAddress;
import java.net.UnknownHostException;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.UUID;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.ArgGroup;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

import dev.reprise.app.client.CommandFailure;
import dev.reprise.app.client.ServerAddress;
import dev.reprise.app.exec.CommandEnd;
import dev.reprise.app.exec.GateRules;
import dev.reprise.app.exec.ObservedCommand;
import dev.reprise.app.exec.ObservedRun;
import dev.reprise.app.exec.PermitAsker;
import dev.reprise.app.exec.RerunContext;
import dev.reprise.runtime.config.DurationText;
import dev.reprise.runtime.lifecycle.ExitCode;
import dev.reprise.schemas.event.RetryOutlook;
import dev.reprise.schemas.id.JobId;
import dev.reprise.schemas.id.PartitionKey;
import dev.reprise.schemas.id.RunId;

/** {@code reprise exec}: runs any command and tells Reprise how it went. */
@Command(name = "exec", description = "Run a command and report its start, signs of life and end. Its output, signals and exit code pass through unchanged.")
final class ExecCommand implements Callable<Integer> {

    private final Surroundings surroundings;

    @Mixin
    private ServerOptions server = new ServerOptions();

    @Option(names = "--job", paramLabel = "NS/NAME", description = "The job (default, inside a rerun: its job).")
    private @Nullable String job;

    @Option(names = "--partition", paramLabel = "KEY", description = "The data partition, such as ds=2026-11-29 (default: *, the whole job).")
    private @Nullable String partition;

    @Option(names = "--run", paramLabel = "ID", description = "The scheduler's run id (default: a new UUID). Inside a rerun of the same instance its own id counts.")
    private @Nullable String run;

    @Option(names = "--attempt", paramLabel = "N", description = "The try inside the run, from 1 (default: ${DEFAULT-VALUE}).")
    private int attempt = 1;

    @ArgGroup
    private Outlook outlook = new Outlook();

    @Option(names = "--heartbeat", paramLabel = "DURATION", description = "Time between two signs of life, 1s to 1h (default: ${DEFAULT-VALUE}).")
    private String heartbeat = "10s";

    @Mixin
    private GateOptions gate = new GateOptions();

    @Parameters(paramLabel = "COMMAND", arity = "1..*", description = "The program and its arguments, after --. No shell takes part.")
    private List<String> command = List.of();

    /** Whether somebody else will try again. */
    static final class Outlook {
        @Option(names = "--will-retry", description = "The scheduler will try again by itself after a failure.")
        private boolean willRetry;

        @Option(names = "--final", description = "This is the last try of the scheduler.")
        private boolean last;

        RetryOutlook value() {
            return willRetry ? RetryOutlook.WILL_RETRY : last ? RetryOutlook.FINAL : RetryOutlook.UNSTATED;
        }
    }

    ExecCommand(Surroundings surroundings) {
        this.surroundings = surroundings;
    }

    @Override
    public Integer call() throws InterruptedException {
        PermitAsker asker = asker();
        GateRules rules = gate.rules();
        ServerAddress address = server.address(surroundings);
        CommandEnd end = new ObservedCommand(address, surroundings.dataDirectory().resolve("spool"), heartbeat(),
                surroundings.out(), surroundings.err(), surroundings::warn).run(asker, rules, command);
        // What a gate says is told where it is asked.
        if (end instanceof CommandEnd.NotStarted notStarted
                && notStarted.code() != ExitCode.PERMIT_REFUSED.value()) {
            surroundings.warn(notStarted.detail());
        }
        return end.code();
    }

    private PermitAsker asker() {
        try {
            Optional<RerunContext> context = RerunContext.of(surroundings.environment());
            JobId jobId = Optional.ofNullable(job).map(JobId::parse)
                    .or(() -> context.map(rerun -> rerun.instance().job()))
                    .orElseThrow(() -> new CommandFailure(ExitCode.USAGE, "--job is required outside a rerun"));
            PartitionKey key = Optional.ofNullable(partition).map(PartitionKey::new)
                    .or(() -> context.filter(rerun -> rerun.instance().job().equals(jobId))
                            .map(rerun -> rerun.instance().partition()))
                    .orElse(PartitionKey.WHOLE_JOB);
            // A rerun may well wrap other jobs on its way: those are runs of their own.
            Optional<RerunContext> own = context.filter(rerun -> rerun.instance().job().equals(jobId)
                    && rerun.instance().partition().equals(key));
            RunId runId = own.map(RerunContext::run)
                    .orElseGet(() -> new RunId(run == null ? UUID.randomUUID().toString() : run));
            return PermitAsker.of(new ObservedRun(jobId, key, runId, own.isPresent() ? 1 : attempt, outlook.value(),
                    own.map(RerunContext::rerunId), "reprise/exec/" + host()),
                    own.flatMap(RerunContext::generation));
        } catch (IllegalArgumentException e) {
            throw CommandFailure.usage(e);
        }
    }

    private Duration heartbeat() {
        try {
            Duration interval = DurationText.parse(heartbeat);
            if (interval.compareTo(Duration.ofSeconds(1)) >= 0 && interval.compareTo(Duration.ofHours(1)) <= 0) {
                return interval;
            }
        } catch (IllegalArgumentException _) {
            // told below, as an interval out of range
        }
        throw new CommandFailure(ExitCode.USAGE, "--heartbeat: expected 1s to 1h, found " + heartbeat);
    }

    private static String host() {
        try {
            return InetAddress.getLocalHost().getHostName();
        } catch (UnknownHostException _) {
            return "unknown";
        }
    }
}
