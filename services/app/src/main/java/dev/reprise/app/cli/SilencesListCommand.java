// SPDX-License-Identifier: Apache-2.0
package dev.reprise.app.cli;

import java.util.concurrent.Callable;
import java.util.stream.Collectors;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import tools.jackson.databind.JsonNode;

import dev.reprise.app.output.Table;

/** {@code reprise silences list}. */
@Command(name = "list", description = "List silences, those that have ended too.")
final class SilencesListCommand implements Callable<Integer> {

    private final Surroundings surroundings;

    @Mixin
    private ListOptions list = new ListOptions();

    SilencesListCommand(Surroundings surroundings) {
        this.surroundings = surroundings;
    }

    @Override
    public Integer call() {
        return list.print(new Query("/api/v1/silences"), surroundings, items -> {
            Table table = new Table("ID", "STATE", "FROM", "UNTIL", "MATCHERS", "BY", "REASON");
            for (JsonNode silence : items) {
                table.row(silence.path("id").asString(""), silence.path("state").asString(""),
                        silence.path("startsAt").asString(""), silence.path("endsAt").asString(""),
                        silence.path("matchers").valueStream().map(each -> each.asString(""))
                                .collect(Collectors.joining(" ")),
                        silence.path("actor").asString(""), silence.path("reason").asString(""));
            }
            return table;
        });
    }
}
