// SPDX-License-Identifier: Apache-2.0
package dev.reprise.app.cli;

import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import tools.jackson.databind.JsonNode;

import dev.reprise.app.output.Table;

/** {@code reprise storms list}. */
@Command(name = "list", description = "List the breakers that are not closed.")
final class StormsListCommand implements Callable<Integer> {

    private final Surroundings surroundings;

    @Mixin
    private ListOptions list = new ListOptions();

    StormsListCommand(Surroundings surroundings) {
        this.surroundings = surroundings;
    }

    @Override
    public Integer call() {
        return list.print(new Query("/api/v1/storms"), surroundings, items -> {
            Table table = new Table("GROUP", "ERROR", "STATE", "SINCE", "FAILURES", "HELD", "RELEASED", "NEXT PROBE",
                    "HELD BY");
            for (JsonNode storm : items) {
                table.row(storm.path("group").asString(""), storm.path("signature").asString("-"),
                        storm.path("state").asString(""), storm.path("since").asString(""),
                        storm.path("failures").asString(""), storm.path("held").asString(""),
                        storm.path("released").asString(""), storm.path("nextProbeAt").asString("-"),
                        storm.path("heldBy").asString("-"));
            }
            return table;
        });
    }
}
