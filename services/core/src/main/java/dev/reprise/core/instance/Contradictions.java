// SPDX-License-Identifier: Apache-2.0
package dev.reprise.core.instance;

import java.util.List;
import java.util.Optional;

import dev.reprise.core.guard.Guard;
import dev.reprise.schemas.decision.Decision;
import dev.reprise.schemas.decision.Reason;
import dev.reprise.schemas.event.RunEvent;
import dev.reprise.schemas.event.RunStarted;
import dev.reprise.schemas.id.AlertKey;

/** The owner's word against the definition: told when the job runs, before it fails. */
final class Contradictions {
    private Contradictions() {}

    /** Told under the name of the job, since it is the job that is declared wrongly, not the partition. */
    static List<Decision> decide(Situation situation, RunEvent event) {
        AlertKey key = AlertKey.of(Reason.VERDICT_CONTRADICTION.name(), situation.seen().instance().job());
        boolean told = situation.seen().alert(key).filter(AlertMemory::open).isPresent();
        boolean contradicted = Guard.contradicts(situation.policy(), situation.job().analysis());
        if (told && !contradicted) {
            return over(situation);
        }
        return contradicted && !told && event instanceof RunStarted
                ? List.of(new Decision.Alert(Reason.VERDICT_CONTRADICTION, key,
                        AlertKinds.severity(Reason.VERDICT_CONTRADICTION), Optional.empty(), Optional.empty()))
                : List.of();
    }

    /** Says that it is over, where it was told and is. */
    static List<Decision> over(Situation situation) {
        AlertKey key = AlertKey.of(Reason.VERDICT_CONTRADICTION.name(), situation.seen().instance().job());
        boolean told = situation.seen().alert(key).filter(AlertMemory::open).isPresent();
        return told && !Guard.contradicts(situation.policy(), situation.job().analysis())
                ? List.of(new Decision.Resolve(Reason.RECOVERED, key))
                : List.of();
    }
}
