// SPDX-License-Identifier: Apache-2.0
package dev.reprise.app.cli;

import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;

/** {@code reprise freeze}. */
@Command(name = "freeze", description = "Hold all reruns of a job, a namespace or everything, those that people ask for too.")
final class FreezeCommand implements Callable<Integer> {

    private final Surroundings surroundings;

    @Mixin
    private ControlOptions control = new ControlOptions();

    FreezeCommand(Surroundings surroundings) {
        this.surroundings = surroundings;
    }

    @Override
    public Integer call() {
        return control.set("FREEZE", surroundings);
    }
}
