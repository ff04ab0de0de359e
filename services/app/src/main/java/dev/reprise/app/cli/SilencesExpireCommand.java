// SPDX-License-Identifier: Apache-2.0
package dev.reprise.app.cli;

import java.util.Optional;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Parameters;

import dev.reprise.app.client.ApiPaths;

/** {@code reprise silences expire}. */
@Command(name = "expire", description = "End a silence now.")
final class SilencesExpireCommand implements Callable<Integer> {

    private final Surroundings surroundings;

    @Mixin
    private ActOptions act = new ActOptions();

    @Parameters(paramLabel = "ID", description = "As reprise silences list shows it.")
    private String silence = "";

    SilencesExpireCommand(Surroundings surroundings) {
        this.surroundings = surroundings;
    }

    @Override
    public Integer call() {
        String path = new Query("/api/v1/silences/" + ApiPaths.encode(silence))
                .with("reason", Optional.of(act.reason())).text();
        return act.submit(surroundings, client -> id -> client.delete(path, id), "silence " + silence + " is over");
    }
}
