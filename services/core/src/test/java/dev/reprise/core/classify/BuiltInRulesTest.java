// SPDX-License-Identifier: Apache-2.0
package dev.reprise.core.classify;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

import dev.reprise.core.classify.rules.BuiltInRules;
import dev.reprise.schemas.decision.FailureClass;
import dev.reprise.schemas.event.ErrorEvidence;
import dev.reprise.schemas.event.FailureKind;
import dev.reprise.schemas.job.FailureRule;

/** The built-in rules against messages as the systems print them. */
class BuiltInRulesTest {
    private static final List<FailureRule> RULES = Stream
            .concat(BuiltInRules.ordered().stream(), BuiltInRules.exitStatuses().stream()).toList();

    static List<Samples> samples() {
        return Samples.from("samples.tsv");
    }

    static List<Samples> nearMisses() {
        return Samples.from("near-misses.tsv");
    }

    /** Also that no earlier rule catches it: the first match wins. */
    @ParameterizedTest
    @MethodSource("samples")
    void shouldKnowTheFailure(Samples sample) {
        assertThat(classify(sample.error()).rule()).contains(sample.rule());
    }

    @ParameterizedTest
    @MethodSource("samples")
    void shouldKnowTheFailureByItsOutput(Samples sample) {
        String output = "12:00:00 started\nTraceback (most recent call last):\n  File \"x.py\", line 1\n"
                + sample.error().message() + "\n";
        ErrorEvidence inOutput = new ErrorEvidence("exit status 1", sample.error().type(), sample.error().code(),
                sample.error().exitCode(), Optional.of(output), Optional.empty());

        assertThat(classify(inOutput).rule()).contains(sample.rule());
    }

    @ParameterizedTest
    @MethodSource("nearMisses")
    void shouldNotTakeItForAnother(Samples sample) {
        assertThat(classify(sample.error()).rule().orElse("-")).isEqualTo(sample.rule());
    }

    @Test
    void shouldHaveASampleForEachRule() {
        assertThat(samples().stream().map(Samples::rule).distinct())
                .containsExactlyInAnyOrderElementsOf(RULES.stream().map(FailureRule::id).toList());
    }

    @Test
    void shouldNameEachRuleOnce() {
        assertThat(RULES).extracting(FailureRule::id).doesNotHaveDuplicates().hasSizeGreaterThanOrEqualTo(70)
                .allMatch(id -> id.matches("[a-z0-9]+\\.[a-z0-9]+(-[a-z0-9]+)*"));
    }

    @Test
    void shouldHaveNoRuleThatIsUnusableOrGivesNoClass() {
        assertThat(RULES).allSatisfy(rule -> {
            assertThat(Classifier.problems(rule)).isEmpty();
            assertThat(rule.failureClass()).isNotEqualTo(FailureClass.UNKNOWN);
        });
    }

    private static Classification classify(ErrorEvidence error) {
        return Classifier.builtIn().classify("test", Optional.of(error), FailureKind.FAILED);
    }
}
