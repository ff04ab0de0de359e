// SPDX-License-Identifier: Apache-2.0
package dev.reprise.notifier.pagerduty;

import tools.jackson.databind.json.JsonMapper;
import tools.jackson.databind.node.ArrayNode;
import tools.jackson.databind.node.ObjectNode;

import dev.reprise.notifier.channel.Delivery;
import dev.reprise.notifier.channel.DeliveryId;
import dev.reprise.notifier.channel.Text;
import dev.reprise.notifier.message.Bulletin;
import dev.reprise.notifier.message.Item;
import dev.reprise.runtime.config.Secret;
import dev.reprise.runtime.trace.Traceparent;
import dev.reprise.schemas.decision.Severity;
import dev.reprise.schemas.job.Owner;
import dev.reprise.schemas.notification.Page;
import dev.reprise.schemas.notification.PageItem;

/**
 * Writes events: a summary of at most 1 024 characters, all that is known as details, far below 512 KB.
 *
 * @param mapper makes the tree
 */
record PagerDutyEvent(JsonMapper mapper) {
    private static final int MOST_SUMMARY = 1_024;
    private static final int NOTICE = 60;
    private static final Bulletin.Brevity DETAILS = new Bulletin.Brevity(50, 1_000);

    /** A trigger, or a resolve that needs no more than the key. */
    ObjectNode of(Delivery delivery, Bulletin full, Secret routingKey) {
        Page page = delivery.page();
        PageItem first = page.items().getFirst();
        ObjectNode event = mapper.createObjectNode();
        String action = action(delivery);
        event.put("routing_key", routingKey.reveal());
        event.put("event_action", action);
        event.put("dedup_key", DeliveryId.ofThread(page));
        if (!action.equals("trigger")) {
            return event;
        }
        Bulletin bulletin = full.within(DETAILS);
        event.put("client", "reprise");
        bulletin.link().ifPresent(link -> event.put("client_url", link.toString()));
        ObjectNode payload = event.putObject("payload");
        payload.put("summary", Text.head(bulletin.headline(), MOST_SUMMARY - NOTICE));
        payload.put("source", Text.head(first.content().job().key(), MOST_SUMMARY - NOTICE));
        payload.put("severity", severity(page.severity()));
        payload.put("timestamp", page.openedAt().toString());
        payload.put("component", Text.head(first.content().job().name(), MOST_SUMMARY - NOTICE));
        payload.put("group", first.content().owner().map(Owner::name).orElse(first.content().job().namespace()));
        payload.put("class", first.kind().name());
        ObjectNode details = payload.putObject("custom_details");
        details(details, bulletin);
        delivery.decision().ifPresent(traceparent -> details.put(Traceparent.HEADER, traceparent.toString()));
        ArrayNode links = event.putArray("links");
        bulletin.items().forEach(item -> item.link().ifPresent(
                link -> links.addObject().put("href", link.toString()).put("text", bulletin.linkText())));
        return event;
    }

    /** The end of an incident, by its key. */
    ObjectNode resolve(Delivery delivery, Secret routingKey) {
        return mapper.createObjectNode().put("routing_key", routingKey.reveal()).put("event_action", "resolve")
                .put("dedup_key", DeliveryId.ofThread(delivery.page()));
    }

    private static String action(Delivery delivery) {
        if (delivery.over()) {
            return "resolve";
        }
        return switch (delivery.page().reason()) {
            case ACKNOWLEDGED, SILENCED -> "acknowledge";
            default -> "trigger";
        };
    }

    private static void details(ObjectNode details, Bulletin bulletin) {
        ArrayNode alerts = details.putArray("alerts");
        for (Item item : bulletin.items()) {
            ObjectNode alert = alerts.addObject();
            alert.put("change", item.change().name()).put("subject", item.subject()).put("matter", item.matter())
                    .put("happened", item.happened()).put("did", item.did());
            ObjectNode facts = alert.putObject("evidence");
            item.evidence().forEach(fact -> facts.put(fact.label(), fact.text()));
            ArrayNode commands = alert.putArray("commands");
            item.commands().forEach(commands::add);
        }
        bulletin.rest().ifPresent(rest -> details.put("rest", rest));
        details.put("why", bulletin.whyYou());
    }

    private static String severity(Severity severity) {
        return switch (severity) {
            case CRITICAL -> "critical";
            case WARNING -> "warning";
            case INFO -> "info";
        };
    }
}
