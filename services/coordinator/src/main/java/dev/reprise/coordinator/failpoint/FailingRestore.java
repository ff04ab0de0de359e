// SPDX-License-Identifier: Apache-2.0
package dev.reprise.coordinator.failpoint;

import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.streams.processor.StateRestoreListener;

import dev.reprise.runtime.failpoint.Failpoints;

/** Passes the failpoints of a restore. */
public final class FailingRestore implements StateRestoreListener {
    private final Failpoints failpoints;

    /** A listener that passes these failpoints. */
    public FailingRestore(Failpoints failpoints) {
        this.failpoints = failpoints;
    }

    @Override
    public void onRestoreStart(TopicPartition partition, String store, long from, long to) {
        // Nothing is restored yet: the same as before an assignment.
    }

    @Override
    public void onBatchRestored(TopicPartition partition, String store, long last, long restored) {
        failpoints.pass(Failpoint.IN_RESTORE);
    }

    @Override
    public void onRestoreEnd(TopicPartition partition, String store, long total) {
        failpoints.pass(Failpoint.AFTER_RESTORE);
    }
}
