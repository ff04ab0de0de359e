// SPDX-License-Identifier: Apache-2.0
package dev.reprise.notifier.feed;

import java.time.Instant;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Predicate;

import dev.reprise.schemas.alert.Alert;
import dev.reprise.schemas.alert.AlertResolved;
import dev.reprise.schemas.id.AlertKey;

/**
 * One Kafka partition of the alerts from the time it became ours. Records before the boundary are history: dealt with by
 * an earlier process, or older than this service, so only the last state of what is still open matters. Records from the
 * boundary on are news, and each revision counts.
 */
final class Intake {
    private final long boundary;
    private final OffsetTracker offsets;
    private final Map<AlertKey, Dated> history = new LinkedHashMap<>();
    private boolean settled;

    /**
     * An alert and when it was written.
     *
     * @param alert the alert
     * @param at when
     */
    record Dated(Alert alert, Instant at) {}

    Intake(long boundary) {
        this.boundary = boundary;
        this.offsets = new OffsetTracker(boundary);
    }

    OffsetTracker offsets() {
        return offsets;
    }

    /** Whether a record at this offset is history. */
    boolean isHistory(long offset) {
        return offset < boundary;
    }

    /**
     * Takes in a record of history.
     *
     * @param owed whether somebody is still to be told of the end of an alert
     */
    void remember(Alert alert, Instant at, Predicate<AlertKey> owed) {
        if (alert instanceof AlertResolved && !owed.test(alert.alertKey())) {
            history.remove(alert.alertKey());
        } else {
            history.put(alert.alertKey(), new Dated(alert, at));
        }
    }

    /** Forgets an alert whose record was deleted. */
    void forget(AlertKey alertKey) {
        history.remove(alertKey);
    }

    /** Whether history has been read to its end but not been handed over. */
    boolean readyToSettle(long position) {
        return !settled && position >= boundary;
    }

    /** Hands over the last state of each open alert, once. */
    List<Dated> settle() {
        settled = true;
        List<Dated> open = new ArrayList<>(history.values());
        history.clear();
        return open;
    }

    /** Whether history was handed over. */
    boolean settled() {
        return settled;
    }
}
