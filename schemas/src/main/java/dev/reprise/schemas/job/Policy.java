// SPDX-License-Identifier: Apache-2.0
package dev.reprise.schemas.job;

import java.time.Duration;
import java.util.Optional;

import dev.reprise.schemas.bound.Bounds;

/**
 * Everything the core needs to know of a job to decide. Complete: inheritance from defaults and namespace is resolved
 * before a policy comes to be.
 *
 * @param version which policy this is, for provenance: a hash of its content
 * @param rerun when the job may be rerun at all
 * @param idempotency what the owner declares
 * @param whenUnknown what to do while the owner has not said
 * @param approval how a person approves
 * @param maxReruns extra runs for one episode, over the scheduler's own, 0 to 100
 * @param backoff the space between two reruns
 * @param settle how long a fresh failure settles before anything is done
 * @param maxAge a failure older than this is told, never rerun
 * @param requestAge a request older than this is refused
 * @param lostAfter no sign of life for this long: the scheduler is asked; absent: silence means nothing
 * @param nativeRetries the scheduler's own tries
 * @param flapping when starts are too many
 */
public record Policy(String version, RerunRule rerun, Idempotency idempotency, WhenUnknown whenUnknown,
        ApprovalRule approval, int maxReruns, Backoff backoff, Duration settle, Duration maxAge, Duration requestAge,
        Optional<Duration> lostAfter, NativeRetries nativeRetries, Flapping flapping) {
    /**
     * Checks the bounds.
     *
     * @throws IllegalArgumentException naming the field and the rule it breaks
     */
    public Policy {
        Bounds.name("version", version);
        Bounds.range("maxReruns", maxReruns, 0, 100);
        Bounds.notNegative("settle", settle);
        Bounds.positive("maxAge", maxAge);
        Bounds.positive("requestAge", requestAge);
        lostAfter.ifPresent(silence -> Bounds.positive("lostAfter", silence));
    }

    /** The policy of a job that states nothing: cautious, since nobody has said that it may be repeated. */
    public static final Policy DEFAULTS = new Policy("defaults", RerunRule.ON_FAILURE, Idempotency.UNKNOWN,
            WhenUnknown.APPROVE, new ApprovalRule(Duration.ofHours(4), false), 3,
            new Backoff(Duration.ofMinutes(1), 2, Duration.ofMinutes(30), 0.2), Duration.ofSeconds(30),
            Duration.ofHours(6), Duration.ofMinutes(10), Optional.of(Duration.ofMinutes(15)),
            new NativeRetries(1, Duration.ofMinutes(1)), new Flapping(10, Duration.ofHours(1)));
}
