// SPDX-License-Identifier: Apache-2.0
package dev.reprise.runner.failpoint;

import java.util.Locale;

import dev.reprise.runtime.failpoint.Place;

/** The steps of the protocol at which a test may stop the runner. */
public enum Failpoint implements Place {
    /** The owner before this one is fenced off, the takeover not written. */
    BEFORE_TAKEOVER,
    /** The takeover is committed, the ledger not yet rebuilt. */
    AFTER_TAKEOVER,
    /** The ledger is rebuilt, no command yet taken. */
    AFTER_REBUILD,
    /** A transaction has begun and nothing is sent in it. */
    IN_TRANSACTION,
    /** Record and offset are sent, the commit is not. */
    BEFORE_COMMIT,
    /** The intent is decided, not written. */
    BEFORE_INTENT,
    /** The intent is committed, no call is made. */
    AFTER_INTENT_COMMIT,
    /** On the thread of the call, just before it. */
    BEFORE_CALL,
    /** On the thread of the call, just after it: the target may have the rerun and nobody knows. */
    AFTER_CALL,
    /** On the thread of the call, just before the target is shown the token of a doubt. */
    BEFORE_FENCE,
    /** On the thread of the call, just after it: no older call can take effect any more. */
    AFTER_FENCE,
    /** On the thread of the call, just before the target is asked for the run. */
    BEFORE_QUERY,
    /** On the thread of the call, just after it: whether the rerun was started is known, and nothing has followed. */
    AFTER_QUERY,
    /** The result is known, not written. */
    BEFORE_RESULT,
    /** The result is committed. */
    AFTER_RESULT_COMMIT,
    /** The doubt is committed. */
    AFTER_DOUBT_COMMIT,
    /** A Kafka partition is being given up. */
    IN_REVOKE,
    /** The run directory is made, no wrapper started. */
    AFTER_RUN_DIRECTORY,
    /** An end of a run is told and acknowledged, its directory not marked. */
    BEFORE_REPORTED_MARK;

    @Override
    public String text() {
        return "runner." + name().toLowerCase(Locale.ROOT).replace('_', '-');
    }
}
