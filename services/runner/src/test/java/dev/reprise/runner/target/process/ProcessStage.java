// SPDX-License-Identifier: Apache-2.0
package dev.reprise.runner.target.process;

import static org.awaitility.Awaitility.await;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.EnumSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

import dev.reprise.runner.target.Fault;
import dev.reprise.runner.target.KeyedTargetKit;
import dev.reprise.runner.target.Secrets;
import dev.reprise.runner.target.Stage;
import dev.reprise.runner.target.Target;
import dev.reprise.runner.target.TargetRequest;
import dev.reprise.runtime.failpoint.Failpoints;
import dev.reprise.schemas.job.TargetSpec;
import dev.reprise.schemas.wire.WireCodec;

/** Real processes in a directory of their own; the faults happen between the wrapper's start and its answer. */
public final class ProcessStage implements Stage {
    /** What can be done to a process: it has no connection that breaks, and no answer with a body. */
    public static final Set<Fault> FAULTS = EnumSet.of(Fault.DUPLICATE, Fault.FAILED_AGAIN, Fault.DELIVERED_TWICE,
            Fault.DELIVERED_LATE, Fault.ANSWER_LOST, Fault.ANSWER_LATE, Fault.REFUSED, Fault.CONFLICT_FOREIGN,
            Fault.UNREACHABLE, Fault.NAME_FREED);
    private static final Duration PATIENCE = Duration.ofSeconds(120);
    private static final String PATH = "/usr/local/bin:/usr/bin:/bin";

    private record Wrapper(List<String> command, Path directory, Map<String, String> environment) {
        Process start() throws IOException {
            ProcessBuilder builder = new ProcessBuilder(command).directory(directory.toFile())
                    .redirectErrorStream(true).redirectOutput(ProcessBuilder.Redirect.DISCARD);
            builder.environment().putAll(environment);
            return builder.start();
        }
    }

    private final TargetRequest request = KeyedTargetKit.aRequest("conformance");
    private final RunDirectories runs;
    private final Path effects;
    private final Fault fault;
    private final List<Process> processes = new ArrayList<>();
    private final List<Wrapper> held = new ArrayList<>();
    private Fault next = Fault.DUPLICATE;
    private int calls;

    /** A place of its own under a directory. */
    public ProcessStage(Path directory, Fault fault) {
        this.fault = fault;
        try {
            Path own = Files.createTempDirectory(directory, "process");
            runs = RunDirectories.open(own.resolve("data"), new WireCodec().mapper());
            effects = own.resolve("effects");
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /** The program ends badly, so that each of its runs is a failed one. */
    @Override
    public Target target() {
        TargetSpec.Process spec = new TargetSpec.Process(
                List.of("sh", "-c", "echo begun >> \"$1\"; exit 1", "sh",
                        fault == Fault.REFUSED ? "{{nothing}}" : effects.toString()),
                Optional.empty(), Map.of(), Optional.empty());
        return new ProcessTargets(runs, settings(), new Secrets(Map.<String, String>of()::get), InstantSource.system(),
                Failpoints.none(), this::start, ProcessTargets.launcher(PATH)).of(spec);
    }

    @Override
    public TargetRequest request() {
        return request;
    }

    @Override
    public void arrange(Fault arranged) {
        next = arranged;
        if (arranged == Fault.CONFLICT_FOREIGN) {
            runs.create(new RunRequest(request.rerunId(), request.instance(), 1, "b".repeat(64),
                    InstantSource.system().instant(), Optional.empty(), List.of()));
        }
    }

    @Override
    public void heal() {
        next = Fault.DUPLICATE;
        if (fault == Fault.ANSWER_LATE) {
            deliverHeld();
        }
    }

    @Override
    public void failAgain() {
        awaitEnd();
    }

    /** A run directory is removed when its time is over and its end has been told. */
    @Override
    public void forget() {
        awaitEnd();
        runs.find(request.rerunId()).orElseThrow().mark(RunDirectory.Mark.REPORTED);
        runs.removeBefore(InstantSource.system().instant().plusSeconds(5));
    }

    @Override
    public void deliverHeld() {
        try {
            for (Wrapper wrapper : held) {
                processes.add(wrapper.start());
            }
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
        held.clear();
        awaitEnd();
    }

    @Override
    public int effects() {
        awaitEnd();
        try {
            return Files.exists(effects) ? Files.readAllLines(effects).size() : 0;
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    @Override
    public int calls() {
        return calls;
    }

    @Override
    public void close() {
        awaitEnd();
    }

    private void awaitEnd() {
        await().atMost(PATIENCE).until(() -> processes.stream().noneMatch(Process::isAlive));
    }

    private void start(List<String> command, Path directory, Map<String, String> environment) throws IOException {
        Wrapper wrapper = new Wrapper(command, directory, environment);
        Fault now = next;
        next = Fault.DUPLICATE;
        calls++;
        switch (now) {
            case UNREACHABLE -> throw new IOException("no more processes");
            case ANSWER_LATE, DELIVERED_LATE -> held.add(wrapper);
            case ANSWER_LOST -> {
                processes.add(wrapper.start());
                await().atMost(PATIENCE).until(() -> Files.exists(directory.resolve("claim")));
                throw new IOException("the answer is lost");
            }
            case DELIVERED_TWICE -> {
                processes.add(wrapper.start());
                processes.add(wrapper.start());
            }
            default -> processes.add(wrapper.start());
        }
    }

    private ProcessSettings settings() {
        ProcessSettings defaults = ProcessSettings.defaults();
        boolean late = next == Fault.ANSWER_LATE || next == Fault.DELIVERED_LATE;
        return new ProcessSettings(defaults.heartbeat(), defaults.check(),
                late ? Duration.ofMillis(50) : PATIENCE, defaults.claimGrace(), defaults.stopGrace(),
                defaults.keep(), defaults.keepOutput());
    }
}
