// SPDX-License-Identifier: Apache-2.0
package dev.reprise.notifier.webhook;

import java.util.Optional;
import tools.jackson.databind.node.ObjectNode;

import dev.reprise.notifier.channel.Delivery;
import dev.reprise.schemas.alert.Alert;
import dev.reprise.schemas.alert.AlertAcked;
import dev.reprise.schemas.alert.AlertContent;
import dev.reprise.schemas.alert.AlertFiring;
import dev.reprise.schemas.alert.AlertResolved;
import dev.reprise.schemas.notification.Told;
import dev.reprise.schemas.wire.WireCodec;
import dev.reprise.schemas.wire.WireType;

/**
 * The body of a webhook: a CloudEvent in structured mode whose data is the alert as on its topic. A body that would be
 * too large is cut in its longest descriptive texts, and each cut says how much is missing; identity is never cut.
 */
final class WebhookBody {
    /** Largest body, in bytes: what receivers of webhooks are advised to take. */
    static final int MAX_BYTES = 20_000;
    private final WireCodec codec;

    WebhookBody(WireCodec codec) {
        this.codec = codec;
    }

    /** The bytes to be sent and signed; nothing when the alert's identity alone is larger than a body may be. */
    Optional<byte[]> of(Delivery delivery) {
        for (BodyLimits limits : BodyLimits.STEPS) {
            Alert alert = with(delivery.alert(), limits.apply(delivery.alert().content()));
            byte[] body = write(delivery, alert);
            if (body.length <= MAX_BYTES) {
                return Optional.of(body);
            }
        }
        return Optional.empty();
    }

    private byte[] write(Delivery delivery, Alert alert) {
        ObjectNode event = codec.mapper().createObjectNode();
        event.put("specversion", "1.0");
        event.put("id", delivery.id());
        event.put("source", "reprise/notifier");
        event.put("type",
                (delivery.told() == Told.RESOLVED ? WireType.ALERT_RESOLVED : WireType.ALERT_FIRING).ceType());
        event.put("subject", alert.content().job().key() + "/" + alert.content().partition().value());
        event.put("time", (alert instanceof AlertResolved resolved ? resolved.endsAt() : alert.startsAt()).toString());
        event.put("datacontenttype", WireCodec.JSON);
        event.set("data", codec.mapper().valueToTree(alert));
        return codec.mapper().writeValueAsBytes(event);
    }

    private static Alert with(Alert alert, AlertContent content) {
        return switch (alert) {
            case AlertFiring a -> new AlertFiring(a.alertKey(), a.revision(), a.kind(), a.severity(), content,
                    a.startsAt());
            case AlertAcked a -> new AlertAcked(a.alertKey(), a.revision(), a.kind(), a.severity(), content,
                    a.startsAt(), a.actor(), a.ackedAt());
            case AlertResolved a -> new AlertResolved(a.alertKey(), a.revision(), a.kind(), a.severity(), content,
                    a.startsAt(), a.endsAt(), a.resolution());
        };
    }
}
