// SPDX-License-Identifier: Apache-2.0
package dev.reprise.notifier.feed;

import java.time.Duration;
import java.util.function.IntPredicate;
import java.util.function.Predicate;
import java.util.function.Supplier;

import dev.reprise.notifier.lane.Offer;
import dev.reprise.schemas.id.AlertKey;

/** Where alerts go to be told; called by the feed's thread only. */
public interface AlertSink {
    /** How many parties each offer goes to: as often {@link Offer#done()} is called, or its copies are. */
    int parties();

    /** Hands one revision to every party; {@code offers} makes the copy for each. Does not block. */
    void offer(Supplier<Offer> offers);

    /** Brings in what other processes have told. Called before the first alert of newly owned Kafka partitions. */
    void load();

    /** Whether somebody is owed the end of an alert, or a retry. */
    boolean owes(AlertKey alertKey);

    /** All history was handed over: of what is not open, only these need be remembered. */
    void retain(Predicate<AlertKey> wanted);

    /** These Kafka partitions are no longer ours; returns when nothing of them is being told, or patience is over. */
    void drop(IntPredicate lost, Duration patience);
}
