// SPDX-License-Identifier: Apache-2.0
package dev.reprise.notifier.feed;

import java.time.Duration;
import java.util.function.IntPredicate;
import java.util.function.Predicate;

import dev.reprise.notifier.lane.Offer;
import dev.reprise.schemas.id.AlertKey;
import dev.reprise.schemas.notification.Page;

/** Where pages go to be told; called by the feed's thread only. */
public interface PageSink {
    /** How many parties a page goes to, none or one: as often {@link Offer#done()} is called. */
    int parties(Page page);

    /** Hands one page to its receiver. Does not block. */
    void offer(Offer offer);

    /** Brings in what other processes have told. Called before the first page of newly owned Kafka partitions. */
    void load();

    /** Whether somebody is owed the end of an alert or a group, or a retry. */
    boolean owes(AlertKey alertKey);

    /** All history was handed over: of what is not open, only these need be remembered. */
    void retain(Predicate<AlertKey> wanted);

    /** These Kafka partitions are no longer ours; returns when nothing of them is being told, or patience is over. */
    void drop(IntPredicate lost, Duration patience);
}
