// SPDX-License-Identifier: Apache-2.0
package dev.reprise.app.cli;

import java.util.concurrent.Callable;
import picocli.CommandLine.Command;

import dev.reprise.app.build.BuildFile;
import dev.reprise.runtime.lifecycle.ExitCode;
import dev.reprise.runtime.metrics.BuildVersion;

/** {@code reprise version}. */
@Command(name = "version", description = "Show what is installed.")
final class VersionCommand implements Callable<Integer> {

    private final Surroundings surroundings;

    VersionCommand(Surroundings surroundings) {
        this.surroundings = surroundings;
    }

    @Override
    public Integer call() {
        BuildVersion build = BuildFile.read();
        surroundings.out().println("reprise " + build.version() + " (revision " + build.revision() + ", java "
                + Runtime.version().feature() + ")");
        return ExitCode.OK.value();
    }
}
