// SPDX-License-Identifier: Apache-2.0
package dev.reprise.runner.target.slurm;

import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

import dev.reprise.runner.target.TargetRefusedException;
import dev.reprise.runner.target.scheduler.Dialect;
import dev.reprise.runner.target.scheduler.Order;
import dev.reprise.runner.target.scheduler.Sight;
import dev.reprise.runner.target.scheduler.Verdict;

/**
 * Requeues a job that has ended. Slurm would also requeue one that runs, and kill it first: so the state is looked at
 * before, and the restart count, which is the attempt. The exit code proves nothing: a cancelled job claims 0.
 */
final class SlurmRequeue implements Dialect {
    private static final String PROGRAM = "scontrol";
    private static final Pattern JOB = Pattern.compile("\\d{1,18}(_\\d{1,18})?");
    private static final Pattern STATE = Pattern.compile("(?:^|\\s)JobState=([A-Z_]+)");
    private static final Pattern RESTARTS = Pattern.compile("(?:^|\\s)Restarts=(\\d{1,9})");
    private static final Set<String> ENDED_BADLY = Set.of("FAILED", "TIMEOUT", "NODE_FAIL", "OUT_OF_MEMORY",
            "BOOT_FAIL",
            "DEADLINE", "PREEMPTED", "CANCELLED");
    private static final String UNKNOWN_JOB = "Invalid job id";
    private static final String NO_CONTACT = "Unable to contact slurm controller (connect failure)";

    private final SlurmCommands commands;
    private final Order order;
    private final String job;

    SlurmRequeue(Order order) {
        this.commands = new SlurmCommands(order);
        this.order = order;
        this.job = order.text("id");
        if (!JOB.matcher(job).matches()) {
            throw new TargetRefusedException("id is no job id: give a number, with _TASK behind it for an array");
        }
    }

    @Override
    public Sight look() {
        return switch (commands.run(PROGRAM, List.of("--oneliner", "show", "job", job), Map.of())) {
            case SlurmCommands.Result.NotStarted none -> new Sight.Impossible(none.detail());
            case SlurmCommands.Result.Unfinished none -> new Sight.Unseen(none.detail());
            case SlurmCommands.Result.Ended ended when ended.status() == 0 -> read(ended.output());
            case SlurmCommands.Result.Ended ended when ended.says(UNKNOWN_JOB) ->
                new Sight.Impossible("Slurm does not know job " + job + " any more");
            case SlurmCommands.Result.Ended ended -> new Sight.Unseen(SlurmCommands.told(PROGRAM, ended));
        };
    }

    @Override
    public Verdict ask(String mark) {
        return switch (commands.run(PROGRAM, List.of("requeue", job), Map.of())) {
            case SlurmCommands.Result.NotStarted none -> new Verdict.Later(none.detail());
            case SlurmCommands.Result.Unfinished none -> new Verdict.Unsure(none.detail());
            case SlurmCommands.Result.Ended ended when ended.status() == 0 ->
                new Verdict.Taken(order.continued(job));
            case SlurmCommands.Result.Ended ended when ended.says("Job is pending execution") ->
                new Verdict.Denied(true, SlurmCommands.told(PROGRAM, ended));
            case SlurmCommands.Result.Ended ended when ended.says("denied") || ended.says("disabled")
                    || ended.says(UNKNOWN_JOB) ->
                new Verdict.Denied(false, SlurmCommands.told(PROGRAM, ended));
            case SlurmCommands.Result.Ended ended when ended.says(NO_CONTACT) ->
                new Verdict.Later(SlurmCommands.told(PROGRAM, ended));
            case SlurmCommands.Result.Ended ended -> new Verdict.Unsure(SlurmCommands.told(PROGRAM, ended));
        };
    }

    private Sight read(String output) {
        List<String> jobs = output.lines().filter(line -> line.contains("JobState=")).toList();
        if (jobs.size() != 1) {
            return new Sight.Impossible("Slurm shows " + jobs.size() + " jobs under id " + job
                    + ": name one element of the array as ID_TASK");
        }
        Matcher state = STATE.matcher(jobs.getFirst());
        Matcher restarts = RESTARTS.matcher(jobs.getFirst());
        if (!state.find() || !restarts.find()) {
            return new Sight.Unseen("job " + job + " is shown without JobState or Restarts");
        }
        int attempt = Integer.parseInt(restarts.group(1)) + 1;
        Optional<Integer> expected = order.expectedAttempt();
        if (expected.isPresent() && attempt != expected.get()) {
            return moved("has been started " + attempt + " times, the failed one was attempt " + expected.get());
        }
        return ENDED_BADLY.contains(state.group(1))
                ? new Sight.Ready(restarts.group(1))
                : moved("is in state " + state.group(1));
    }

    private Sight moved(String what) {
        return new Sight.Moved(order.continued(job), "job " + job + " " + what);
    }
}
