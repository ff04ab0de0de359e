// SPDX-License-Identifier: Apache-2.0
package dev.reprise.app.cli;

import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import tools.jackson.databind.JsonNode;

import dev.reprise.app.output.Table;

/** {@code reprise controls list}. */
@Command(name = "list", description = "List pauses and freezes, those that have ended by themselves too.")
final class ControlsListCommand implements Callable<Integer> {

    private final Surroundings surroundings;

    @Mixin
    private ListOptions list = new ListOptions();

    ControlsListCommand(Surroundings surroundings) {
        this.surroundings = surroundings;
    }

    @Override
    public Integer call() {
        return list.print(new Query("/api/v1/controls"), surroundings, items -> {
            Table table = new Table("SCOPE", "KIND", "FROM", "UNTIL", "BY", "REASON");
            for (JsonNode control : items) {
                table.row(control.path("scope").asString(""), control.path("kind").asString(""),
                        control.path("from").asString(""), control.path("until").asString("-"),
                        control.path("actor").asString(""), control.path("reason").asString(""));
            }
            return table;
        });
    }
}
