// SPDX-License-Identifier: Apache-2.0
package dev.reprise.schemas.audit;

import java.time.Instant;
import java.util.Optional;

/**
 * One change that a person or a program made through an interface: one record of the {@code audit} topic.
 *
 * @param actor who, as authenticated
 * @param action what was done, such as {@code jobs.apply} or {@code rerun.approve}
 * @param subject to what
 * @param at when
 * @param via through which interface: {@code api} or {@code cli}
 * @param reason why, in the actor's words
 * @param before a hash of what it was
 * @param after a hash of what it is now
 * @param requestId the identity of the request, where it had one
 */
public record AuditEntry(String actor, String action, String subject, Instant at, String via, Optional<String> reason,
        Optional<String> before, Optional<String> after, Optional<String> requestId) {}
