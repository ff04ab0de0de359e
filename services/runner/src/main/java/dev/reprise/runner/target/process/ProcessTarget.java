// SPDX-License-Identifier: Apache-2.0
package dev.reprise.runner.target.process;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.function.UnaryOperator;

import dev.reprise.runner.failpoint.Failpoint;
import dev.reprise.runner.target.CallOutcome;
import dev.reprise.runner.target.Placeholders;
import dev.reprise.runner.target.QueryOutcome;
import dev.reprise.runner.target.Target;
import dev.reprise.runner.target.TargetRefusedException;
import dev.reprise.runner.target.TargetRequest;
import dev.reprise.runner.target.Template;
import dev.reprise.runtime.trace.Traceparent;
import dev.reprise.schemas.job.DispatchClass;
import dev.reprise.schemas.job.TargetSpec;

/**
 * A process on this machine. The run directory is the key: it is made once, however often the target is called, and of
 * all wrappers started for it one runs the program. A death between the two heals by the next call.
 */
final class ProcessTarget implements Target {
    private static final Duration LOOK = Duration.ofMillis(10);

    private final ProcessTargets targets;
    private final TargetSpec.Process spec;

    ProcessTarget(ProcessTargets targets, TargetSpec.Process spec) {
        this.targets = targets;
        this.spec = spec;
    }

    @Override
    public DispatchClass guarantee() {
        return new DispatchClass.Keyed(targets.settings.keep());
    }

    @Override
    public Reach reach() {
        return Reach.SAME_PLACE;
    }

    @Override
    public CallOutcome call(TargetRequest request) {
        Launch launch;
        try {
            launch = prepare(request);
        } catch (TargetRefusedException e) {
            return e.outcome();
        }
        Optional<RunDirectory> made;
        try {
            made = targets.directories.create(launch.request());
        } catch (UncheckedIOException e) {
            return new CallOutcome.NotSent(String.valueOf(e.getMessage()));
        }
        targets.failpoints.pass(Failpoint.AFTER_RUN_DIRECTORY);
        if (made.isPresent()) {
            return launchFirst(made.get(), launch, request);
        }
        return targets.directories.find(request.rerunId()).map(run -> adopt(run, launch, request))
                .orElseGet(() -> new CallOutcome.Unknown("the run directory vanished while it was looked at"));
    }

    @Override
    public QueryOutcome query(TargetRequest request) {
        Optional<RunDirectory> run = targets.directories.find(request.rerunId());
        if (run.isEmpty()) {
            return new QueryOutcome.NotFound();
        }
        if (!sameRequest(run.get(), request)) {
            return new QueryOutcome.NotFound();
        }
        return run.get().claim().isPresent()
                ? new QueryOutcome.Found(request.rerunId().asRun())
                : new QueryOutcome.Unknown("the run directory is made and no process has claimed it yet");
    }

    private CallOutcome launchFirst(RunDirectory run, Launch launch, TargetRequest request) {
        try {
            start(run, launch);
        } catch (IOException e) {
            // The fault says that nothing was started; the claim proves it, because after it no wrapper can run anything.
            if (run.claimForRunner()) {
                targets.directories.remove(run);
                return new CallOutcome.NotSent("no process could be started: " + e.getMessage());
            }
        }
        return awaitClaim(run, request, false);
    }

    private CallOutcome adopt(RunDirectory run, Launch launch, TargetRequest request) {
        if (!sameRequest(run, request)) {
            return new CallOutcome.Refused(true, "another request has been run under the same rerun id");
        }
        if (run.claim().isEmpty()) {
            try {
                start(run, launch);
            } catch (IOException e) {
                return new CallOutcome.Unknown("the run directory is there and no process could be started: "
                        + e.getMessage());
            }
        }
        return awaitClaim(run, request, true);
    }

    private static boolean sameRequest(RunDirectory run, TargetRequest request) {
        return run.request().map(known -> known.hash().equals(request.hash())).orElse(false);
    }

    private CallOutcome awaitClaim(RunDirectory run, TargetRequest request, boolean adopted) {
        long deadline = System.nanoTime() + targets.settings.claimWait().toNanos();
        while (run.claim().isEmpty()) {
            if (System.nanoTime() - deadline > 0) {
                return new CallOutcome.Unknown("the process has not claimed its run within "
                        + targets.settings.claimWait().toMillis() + " ms");
            }
            try {
                Thread.sleep(LOOK);
            } catch (InterruptedException _) {
                Thread.currentThread().interrupt();
                return new CallOutcome.Unknown("the runner stopped while the process was started");
            }
        }
        return new CallOutcome.Accepted(request.rerunId().asRun(), adopted);
    }

    /** What a start needs, with every value put in; made before anything is touched. */
    private record Launch(RunRequest request, List<String> command, Optional<Path> workingDirectory,
            Map<String, String> environment) {}

    private Launch prepare(TargetRequest request) {
        if (spec.command().isEmpty()) {
            throw new TargetRefusedException("command is empty: give a program and its arguments");
        }
        Placeholders placeholders = new Placeholders(request);
        List<String> command = new ArrayList<>();
        for (int i = 0; i < spec.command().size(); i++) {
            command.add(argument("command[" + i + "]", spec.command().get(i), placeholders));
        }
        Optional<Path> directory = spec.workingDirectory()
                .map(text -> Path.of(argument("workingDirectory", text, placeholders)));
        if (directory.isPresent() && !directory.get().isAbsolute()) {
            throw new TargetRefusedException("workingDirectory is not absolute: give the whole path");
        }
        Map<String, String> environment = new HashMap<>();
        request.traceparent().ifPresent(traceparent -> environment.put(Traceparent.VARIABLE, traceparent.toString()));
        List<String> secrets = new ArrayList<>();
        spec.environment().forEach((name, text) -> {
            Template template = Template.of(text);
            secrets.addAll(template.secretReferences());
            environment.put(variable(name), render("environment." + name, template, placeholders));
        });
        environment.putAll(own(request));
        Instant now = targets.clock.instant();
        RunRequest run = new RunRequest(request.rerunId(), request.instance(), request.generation(), request.hash(),
                now,
                spec.timeout(), secrets, request.traceparent().map(Traceparent::toString));
        return new Launch(run, command, directory, environment);
    }

    private static Map<String, String> own(TargetRequest request) {
        Map<String, String> own = new HashMap<>(Map.of("REPRISE_INSTANCE", request.instance().key(), "REPRISE_JOB",
                request.instance().job().key(), "REPRISE_PARTITION", request.instance().partition().value(),
                "REPRISE_RERUN_ID", request.rerunId().value(), "REPRISE_GENERATION",
                Long.toString(request.generation()), "REPRISE_RUN_ID", request.rerunId().value()));
        request.overrides().forEach((name, value) -> own.put("REPRISE_OVERRIDE_"
                + name.toUpperCase(Locale.ROOT).replaceAll("[^A-Z0-9]", "_"), value));
        request.answers().ifPresent(failed -> own.put("REPRISE_FAILED_RUN_ID", failed.run().value()));
        return own;
    }

    private String argument(String field, String text, Placeholders placeholders) {
        Template template = Template.of(text);
        if (template.hasSecret()) {
            throw new TargetRefusedException(field
                    + ": every user of the machine can read the arguments of a process; put the secret into environment");
        }
        return render(field, template, placeholders);
    }

    private String render(String field, Template template, Placeholders placeholders) {
        try {
            String text = template.render(placeholders, targets.secrets, UnaryOperator.identity());
            if (text.indexOf('\0') >= 0) {
                throw new TargetRefusedException("has a null character: remove it");
            }
            return text;
        } catch (TargetRefusedException e) {
            throw e.in(field);
        }
    }

    private static String variable(String name) {
        if (!name.matches("[A-Za-z_][A-Za-z0-9_]*") || name.startsWith("REPRISE_")) {
            throw new TargetRefusedException("environment: '" + name
                    + "' cannot be set: use letters, digits and underscores, and no name that begins with REPRISE_");
        }
        return name;
    }

    private void start(RunDirectory run, Launch launch) throws IOException {
        List<String> words = new ArrayList<>(targets.launcher);
        words.add(targets.directories.wrapper().toString());
        words.add(run.path().toString());
        words.add(launch.workingDirectory().orElse(run.path()).toString());
        words.addAll(launch.command());
        if (!Files.isDirectory(run.path())) {
            throw new IOException("run directory " + run.path() + " is gone");
        }
        targets.start.start(words, run.path(), launch.environment());
    }
}
