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
 * @param notAfter when its command loses its life; absent in what was written before this was kept
 * @param externalRun the run id that the target gave, once known
 * @param cascade the order to rerun what reads its output, where it goes along
 */
public record Claim(RerunId rerunId, long generation, Instant decidedAt, Optional<Instant> notAfter,
        Optional<RunId> externalRun, Optional<CascadeOrder> cascade) {
    /** The same, now that the target has named its run. */
    Claim takenAs(RunId run) {
        return new Claim(rerunId, generation, decidedAt, notAfter, Optional.of(run), cascade);
    }

    /** Whether a run carries out this rerun. */
    boolean names(RunId run) {
        return rerunId.names(run) || externalRun.filter(run::equals).isPresent();
    }
}
