// SPDX-License-Identifier: Apache-2.0
package dev.reprise.core.instance;

import java.time.Instant;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;

import dev.reprise.schemas.decision.Reason;
import dev.reprise.schemas.decision.Severity;
import dev.reprise.schemas.id.AlertKey;
import dev.reprise.schemas.id.InstanceId;
import dev.reprise.schemas.id.RerunId;

/**
 * What was told about one matter, so that it is told once for each generation and resolved when it is over.
 *
 * @param key the alert
 * @param kind its kind
 * @param severity how soon a person must look
 * @param generation the generation for which it was told last
 * @param proposal the rerun it proposed, where it did
 * @param revision rises with each change of its key, from 1
 * @param startsAt when it began to fire
 * @param open whether it fires
 * @param endedAt when it was told to be over, where it was and that was kept
 */
public record AlertMemory(AlertKey key, Reason kind, Severity severity, long generation, Optional<RerunId> proposal,
        long revision, Instant startsAt, boolean open, Optional<Instant> endedAt) {
    /** Alerts that are remembered, as long as enough of them are over. Each kind has one, so that only storms fill it. */
    static final int CAPACITY = 64;

    AlertMemory resolved(Instant now) {
        return new AlertMemory(key, kind, severity, generation, proposal,
                revisionAfter(Optional.of(this), now), startsAt, false, Optional.of(now));
    }

    /** Whether it is told under the name of the instance, and not of its job or of a storm. */
    boolean isAbout(InstanceId instance) {
        return key.equals(AlertKey.of(kind.name(), instance));
    }

    /**
     * The memory of alerts with one that has changed. What fires is never dropped: nobody could end it any more. Where there
     * is no room, what is over goes, first what was told of others, whose number has no bound.
     */
    static List<AlertMemory> with(List<AlertMemory> alerts, AlertMemory changed, InstanceId instance) {
        List<AlertMemory> kept = new ArrayList<>(Memory.without(alerts, told -> told.key().equals(changed.key())));
        if (kept.size() >= CAPACITY) {
            kept.stream().filter(told -> !told.open()).min(Comparator.comparing(told -> told.isAbout(instance)))
                    .ifPresent(kept::remove);
        }
        kept.add(changed);
        return List.copyOf(kept);
    }

    /**
     * The revision of a change: the time of it, in milliseconds, or one more than the last. Several instances tell of their
     * job or group under one key, and none knows what the others told: of two words about one matter the later must count.
     */
    static long revisionAfter(Optional<AlertMemory> before, Instant now) {
        return Math.max(before.map(AlertMemory::revision).orElse(0L) + 1, now.toEpochMilli());
    }
}
