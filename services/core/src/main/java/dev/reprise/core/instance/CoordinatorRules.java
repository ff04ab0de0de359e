// SPDX-License-Identifier: Apache-2.0
package dev.reprise.core.instance;

import java.util.List;

import dev.reprise.schemas.decision.Decision;
import dev.reprise.schemas.event.AdmissionRuled;
import dev.reprise.schemas.event.Barrier;
import dev.reprise.schemas.event.CoordinatorEvent;
import dev.reprise.schemas.event.StormEnded;
import dev.reprise.schemas.event.UpstreamAwaited;
import dev.reprise.schemas.event.UpstreamRecovered;
import dev.reprise.schemas.event.UpstreamRewritten;

/** What is decided when the coordinator itself tells an instance something. */
final class CoordinatorRules {
    private CoordinatorRules() {}

    static List<Decision> decide(Situation situation, CoordinatorEvent told) {
        return switch (told) {
            case Barrier barrier -> RerunRules.barrier(situation, barrier);
            case AdmissionRuled _,StormEnded _,UpstreamAwaited _,UpstreamRecovered _,UpstreamRewritten _ -> List.of();
        };
    }
}
