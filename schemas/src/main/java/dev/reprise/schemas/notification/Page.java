// SPDX-License-Identifier: Apache-2.0
package dev.reprise.schemas.notification;

import java.time.Instant;
import java.util.List;

import dev.reprise.schemas.bound.Bounds;
import dev.reprise.schemas.decision.Severity;
import dev.reprise.schemas.id.AlertKey;

/**
 * What one receiver is to be told about one group of alerts: the value of the compacted {@code pages} topic under
 * {@link #key()}. Whoever delivers it adds nothing; how that ended is a {@link Notification} of the same key and revision.
 *
 * @param alertKey the group; of a group that is one alert, the key of that alert
 * @param channel the receiver, as configured
 * @param revision counts what this receiver was to be told of this group, from 1; a higher one replaces a lower one
 * @param told what the receiver believes after it: that something fires, or that all is over
 * @param reason why it is sent now
 * @param subscription by which rule the receiver is told
 * @param why the rule in words, for a person
 * @param severity the highest of what fires, or of what is over
 * @param openedAt when the receiver was first told of what this page goes on about; the same in all pages up to the one
 *     that says that all is over
 * @param at when it was written
 * @param fresh how many alerts are new to the receiver
 * @param still how many go on
 * @param over how many are over
 * @param items at most {@value #MAX_ITEMS} of them, the new ones first; where there is more than one,
 *     each is {@linkplain PageItem#brief() brief}
 */
public record Page(AlertKey alertKey, String channel, long revision, Told told, PageReason reason,
        String subscription, String why, Severity severity, Instant openedAt, Instant at, int fresh, int still,
        int over, List<PageItem> items) {
    /** Most alerts that a page carries. */
    public static final int MAX_ITEMS = 20;

    /**
     * Checks the names and the counters.
     *
     * @throws IllegalArgumentException naming the field and the rule it breaks
     */
    public Page {
        Bounds.name("channel", channel);
        if (channel.indexOf('|') >= 0) {
            throw new IllegalArgumentException(
                    "channel has a '|', which separates it from the group in the key: rename it");
        }
        Bounds.atLeast("revision", revision, 1);
        Bounds.name("subscription", subscription);
        why = Bounds.head(why, Bounds.MAX_TEXT);
        Bounds.atLeast("fresh", fresh, 0);
        Bounds.atLeast("still", still, 0);
        Bounds.atLeast("over", over, 0);
        items = Bounds.list("items", items, 1, MAX_ITEMS);
    }

    /** The Kafka key: receiver and group. */
    public String key() {
        return channel + "|" + alertKey.value();
    }

    /** Alerts that the page counts and does not carry. */
    public int left() {
        return Math.max(0, fresh + still + over - items.size());
    }

    /** Whether the page is about one alert and carries it whole, as that alert's own revision would be told. */
    public boolean single() {
        return items.size() == 1 && items.get(0).alertKey().equals(alertKey);
    }
}
