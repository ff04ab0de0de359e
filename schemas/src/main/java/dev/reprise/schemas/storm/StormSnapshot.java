// SPDX-License-Identifier: Apache-2.0
package dev.reprise.schemas.storm;

import java.time.Instant;
import java.util.Optional;

import dev.reprise.schemas.bound.Bounds;
import dev.reprise.schemas.event.AdmissionRuled;
import dev.reprise.schemas.id.InstanceId;

/**
 * The latest state of one breaker: the value of the compacted {@code storms} topic under its subject. A record without a
 * value: it is closed and forgotten.
 *
 * @param subject what it is about: the group, or the group and an error signature, 1 to 512 characters
 * @param group the concurrency group
 * @param signature the error signature it is about; absent: the group as a whole
 * @param state where it stands
 * @param since when it opened
 * @param failures failures counted in the window when it opened
 * @param held reruns that are held by it now
 * @param released reruns that it has let go since it opened
 * @param nextProbeAt when it probes next, where it does by itself
 * @param heldBy the person who opened it, where one did
 * @param trigger the instance that opened it and carries its alert
 * @param updatedAt when this state began
 */
public record StormSnapshot(String subject, String group, Optional<String> signature, BreakerState state, Instant since,
        int failures, int held, int released, Optional<Instant> nextProbeAt, Optional<String> heldBy,
        Optional<InstanceId> trigger, Instant updatedAt) {
    /**
     * Checks the names and counters.
     *
     * @throws IllegalArgumentException naming the field and the rule it breaks
     */
    public StormSnapshot {
        Bounds.text("subject", subject, AdmissionRuled.MAX_SUBJECT);
        Bounds.name("group", group);
        Bounds.text("signature", signature, Bounds.MAX_NAME);
        Bounds.atLeast("failures", failures, 0);
        Bounds.atLeast("held", held, 0);
        Bounds.atLeast("released", released, 0);
        Bounds.text("heldBy", heldBy, Bounds.MAX_NAME);
    }
}
