// SPDX-License-Identifier: Apache-2.0
package dev.reprise.app.cli;

import java.util.List;
import java.util.Optional;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import tools.jackson.databind.JsonNode;

import dev.reprise.app.output.Table;

/** {@code reprise alerts list}. */
@Command(name = "list", description = "List alerts; those that are not over unless --state says otherwise.")
final class AlertsListCommand implements Callable<Integer> {

    /** The states of an alert. */
    enum State {
        FIRING, ACKED, RESOLVED
    }

    private final Surroundings surroundings;

    @Mixin
    private ListOptions list = new ListOptions();

    @Option(names = "--state", paramLabel = "STATE", split = ",", description = "Only these: ${COMPLETION-CANDIDATES}.")
    private List<State> states = List.of(State.FIRING, State.ACKED);

    AlertsListCommand(Surroundings surroundings) {
        this.surroundings = surroundings;
    }

    @Override
    public Integer call() {
        Query query = new Query("/api/v1/alerts");
        states.forEach(state -> query.with("state", Optional.of(state.name())));
        return list.print(query, surroundings, items -> {
            Table table = new Table("STATE", "SEVERITY", "KIND", "INSTANCE", "SINCE", "TAKEN BY", "LINE", "SUMMARY");
            for (JsonNode alert : items) {
                table.row(alert.path("state").asString(""), alert.path("severity").asString(""),
                        alert.path("kind").asString(""), alert.path("instance").asString(""),
                        alert.path("startsAt").asString(""),
                        alert.path("acknowledgement").path("actor").asString("-"),
                        line(alert.path("content").path("findings").path(0)),
                        alert.path("content").path("summary").asString(""));
            }
            return table;
        });
    }

    /** The line of the job's definition that decides. */
    private static String line(JsonNode finding) {
        return finding.has("place")
                ? finding.path("place").asString("") + " " + finding.path("rule").asString("")
                : "-";
    }
}
