// SPDX-License-Identifier: Apache-2.0
package dev.reprise.core.instance;

import java.time.Instant;
import java.util.Optional;

import dev.reprise.schemas.decision.Reason;
import dev.reprise.schemas.decision.Severity;
import dev.reprise.schemas.id.AlertKey;
import dev.reprise.schemas.id.RerunId;

/**
 * What was told about one matter, so that it is told once for each generation and resolved when it is over.
 *
 * @param key the alert
 * @param kind its kind
 * @param severity how soon a person must look
 * @param generation the generation for which it was told last
 * @param proposal the rerun it proposed, where it did
 * @param revision counts its changes, from 1
 * @param startsAt when it began to fire
 * @param open whether it fires
 */
public record AlertMemory(AlertKey key, Reason kind, Severity severity, long generation, Optional<RerunId> proposal,
        long revision, Instant startsAt, boolean open) {
    AlertMemory resolved() {
        return new AlertMemory(key, kind, severity, generation, proposal, revision + 1, startsAt, false);
    }
}
