// SPDX-License-Identifier: Apache-2.0
package dev.reprise.app.cli;

import java.util.concurrent.Callable;
import java.util.stream.Collectors;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import tools.jackson.databind.JsonNode;

import dev.reprise.app.output.Table;

/** {@code reprise subscriptions list}. */
@Command(name = "list", description = "List the subscriptions that people made while everything runs.")
final class SubscriptionsListCommand implements Callable<Integer> {

    private final Surroundings surroundings;

    @Mixin
    private ListOptions list = new ListOptions();

    SubscriptionsListCommand(Surroundings surroundings) {
        this.surroundings = surroundings;
    }

    @Override
    public Integer call() {
        return list.print(new Query("/api/v1/subscriptions"), surroundings, items -> {
            Table table = new Table("NAME", "OWNER", "MATCH", "GROUP BY", "RECEIVERS", "BY", "AT");
            for (JsonNode rule : items) {
                table.row(rule.path("name").asString(""), rule.path("owner").asString("-"), texts(rule.path("match")),
                        texts(rule.path("groupBy")), texts(rule.path("receivers")),
                        rule.path("updatedBy").asString(""), rule.path("updatedAt").asString(""));
            }
            return table;
        });
    }

    private static String texts(JsonNode list) {
        return list.isEmpty()
                ? "-"
                : list.valueStream().map(each -> each.asString("")).collect(Collectors.joining(" "));
    }
}
