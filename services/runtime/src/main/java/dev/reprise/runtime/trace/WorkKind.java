// SPDX-License-Identifier: Apache-2.0
package dev.reprise.runtime.trace;

/** What a piece of work is to those around it. */
public enum WorkKind {
    /** It sends what somebody takes in later. */
    PRODUCER,
    /** It takes in what somebody sent. */
    CONSUMER,
    /** It asks another program and waits for the answer. */
    CLIENT,
    /** It is nobody else's business. */
    INTERNAL
}
