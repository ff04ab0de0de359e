// SPDX-License-Identifier: Apache-2.0
package dev.reprise.idempotency.analyse;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Collectors;

import dev.reprise.idempotency.analyse.ScriptAnalysis.Step;
import dev.reprise.idempotency.rule.Analysis;
import dev.reprise.idempotency.rule.Finding;
import dev.reprise.idempotency.rule.Rule;
import dev.reprise.idempotency.rule.Safety;

/** Names that may be one table: {@code dw.t} and {@code t}, where nothing says which database a plain name means. */
final class Homonyms {
    private Homonyms() {}

    /** @return the answer, undecided where a table that is written may be another one of the script too */
    static Analysis doubted(Analysis analysis, List<Step> steps, Surroundings around) {
        Set<String> names = steps.stream().flatMap(step -> step.tables().stream())
                .filter(name -> !around.isTemporary(name)).collect(Collectors.toCollection(TreeSet::new));
        Optional<Finding> doubt = steps.stream().flatMap(step -> step.effects().stream())
                .flatMap(effect -> names.stream().filter(other -> alike(effect.target(), other))
                        .map(other -> finding(effect, other)))
                .findFirst();
        return doubt.map(finding -> with(analysis, finding)).orElse(analysis);
    }

    private static boolean alike(String one, String other) {
        return one.endsWith("." + other) || other.endsWith("." + one);
    }

    private static Finding finding(Effect effect, String other) {
        return new Finding(Rule.NOT_UNDERSTOOD, effect.place().line(), effect.place().column(), effect.target(),
                effect.target() + " and " + other + " may be the same table: name the database of both",
                Safety.UNKNOWN, Safety.UNKNOWN, List.of());
    }

    private static Analysis with(Analysis analysis, Finding finding) {
        List<Finding> findings = new ArrayList<>(analysis.findings());
        findings.add(finding);
        return new Analysis(analysis.afterFailure().worse(Safety.UNKNOWN),
                analysis.afterSuccess().worse(Safety.UNKNOWN),
                Optional.empty(), List.copyOf(findings), analysis.targets());
    }
}
