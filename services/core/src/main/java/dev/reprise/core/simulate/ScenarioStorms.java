// SPDX-License-Identifier: Apache-2.0
package dev.reprise.core.simulate;

import java.time.Instant;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

import dev.reprise.schemas.admission.AdmissionAsked;
import dev.reprise.schemas.decision.Reason;
import dev.reprise.schemas.event.AdmissionRuled;
import dev.reprise.schemas.event.AdmissionRuling;

/**
 * Storms as scenarios have them: a limit of failures of a job within a window, and nothing of what is held comes free. The
 * breaker of the product, which probes and releases, is {@link dev.reprise.core.storm.GroupMachine}.
 */
final class ScenarioStorms {
    private final Map<String, List<Instant>> failures = new HashMap<>();
    private final Set<String> told = new HashSet<>();

    /** The answer to a question. */
    AdmissionRuled answer(AdmissionAsked asked) {
        List<Instant> counted = failures.computeIfAbsent(asked.group(), _ -> new ArrayList<>());
        counted.removeIf(at -> !at.isAfter(asked.at().minus(asked.rule().window())));
        counted.add(asked.at());
        boolean storm = counted.size() > asked.rule().failures();
        boolean opens = storm && told.add(asked.group());
        return new AdmissionRuled(asked.job(), asked.partition(), asked.at(), asked.rerunId(), asked.slot(),
                storm ? AdmissionRuling.HELD : AdmissionRuling.ADMITTED,
                storm ? Optional.of(Reason.STORM_HELD) : Optional.empty(), opens, asked.group(), "", Optional.empty());
    }
}
