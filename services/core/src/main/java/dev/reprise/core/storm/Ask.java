// SPDX-License-Identifier: Apache-2.0
package dev.reprise.core.storm;

import java.time.Instant;
import java.util.Optional;

import dev.reprise.schemas.admission.AdmissionAsked;
import dev.reprise.schemas.decision.Reason;
import dev.reprise.schemas.id.InstanceId;
import dev.reprise.schemas.id.RerunId;

/**
 * A rerun that asked, and what it was told: asked again, it is told the same.
 *
 * @param instance whose rerun
 * @param rerunId the rerun
 * @param number its place among all questions of the group: many come within one tick of a clock
 * @param signature the error signature; empty where there is none
 * @param idempotent whether it goes among the first
 * @param deadline when the partition must be ready
 * @param standing where it stands
 * @param lane where it is held; present exactly while it is
 * @param probing the probe that it is, where it is one
 * @param ruling the latest answer
 * @param expires when it is forgotten; absent while it is held
 */
public record Ask(InstanceId instance, RerunId rerunId, long number, String signature, boolean idempotent,
        Optional<Instant> deadline, Standing standing, Optional<Lane> lane, Optional<Probing> probing, Ruling ruling,
        Optional<Instant> expires) {

    /** Where a question stands. */
    public enum Standing {
        /** In a lane. */
        HELD,
        /** It may be sent. */
        ADMITTED,
        /** It has a slot. */
        UNDER_WAY,
        /** It needs the group no longer; remembered so that it counts once. */
        SETTLED
    }

    /**
     * A probe.
     *
     * @param signature of the breaker it probes
     * @param round which probing of that storm it belongs to
     */
    public record Probing(String signature, int round) {}

    /**
     * What it was told.
     *
     * @param at when
     * @param reason why it is held or let go
     * @param opened whether it opened the breaker
     * @param subject what the breaker is about
     * @param detail for a person
     */
    public record Ruling(Instant at, Optional<Reason> reason, boolean opened, String subject, String detail) {}

    static Ask of(AdmissionAsked asked, String subject, long number, Instant now) {
        return new Ask(new InstanceId(asked.job(), asked.partition()), asked.rerunId(), number,
                Subjects.signature(asked.signature()),
                asked.idempotent(), asked.deadline(), Standing.ADMITTED, Optional.empty(), Optional.empty(),
                new Ruling(now, Optional.empty(), false, subject, ""), Optional.empty());
    }

    /** Whether what it was told last is about a place among the reruns under way. */
    boolean isAboutSlot() {
        return standing == Standing.UNDER_WAY || lane.filter(held -> held.kind() == Lane.Kind.SLOT).isPresent();
    }

    Ask held(Lane where, Ruling told) {
        return new Ask(instance, rerunId, number, signature, idempotent, deadline, Standing.HELD, Optional.of(where),
                probing, told, Optional.empty());
    }

    Ask let(Standing to, Ruling told, Instant forgotten) {
        return new Ask(instance, rerunId, number, signature, idempotent, deadline, to, Optional.empty(), probing,
                told, Optional.of(forgotten));
    }

    Ask probing(Probing probe) {
        return new Ask(instance, rerunId, number, signature, idempotent, deadline, standing, lane, Optional.of(probe),
                ruling, expires);
    }
}
