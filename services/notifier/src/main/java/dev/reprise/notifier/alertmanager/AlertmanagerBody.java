// SPDX-License-Identifier: Apache-2.0
package dev.reprise.notifier.alertmanager;

import java.time.Duration;
import java.time.Instant;
import java.util.Locale;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import tools.jackson.databind.json.JsonMapper;
import tools.jackson.databind.node.ArrayNode;
import tools.jackson.databind.node.ObjectNode;

import dev.reprise.notifier.channel.Delivery;
import dev.reprise.notifier.message.Bulletins;
import dev.reprise.notifier.message.Item;
import dev.reprise.schemas.decision.Reason;
import dev.reprise.schemas.id.PartitionKey;
import dev.reprise.schemas.job.Owner;
import dev.reprise.schemas.notification.PageChange;
import dev.reprise.schemas.notification.PageItem;

/**
 * The body of {@code POST /api/v2/alerts}. Labels identify, so they hold what stays the same while an alert fires; all else
 * is an annotation.
 *
 * @param mapper makes the tree
 * @param bulletins the words
 */
record AlertmanagerBody(JsonMapper mapper, Bulletins bulletins) {
    /** For how long one telling holds: a firing alert is told again well before, and one that is not ends by itself. */
    static final Duration VALID = Duration.ofMinutes(5);

    byte[] of(Delivery delivery) {
        ArrayNode alerts = mapper.createArrayNode();
        for (PageItem item : delivery.page().items()) {
            boolean over = item.change() == PageChange.RESOLVED;
            ObjectNode alert = alerts.addObject();
            labels(item).forEach(alert.putObject("labels")::put);
            annotations(alert.putObject("annotations"), delivery, item);
            alert.put("startsAt", item.startsAt().toString());
            Instant end = over ? item.endsAt().orElse(delivery.page().at()) : validFrom(delivery, item).plus(VALID);
            alert.put("endsAt", end.toString());
            bulletins.links().instance(item.content()).ifPresent(link -> alert.put("generatorURL", link.toString()));
        }
        return mapper.writeValueAsBytes(alerts);
    }

    /** What a person holds back is not told again until that ends, and must not end before. */
    private static Instant validFrom(Delivery delivery, PageItem item) {
        return Stream.concat(Stream.of(delivery.at()),
                item.suppressions().stream().flatMap(each -> each.until().stream())).max(Instant::compareTo)
                .orElseThrow();
    }

    /** The job's own labels, and over them ours; Alertmanager takes no empty value. */
    private static Map<String, String> labels(PageItem item) {
        Map<String, String> labels = new TreeMap<>();
        item.content().labels().forEach((name, value) -> labels.put(labelName(name), value));
        labels.put("alertname", alertName(item.kind()));
        labels.put("severity", item.severity().name().toLowerCase(Locale.ROOT));
        labels.put("namespace", item.content().job().namespace());
        labels.put("job", item.content().job().name());
        labels.put("partition", item.content().partition().equals(PartitionKey.WHOLE_JOB)
                ? ""
                : item.content().partition().value());
        labels.put("owner", item.content().owner().map(Owner::name).orElse(""));
        labels.values().removeIf(String::isBlank);
        return labels;
    }

    private void annotations(ObjectNode annotations, Delivery delivery, PageItem item) {
        Item words = bulletins.item(item);
        annotations.put("summary", words.subject() + " " + words.matter());
        annotations.put("description", item.content().description());
        annotations.put("action", words.did());
        if (!words.evidence().isEmpty()) {
            annotations.put("evidence",
                    words.evidence().stream().map(Item.Fact::line).collect(Collectors.joining("\n")));
        }
        annotations.put("commands", String.join("\n", words.commands()));
        annotations.put("why", delivery.page().why());
    }

    /** {@code NON_IDEMPOTENT} as {@code NonIdempotent}. */
    private static String alertName(Reason kind) {
        StringBuilder name = new StringBuilder();
        for (String word : kind.name().split("_")) {
            name.append(word.charAt(0)).append(word.substring(1).toLowerCase(Locale.ROOT));
        }
        return name.toString();
    }

    /** Prometheus knows letters, digits and underscores. */
    private static String labelName(String name) {
        String plain = name.replaceAll("[^A-Za-z0-9_]", "_");
        return plain.isEmpty() || Character.isDigit(plain.charAt(0)) ? "_" + plain : plain;
    }
}
