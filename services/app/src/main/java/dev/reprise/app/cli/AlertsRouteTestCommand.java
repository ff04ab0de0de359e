// SPDX-License-Identifier: Apache-2.0
package dev.reprise.app.cli;

import java.nio.file.Path;
import java.time.Duration;
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
import tools.jackson.databind.node.ArrayNode;
import tools.jackson.databind.node.JsonNodeFactory;
import tools.jackson.databind.node.ObjectNode;

import dev.reprise.app.config.ConfigFile;
import dev.reprise.app.output.Table;
import dev.reprise.notifier.subscription.Subscription;
import dev.reprise.notifier.subscription.Timers;
import dev.reprise.runtime.config.DurationText;
import dev.reprise.runtime.lifecycle.ExitCode;

/** {@code reprise alerts route-test}: by which subscriptions an alert would be told, from the configuration alone. */
@Command(name = "route-test", description = {"Show by which subscriptions an alert with these labels would be told.",
    "Exit code 10 when by none. Touches no server."})
final class AlertsRouteTestCommand implements Callable<Integer> {
    private final Surroundings surroundings;

    @Option(names = "--config", paramLabel = "FILE", description = "The configuration (docs/configuration.md).")
    private @Nullable Path config;

    @Option(names = "--label", paramLabel = "NAME=VALUE", description = "A label of the alert, such as owner=billing; may be repeated (docs/alerts.md).")
    private Map<String, String> labels = new LinkedHashMap<>();

    @Mixin
    private OutputOption output = new OutputOption();

    AlertsRouteTestCommand(Surroundings surroundings) {
        this.surroundings = surroundings;
    }

    @Override
    public Integer call() {
        List<Subscription> found = ConfigFile.read(Optional.ofNullable(config), surroundings.environment()).notifier()
                .inForce().of(labels);
        Table table = new Table("SUBSCRIPTION", "OWNER", "RECEIVERS", "FALLBACK", "GROUP BY", "WAIT", "INTERVAL",
                "REPEAT");
        ArrayNode items = JsonNodeFactory.instance.arrayNode();
        for (Subscription each : found) {
            Timers timers = each.timers();
            table.row(each.name(), each.owner().orElse("-"), String.join(",", each.receivers()),
                    each.fallback().orElse("-"), String.join(",", each.grouping().labels()),
                    DurationText.format(timers.groupWait()), DurationText.format(timers.groupInterval()),
                    repeat(timers.repeatInterval()));
            items.add(json(each));
        }
        if (found.isEmpty() && !output.json()) {
            surroundings.warn("nobody would be told: no subscription matches, and every receiver is named by one");
        } else {
            output.print(items.valueStream().toList(), table, surroundings.out());
        }
        return (found.isEmpty() ? ExitCode.CHECK_FOUND_PROBLEMS : ExitCode.OK).value();
    }

    private static JsonNode json(Subscription subscription) {
        ObjectNode item = JsonNodeFactory.instance.objectNode();
        item.put("subscription", subscription.name());
        subscription.owner().ifPresent(owner -> item.put("owner", owner));
        subscription.receivers().forEach(item.putArray("receivers")::add);
        subscription.fallback().ifPresent(receiver -> item.put("fallback", receiver));
        subscription.grouping().labels().forEach(item.putArray("groupBy")::add);
        item.put("groupWait", DurationText.format(subscription.timers().groupWait()));
        item.put("groupInterval", DurationText.format(subscription.timers().groupInterval()));
        item.put("repeatInterval", DurationText.format(subscription.timers().repeatInterval()));
        return item;
    }

    private static String repeat(Duration interval) {
        return interval.isZero() ? "never" : DurationText.format(interval);
    }
}
