// SPDX-License-Identifier: Apache-2.0
package dev.reprise.app.cli;

import java.nio.file.Path;
import java.util.Optional;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Help.Ansi;
import picocli.CommandLine.Option;

import dev.reprise.app.serve.DemoRun;

/** {@code reprise demo}. */
@Command(name = "demo", description = "Watch real jobs fail in the middle, see what is rerun and what is not, and count the rows.")
final class DemoCommand implements Callable<Integer> {

    private final Surroundings surroundings;

    @Option(names = "--data", paramLabel = "DIR", description = "Keep everything here (default: a temporary directory).")
    private @Nullable Path data;

    @Option(names = "--exit", description = "End after the story: 0 if all of it held, 1 otherwise.")
    private boolean exit;

    DemoCommand(Surroundings surroundings) {
        this.surroundings = surroundings;
    }

    @Override
    public Integer call() {
        return DemoRun.run(new DemoRun.Options(Optional.ofNullable(data), exit, Ansi.AUTO.enabled()),
                surroundings.out()).value();
    }
}
