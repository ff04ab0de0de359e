// SPDX-License-Identifier: Apache-2.0
package dev.reprise.idempotency.source;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

import dev.reprise.idempotency.rule.Analysis;
import dev.reprise.idempotency.rule.Finding;
import dev.reprise.idempotency.rule.Rule;
import dev.reprise.idempotency.rule.Safety;

/** What an append of a program means after what the program has done to the same table or path before. */
final class WriteOrder {
    private WriteOrder() {}

    /**
     * @param parts the answers for each write, in order
     * @return the same, where an append that an overwrite of its target precedes is safe, and one that another change
     *         precedes is not decided
     */
    static List<Analysis> settled(List<Analysis> parts) {
        List<Analysis> settled = new ArrayList<>();
        for (Analysis part : parts) {
            settled.add(append(part).map(append -> settled(part, append, settled)).orElse(part));
        }
        return List.copyOf(settled);
    }

    private static Optional<Finding> append(Analysis part) {
        return part.findings().size() == 1 && part.findings().getFirst().rule() == Rule.APPEND
                && !part.findings().getFirst().target().isEmpty()
                        ? Optional.of(part.findings().getFirst())
                        : Optional.empty();
    }

    private static Analysis settled(Analysis part, Finding append, List<Analysis> before) {
        List<Finding> same = before.stream().flatMap(other -> other.findings().stream())
                .filter(finding -> finding.target().equals(append.target())).toList();
        boolean cleared = same.stream().anyMatch(finding -> finding.rule() == Rule.OVERWRITE
                && finding.worst() == Safety.SAFE);
        Place place = new Place(append.line(), append.column());
        if (cleared) {
            return Analyses.single(Rule.APPEND_COVERED, place, append.target(),
                    "adds to what the program has overwritten before", Safety.SAFE, Safety.SAFE, Optional.of(true));
        }
        boolean changed = same.stream().anyMatch(finding -> finding.rule() != Rule.APPEND);
        return changed
                ? Analyses.unknown(Rule.RESET_UNPROVEN, place, "whether what the program removes from "
                        + append.target() + " before is what it adds here cannot be proved")
                : part;
    }
}
