// SPDX-License-Identifier: Apache-2.0
package dev.reprise.schemas.notification;

import java.time.Instant;
import java.util.List;
import java.util.Optional;

import dev.reprise.schemas.bound.Bounds;
import dev.reprise.schemas.decision.Statement;
import dev.reprise.schemas.id.AlertKey;

/**
 * What one receiver was told about one alert, or one group of alerts: the value of the compacted {@code notifications} topic under
 * {@link #key()}.
 *
 * @param alertKey the alert, or the group
 * @param channel the receiver, as configured
 * @param revision the revision of the {@link Page} that this is about
 * @param told what the receiver last was told
 * @param outcome how the last try ended
 * @param attempts tries for this revision, from 1
 * @param at when the last try ended
 * @param detail the error in short, without secrets
 * @param statements the detail apart from any language, where it is no foreign text
 */
public record Notification(AlertKey alertKey, String channel, long revision, Told told, DeliveryOutcome outcome,
        int attempts, Instant at, Optional<String> detail, List<Statement> statements) {
    /**
     * Checks the channel and the counters; cuts the detail.
     *
     * @throws IllegalArgumentException naming the field and the rule it breaks
     */
    public Notification {
        Bounds.name("channel", channel);
        if (channel.indexOf('|') >= 0) {
            throw new IllegalArgumentException(
                    "channel has a '|', which separates it from the alert in the key: rename it");
        }
        Bounds.atLeast("revision", revision, 1);
        Bounds.atLeast("attempts", attempts, 1);
        detail = detail.map(text -> Bounds.head(text, Bounds.MAX_TEXT));
        statements = Statement.head(statements);
    }

    /** One whose detail, where it has one, is a foreign text. */
    public Notification(AlertKey alertKey, String channel, long revision, Told told, DeliveryOutcome outcome,
            int attempts, Instant at, Optional<String> detail) {
        this(alertKey, channel, revision, told, outcome, attempts, at, detail, List.of());
    }

    /** The Kafka key: alert and channel. */
    public String key() {
        return channel + "|" + alertKey.value();
    }
}
