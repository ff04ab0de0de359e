// SPDX-License-Identifier: Apache-2.0
package dev.reprise.app.cli;

import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.JsonNodeFactory;
import tools.jackson.databind.node.ObjectNode;

import dev.reprise.app.output.Table;
import dev.reprise.app.serve.RouteRun;
import dev.reprise.runtime.lifecycle.ExitCode;

/** {@code reprise alerts route-test}: by which subscriptions an alert would be told, from the configuration alone. */
@Command(name = "route-test", description = {"Show by which subscriptions an alert with these labels would be told.",
    "Exit code 10 when by none, or when a receiver could not be reached with --send. Touches no server of Reprise."})
final class AlertsRouteTestCommand implements Callable<Integer> {
    private final Surroundings surroundings;

    @Option(names = "--config", paramLabel = "FILE", description = "The configuration (docs/configuration.md).")
    private @Nullable Path config;

    @Option(names = "--label", paramLabel = "NAME=VALUE", description = "A label of the alert, such as owner=billing; may be repeated (docs/alerts.md).")
    private Map<String, String> labels = new LinkedHashMap<>();

    @Option(names = "--send", description = "Send a test, from this machine, to each receiver that such an alert may reach, and name those that cannot be reached.")
    private boolean send;

    @Mixin
    private OutputOption output = new OutputOption();

    AlertsRouteTestCommand(Surroundings surroundings) {
        this.surroundings = surroundings;
    }

    @Override
    public Integer call() throws InterruptedException {
        List<RouteRun.Line> found = RouteRun.of(Optional.ofNullable(config), surroundings.environment(), labels);
        Table table = new Table("SUBSCRIPTION", "OWNER", "RECEIVERS", "FALLBACK", "GROUP BY", "WAIT", "INTERVAL",
                "REPEAT");
        found.forEach(line -> table.row(line.subscription(), line.owner().orElse("-"),
                String.join(",", line.receivers()), line.fallback().orElse("-"), String.join(",", line.groupBy()),
                line.groupWait(), line.groupInterval(), line.repeatInterval()));
        if (found.isEmpty() && !output.json()) {
            surroundings.warn("nobody would be told: no subscription matches, and every receiver is named by one");
        } else {
            output.print(found.stream().map(AlertsRouteTestCommand::json).toList(), table, surroundings.out());
        }
        boolean all = !found.isEmpty() && (!send || allReached());
        return (all ? ExitCode.OK : ExitCode.CHECK_FOUND_PROBLEMS).value();
    }

    private boolean allReached() throws InterruptedException {
        return ReachedReceivers.tell(
                RouteRun.send(Optional.ofNullable(config), surroundings.environment(), labels), output, surroundings);
    }

    private static JsonNode json(RouteRun.Line line) {
        ObjectNode item = JsonNodeFactory.instance.objectNode();
        item.put("subscription", line.subscription());
        line.owner().ifPresent(owner -> item.put("owner", owner));
        line.receivers().forEach(item.putArray("receivers")::add);
        line.fallback().ifPresent(receiver -> item.put("fallback", receiver));
        line.groupBy().forEach(item.putArray("groupBy")::add);
        item.put("groupWait", line.groupWait());
        item.put("groupInterval", line.groupInterval());
        item.put("repeatInterval", line.repeatInterval());
        return item;
    }
}
