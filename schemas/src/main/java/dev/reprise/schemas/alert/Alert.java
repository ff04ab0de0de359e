// SPDX-License-Identifier: Apache-2.0
package dev.reprise.schemas.alert;

import java.time.Instant;

import dev.reprise.schemas.decision.Reason;
import dev.reprise.schemas.decision.Severity;
import dev.reprise.schemas.id.AlertKey;

/**
 * The state of one alert: the value of the compacted {@code alerts} topic under its key. A higher revision replaces a
 * lower one.
 */
public sealed interface Alert permits AlertFiring, AlertAcked, AlertResolved {
    /** What it is about. */
    AlertKey alertKey();

    /** Rises with each change of this key, from 1: the time of the change in milliseconds, or one more than the last. */
    long revision();

    /** The kind, which is the reason of the decision that opened it. */
    Reason kind();

    /** How soon a person must look. */
    Severity severity();

    /** Subject, labels and texts. */
    AlertContent content();

    /** When it began to fire. */
    Instant startsAt();
}
