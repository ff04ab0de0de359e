// SPDX-License-Identifier: Apache-2.0
package dev.reprise.app.cli;

import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;

/** {@code reprise pause}. */
@Command(name = "pause", description = "Hold the automatic reruns of a job, a namespace or everything; what people ask for passes.")
final class PauseCommand implements Callable<Integer> {

    private final Surroundings surroundings;

    @Mixin
    private ControlOptions control = new ControlOptions();

    PauseCommand(Surroundings surroundings) {
        this.surroundings = surroundings;
    }

    @Override
    public Integer call() {
        return control.set("PAUSE", surroundings);
    }
}
