// SPDX-License-Identifier: Apache-2.0
package dev.reprise.notifier.log;

import java.util.Optional;
import java.util.function.Consumer;

import dev.reprise.schemas.id.AlertKey;

/** The last entry for each receiver and open alert. Safe for use by many threads. */
public interface DeliveryLog {
    /** The last entry. */
    Optional<LogEntry> find(String receiver, AlertKey alertKey);

    /**
     * Writes an entry and returns when it cannot be lost any more.
     *
     * @throws LogUnavailableException when it could not be written; the earlier entry then still holds
     */
    void record(LogEntry entry);

    /**
     * Writes an entry and returns before that is done.
     *
     * @param entry the entry
     * @param recorded called from another thread when it cannot be lost any more
     * @param failed called from another thread when it could not be written; the earlier entry then still holds
     */
    void recordLater(LogEntry entry, Runnable recorded, Consumer<LogUnavailableException> failed);

    /** Drops an entry from memory: its alert is over. What is on Kafka stays. */
    void forget(String receiver, AlertKey alertKey);
}
