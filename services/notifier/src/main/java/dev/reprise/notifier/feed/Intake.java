// SPDX-License-Identifier: Apache-2.0
package dev.reprise.notifier.feed;

import java.time.Instant;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Predicate;

import dev.reprise.schemas.id.AlertKey;
import dev.reprise.schemas.notification.Page;
import dev.reprise.schemas.notification.Told;

/**
 * One Kafka partition of the pages from the time it became ours. Records before the boundary are history: dealt with by
 * an earlier process, or older than this service, so only the last state of what is still open matters. Records from the
 * boundary on are news, and each revision counts.
 */
final class Intake {
    private final long boundary;
    private final OffsetTracker offsets;
    private final Map<String, Dated> history = new LinkedHashMap<>();
    private boolean settled;

    /**
     * A page and when it was written.
     *
     * @param page the page
     * @param at when
     */
    record Dated(Page page, Instant at) {}

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
     * @param owed whether somebody is still to be told of the end of an alert or a group
     */
    void remember(Page page, Instant at, Predicate<AlertKey> owed) {
        if (page.told() == Told.RESOLVED && !owed.test(page.alertKey())) {
            history.remove(page.key());
        } else {
            history.put(page.key(), new Dated(page, at));
        }
    }

    /** Forgets a page whose record was deleted. */
    void forget(String key) {
        history.remove(key);
    }

    /** Whether history has been read to its end but not been handed over. */
    boolean readyToSettle(long position) {
        return !settled && position >= boundary;
    }

    /** Hands over the last page of each receiver and open group, once. */
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
