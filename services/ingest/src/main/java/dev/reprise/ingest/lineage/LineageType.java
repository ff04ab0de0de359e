// SPDX-License-Identifier: Apache-2.0
package dev.reprise.ingest.lineage;

/** The {@code eventType} of a run event. An event without one says nothing of the run's state: {@link #OTHER}. */
public enum LineageType {
    START, RUNNING, COMPLETE, ABORT, FAIL, OTHER;

    /** Whether the specification lets nothing follow it. Real producers send COMPLETE after FAIL. */
    public boolean terminal() {
        return this == COMPLETE || this == ABORT || this == FAIL;
    }
}
