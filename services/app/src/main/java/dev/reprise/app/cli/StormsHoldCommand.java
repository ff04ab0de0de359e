// SPDX-License-Identifier: Apache-2.0
package dev.reprise.app.cli;

import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Parameters;

import dev.reprise.app.client.ApiPaths;

/** {@code reprise storms hold}. */
@Command(name = "hold", description = "Hold the reruns of a group until they are released.")
final class StormsHoldCommand implements Callable<Integer> {

    private final Surroundings surroundings;

    @Mixin
    private ActOptions act = new ActOptions();

    @Parameters(paramLabel = "GROUP", description = "The concurrency group; jobs without one are in that of their namespace.")
    private String group = "";

    /** What is sent. */
    private record Body(String reason) {}

    StormsHoldCommand(Surroundings surroundings) {
        this.surroundings = surroundings;
    }

    @Override
    public Integer call() {
        return act.submit(surroundings, client -> id -> client.post("/api/v1/storms/" + ApiPaths.encode(group)
                + "/hold", id, new Body(act.reason())), "reruns of the group are held until: reprise storms release");
    }
}
