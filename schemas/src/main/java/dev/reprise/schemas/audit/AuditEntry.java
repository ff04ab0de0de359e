// SPDX-License-Identifier: Apache-2.0
package dev.reprise.schemas.audit;

import java.time.Instant;
import java.util.Optional;

import dev.reprise.schemas.bound.Bounds;

/**
 * One change that a person or a program made through an interface: one record of the {@code audit} topic.
 *
 * @param actor who, as authenticated
 * @param action what was done, such as {@code jobs.apply} or {@code rerun.approve}
 * @param subject to what
 * @param at when
 * @param via through which interface: {@code api}, {@code cli} or {@code web}
 * @param reason why, in the actor's words
 * @param before a hash of what it was
 * @param after a hash of what it is now
 * @param requestId the identity of the request, where it had one
 */
public record AuditEntry(String actor, String action, String subject, Instant at, String via, Optional<String> reason,
        Optional<String> before, Optional<String> after, Optional<String> requestId) {
    /** Longest subject, in characters: room for an alert key. */
    public static final int MAX_SUBJECT = 4096;

    /**
     * Checks the bounds.
     *
     * @throws IllegalArgumentException naming the field and the rule it breaks
     */
    public AuditEntry {
        Bounds.name("actor", actor);
        Bounds.name("action", action);
        Bounds.text("subject", subject, MAX_SUBJECT);
        Bounds.name("via", via);
        Bounds.text("reason", reason, Bounds.MAX_TEXT);
        Bounds.text("before", before, Bounds.MAX_NAME);
        Bounds.text("after", after, Bounds.MAX_NAME);
        Bounds.text("requestId", requestId, Bounds.MAX_NAME);
    }
}
