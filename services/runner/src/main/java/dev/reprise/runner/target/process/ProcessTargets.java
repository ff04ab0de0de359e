// SPDX-License-Identifier: Apache-2.0
package dev.reprise.runner.target.process;

import java.nio.file.Files;
import java.nio.file.Path;
import java.time.InstantSource;
import java.util.List;
import java.util.Optional;
import java.util.function.Function;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

import dev.reprise.runner.target.Secrets;
import dev.reprise.runner.target.Target;
import dev.reprise.runtime.failpoint.Failpoints;
import dev.reprise.schemas.job.TargetSpec;

/** Makes process targets of one place. */
public final class ProcessTargets {
    final RunDirectories directories;
    final ProcessSettings settings;
    final Secrets secrets;
    final InstantSource clock;
    final Failpoints failpoints;
    final WrapperStart start;
    /** The words before the wrapper: a session of its own, so that neither Ctrl-C nor the runner's death reaches it. */
    final List<String> launcher;

    /**
     * Makes them.
     *
     * @param environment the variables of the runner, such as {@link System#getenv(String)}
     */
    public ProcessTargets(RunDirectories directories, ProcessSettings settings, Secrets secrets, InstantSource clock,
            Failpoints failpoints, Function<String, @Nullable String> environment) {
        this(directories, settings, secrets, clock, failpoints, WrapperStart.asProcess(),
                launcher(Optional.ofNullable(environment.apply("PATH")).orElse("/usr/bin:/bin")));
    }

    ProcessTargets(RunDirectories directories, ProcessSettings settings, Secrets secrets, InstantSource clock,
            Failpoints failpoints, WrapperStart start, List<String> launcher) {
        this.directories = directories;
        this.settings = settings;
        this.secrets = secrets;
        this.clock = clock;
        this.failpoints = failpoints;
        this.start = start;
        this.launcher = List.copyOf(launcher);
    }

    /** The target of a specification. */
    public Target of(TargetSpec.Process spec) {
        return new ProcessTarget(this, spec);
    }

    static List<String> launcher(String path) {
        return Stream.of(path.split(":")).filter(folder -> !folder.isEmpty())
                .map(folder -> Path.of(folder, "setsid")).filter(Files::isExecutable).findFirst()
                .map(setsid -> List.of(setsid.toString(), "/bin/sh")).orElse(List.of("/bin/sh"));
    }
}
