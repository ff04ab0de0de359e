// SPDX-License-Identifier: Apache-2.0
package dev.reprise.schemas.event;

/** What a person asks of an instance. It goes through the same log as every event, so that it meets the same guard. */
public sealed interface OperatorCommand extends InstanceEvent permits RerunRequested, RerunApproved, RerunRejected {
    /** The identity of the click: the same id again is the same request, 1 to 256 characters. */
    String requestId();

    /** The person, as authenticated at the interface. */
    String actor();

    /** Why, in the person's words, 1 to 2048 characters. */
    String reason();
}
