// SPDX-License-Identifier: Apache-2.0
package dev.reprise.core.instance;

import java.time.Instant;
import java.util.Optional;

import dev.reprise.schemas.decision.CascadeOrder;
import dev.reprise.schemas.id.RerunId;
import dev.reprise.schemas.id.RunId;

/**
 * The last rerun that was decided.
 *
 * @param rerunId its name
 * @param generation its generation
 * @param decidedAt when it was decided
 * @param externalRun the run id that the target gave, once known
 * @param cascade the order to rerun what reads its output, where it goes along
 */
public record Claim(RerunId rerunId, long generation, Instant decidedAt, Optional<RunId> externalRun,
        Optional<CascadeOrder> cascade) {
    /** Whether a run carries out this rerun. */
    boolean names(RunId run) {
        return rerunId.names(run) || externalRun.filter(run::equals).isPresent();
    }
}
