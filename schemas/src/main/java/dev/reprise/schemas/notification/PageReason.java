// SPDX-License-Identifier: Apache-2.0
package dev.reprise.schemas.notification;

/** Why a page is sent now. */
public enum PageReason {
    /** Something fires, and the receiver was told of nothing in this group. */
    FIRST,
    /** More fires than the receiver was told of. */
    NEW_ALERTS,
    /** Some of what the receiver was told of is over. */
    SOME_RESOLVED,
    /** All that the receiver was told of is over. */
    ALL_RESOLVED,
    /** Nothing has changed for the repeat interval, and it still fires. */
    REPEATED,
    /** It has fired for as long as a step of escalation waits. */
    ESCALATED,
    /** Another receiver could not be told. */
    FALLBACK,
    /** A person has taken all that the receiver was told of. */
    ACKNOWLEDGED,
    /** What a person had taken still fires after the time that they gave. */
    ACK_EXPIRED,
    /** A silence hides all that the receiver was told of. */
    SILENCED,
    /** What a silence hid still fires. */
    SILENCE_ENDED,
    /** The receiver is told no more of this group: the subscription was changed. */
    UNSUBSCRIBED
}
