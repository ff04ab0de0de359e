// SPDX-License-Identifier: Apache-2.0
package dev.reprise.app.cli;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import tools.jackson.core.JacksonException;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ObjectNode;
import tools.jackson.dataformat.yaml.YAMLMapper;

import dev.reprise.app.client.CommandFailure;
import dev.reprise.runtime.lifecycle.ExitCode;

/**
 * Subscriptions in the form of the configuration ({@code subscriptions: [{name: ..., group-by: [...]}]}), as bodies of the
 * API. Keys are checked by the server; here they only lose their dashes.
 *
 * @param name the subscription
 * @param body what is sent
 */
record SubscriptionFile(String name, JsonNode body) {
    private static final Map<String, String> KEYS = Map.of("group-by", "groupBy", "group-wait", "groupWait",
            "group-interval", "groupInterval", "repeat-interval", "repeatInterval", "quiet-hours", "quietHours");

    /** Reads a file: one subscription, a list of them, or a document with {@code subscriptions}. */
    static List<SubscriptionFile> read(Path file) {
        JsonNode tree;
        try {
            tree = new YAMLMapper().readTree(Files.readAllBytes(file));
        } catch (IOException | JacksonException e) {
            throw new CommandFailure(ExitCode.USAGE, file + " cannot be read: " + e.getMessage(), e);
        }
        JsonNode list = tree.has("subscriptions") ? tree.path("subscriptions") : tree;
        List<SubscriptionFile> found = new ArrayList<>();
        for (JsonNode each : list.isArray() ? list : List.of(list)) {
            found.add(of(file, each));
        }
        return found;
    }

    /** Whoever it may tell: its receivers, its fallback and those of its escalation. */
    Set<String> everyReceiver() {
        Set<String> names = new LinkedHashSet<>();
        body.path("receivers").forEach(each -> names.add(each.asString("")));
        body.path("fallback").asStringOpt().ifPresent(names::add);
        body.path("escalation").forEach(step -> step.path("receivers").forEach(each -> names.add(each.asString(""))));
        return names;
    }

    private static SubscriptionFile of(Path file, JsonNode written) {
        if (!(written instanceof ObjectNode subscription) || !written.path("name").isString()) {
            throw new CommandFailure(ExitCode.USAGE,
                    file + ": a subscription has no name: write name: billing-critical");
        }
        ObjectNode body = subscription.objectNode();
        subscription.properties().stream().filter(each -> !each.getKey().equals("name"))
                .forEach(each -> body.set(KEYS.getOrDefault(each.getKey(), each.getKey()), each.getValue()));
        return new SubscriptionFile(written.path("name").asString(""), body);
    }
}
