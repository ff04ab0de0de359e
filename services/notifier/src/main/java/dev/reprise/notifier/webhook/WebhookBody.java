// SPDX-License-Identifier: Apache-2.0
package dev.reprise.notifier.webhook;

import java.time.Instant;
import java.util.List;
import java.util.Optional;
import tools.jackson.databind.node.ObjectNode;

import dev.reprise.notifier.channel.Delivery;
import dev.reprise.runtime.trace.Traceparent;
import dev.reprise.schemas.alert.Alert;
import dev.reprise.schemas.alert.AlertAcked;
import dev.reprise.schemas.alert.AlertContent;
import dev.reprise.schemas.alert.AlertFiring;
import dev.reprise.schemas.alert.AlertResolved;
import dev.reprise.schemas.decision.Reason;
import dev.reprise.schemas.notification.Page;
import dev.reprise.schemas.notification.PageItem;
import dev.reprise.schemas.notification.Suppression;
import dev.reprise.schemas.notification.Told;
import dev.reprise.schemas.wire.WireCodec;
import dev.reprise.schemas.wire.WireType;

/**
 * The body of a webhook: a CloudEvent in structured mode whose data is the alert as on its topic, or a page of several. A body that would be
 * too large is cut in its longest descriptive texts, and each cut says how much is missing; identity is never cut.
 */
final class WebhookBody {
    /** Largest body, in bytes: what receivers of webhooks are advised to take. */
    static final int MAX_BYTES = 20_000;
    /** What closes an alert for a receiver that is told of it no more: somebody changed the subscription. */
    private static final Reason UNSUBSCRIBED = Reason.CLOSED_BY_PERSON;
    private final WireCodec codec;

    WebhookBody(WireCodec codec) {
        this.codec = codec;
    }

    /** The bytes to be sent and signed; nothing when the names alone are larger than a body may be. */
    Optional<byte[]> of(Delivery delivery) {
        return delivery.page().single() ? single(delivery) : group(delivery);
    }

    private Optional<byte[]> single(Delivery delivery) {
        PageItem item = delivery.page().items().getFirst();
        for (BodyLimits limits : BodyLimits.STEPS) {
            Alert alert = alert(delivery.page(), item, limits.apply(item.content()));
            WireType type = WireType.of((Record) alert);
            byte[] body = write(delivery, type, item.content().job().key() + "/" + item.content().partition().value(),
                    item.endsAt().filter(_ -> delivery.over()).orElse(item.startsAt()), alert);
            if (body.length <= MAX_BYTES) {
                return Optional.of(body);
            }
        }
        return Optional.empty();
    }

    /** Of several alerts the last ones go first; the counters of the page say how many there are. */
    private Optional<byte[]> group(Delivery delivery) {
        Page page = delivery.page();
        for (int items = page.items().size(); items > 0; items--) {
            for (BodyLimits limits : items > 1 ? BodyLimits.STEPS.subList(0, 1) : BodyLimits.STEPS) {
                List<PageItem> kept = page.items().stream().limit(items)
                        .map(item -> new PageItem(item.alertKey(), item.revision(), item.change(), item.kind(),
                                item.severity(), limits.apply(item.content()), item.startsAt(), item.endsAt(),
                                item.resolution(), item.suppressions()))
                        .toList();
                Page shown = new Page(page.alertKey(), page.channel(), page.revision(), page.told(), page.reason(),
                        page.subscription(), page.why(), page.severity(), page.openedAt(), page.at(), page.fresh(),
                        page.still(), page.over(), kept);
                byte[] body = write(delivery, WireType.PAGE, page.alertKey().value(), page.at(), shown);
                if (body.length <= MAX_BYTES) {
                    return Optional.of(body);
                }
            }
        }
        return Optional.empty();
    }

    private byte[] write(Delivery delivery, WireType type, String subject, Instant time, Object data) {
        ObjectNode event = codec.mapper().createObjectNode();
        event.put("specversion", "1.0");
        event.put("id", delivery.id());
        event.put("source", "reprise/notifier");
        event.put("type", type.ceType());
        event.put("subject", subject);
        event.put("time", time.toString());
        event.put("datacontenttype", WireCodec.JSON);
        // The decision's and not this try's: the body stays the same however often it is sent.
        delivery.decision().ifPresent(traceparent -> event.put(Traceparent.HEADER, traceparent.toString()));
        event.set("data", codec.mapper().valueToTree(data));
        return codec.mapper().writeValueAsBytes(event);
    }

    /** The alert as on its topic, within limits. */
    private static Alert alert(Page page, PageItem item, AlertContent content) {
        Optional<Suppression> taken = item.suppressions().stream()
                .filter(each -> each.cause() == Suppression.Cause.ACKNOWLEDGED).findFirst();
        if (page.told() == Told.FIRING && taken.isPresent()) {
            return new AlertAcked(item.alertKey(), item.revision(), item.kind(), item.severity(), content,
                    item.startsAt(), taken.get().by(), page.at());
        }
        return page.told() == Told.RESOLVED
                ? new AlertResolved(item.alertKey(), item.revision(), item.kind(), item.severity(), content,
                        item.startsAt(), item.endsAt().orElse(page.at()), item.resolution().orElse(UNSUBSCRIBED))
                : new AlertFiring(item.alertKey(), item.revision(), item.kind(), item.severity(), content,
                        item.startsAt());
    }
}
