// SPDX-License-Identifier: Apache-2.0
package dev.reprise.runner.target.slurm;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.regex.Pattern;

import dev.reprise.runner.target.TargetRefusedException;
import dev.reprise.runner.target.scheduler.Dialect;
import dev.reprise.runner.target.scheduler.Order;
import dev.reprise.runner.target.scheduler.Sight;
import dev.reprise.runner.target.scheduler.Verdict;
import dev.reprise.runtime.trace.Traceparent;
import dev.reprise.schemas.id.RunId;

/** Submits a script as a job whose name is the rerun's. Names are not unique in Slurm, so it is asked for ours before. */
final class SlurmSubmit implements Dialect {
    private static final Pattern VARIABLE = Pattern.compile("[A-Za-z_][A-Za-z0-9_]*");
    private static final Pattern ID = Pattern.compile("\\d{1,18}");
    private static final String NO_CONTACT = "Unable to contact slurm controller (connect failure)";

    private final SlurmCommands commands;
    private final Order order;

    SlurmSubmit(Order order) {
        this.commands = new SlurmCommands(order);
        this.order = order;
        if (!Path.of(order.text("script")).isAbsolute()) {
            throw new TargetRefusedException("script is not absolute: give the whole path");
        }
        order.table("environment").keySet().stream().filter(name -> !VARIABLE.matcher(name).matches()).findFirst()
                .ifPresent(name -> {
                    throw new TargetRefusedException("environment has a name that is none of a variable: use letters,"
                            + " digits and underscores");
                });
    }

    @Override
    public Sight look() {
        return switch (commands.run("squeue",
                List.of("--noheader", "--states=all", "--name=" + order.name(), "--format=%A"), Map.of())) {
            case SlurmCommands.Result.NotStarted none -> new Sight.Impossible(none.detail());
            case SlurmCommands.Result.Unfinished none -> new Sight.Unseen(none.detail());
            case SlurmCommands.Result.Ended ended when ended.status() == 0 -> ended.output().lines()
                    .map(String::strip).filter(line -> ID.matcher(line).matches()).findFirst()
                    .<Sight>map(id -> new Sight.Ours(new RunId(id))).orElseGet(() -> new Sight.Ready(""));
            case SlurmCommands.Result.Ended ended -> new Sight.Unseen(SlurmCommands.told("squeue", ended));
        };
    }

    @Override
    public Verdict ask(String mark) {
        Map<String, String> environment = new TreeMap<>(order.table("environment"));
        order.request().traceparent()
                .ifPresent(traceparent -> environment.putIfAbsent(Traceparent.VARIABLE, traceparent.toString()));
        environment.put("REPRISE_RERUN_ID", order.name());
        environment.put("REPRISE_PARTITION", order.request().instance().partition().value());
        Set<String> exported = new LinkedHashSet<>(List.of("PATH"));
        exported.addAll(environment.keySet());
        List<String> arguments = new ArrayList<>(List.of("--parsable", "--job-name=" + order.name(),
                "--comment=Reprise " + order.name(), "--export=" + String.join(",", exported)));
        order.optional("partition").ifPresent(partition -> arguments.add("--partition=" + partition));
        order.optional("directory").ifPresent(directory -> arguments.add("--chdir=" + directory));
        arguments.add(order.text("script"));
        return switch (commands.run("sbatch", arguments, environment)) {
            case SlurmCommands.Result.NotStarted none -> new Verdict.Later(none.detail());
            case SlurmCommands.Result.Unfinished none -> new Verdict.Unsure(none.detail());
            case SlurmCommands.Result.Ended ended when ended.status() == 0 -> taken(ended);
            case SlurmCommands.Result.Ended ended when ended.says(NO_CONTACT) ->
                new Verdict.Later(SlurmCommands.told("sbatch", ended));
            case SlurmCommands.Result.Ended ended when ended.says("Batch job submission failed: Invalid")
                    || ended.says("Unable to open file") || ended.says("denied") ->
                new Verdict.Denied(false, SlurmCommands.told("sbatch", ended));
            case SlurmCommands.Result.Ended ended -> new Verdict.Unsure(SlurmCommands.told("sbatch", ended));
        };
    }

    private static Verdict taken(SlurmCommands.Result.Ended ended) {
        // With a cluster behind it: 123;cluster.
        return ended.output().lines().map(line -> line.strip().split(";", 2)[0])
                .filter(line -> ID.matcher(line).matches()).findFirst()
                .<Verdict>map(id -> new Verdict.Taken(new RunId(id)))
                .orElseGet(() -> new Verdict.Unsure(SlurmCommands.told("sbatch", ended)));
    }
}
