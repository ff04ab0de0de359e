// SPDX-License-Identifier: Apache-2.0
package dev.reprise.core.classify;

import static org.assertj.core.api.Assertions.assertThat;

import com.google.re2j.Pattern;
import com.google.re2j.PatternSyntaxException;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import net.jqwik.api.Arbitraries;
import net.jqwik.api.Arbitrary;
import net.jqwik.api.Assume;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.Provide;

import dev.reprise.schemas.decision.FailureClass;
import dev.reprise.schemas.event.ErrorEvidence;
import dev.reprise.schemas.event.FailureKind;
import dev.reprise.schemas.job.FailureRule;

/** Passing rules over must never change which rule matches. */
class RequiredLiteralsProperties {

    @Property(tries = 5000)
    void shouldNeedNothingThatAMatchLacks(@ForAll("patterns") String pattern, @ForAll("texts") String text) {
        Pattern compiled = compile(pattern);
        Optional<RequiredLiterals> literals = RequiredLiterals.of(pattern);
        boolean found = compiled.matcher(text).find();

        literals.ifPresent(known -> {
            String lower = text.toLowerCase(Locale.ROOT);
            if (found) {
                assertThat(known.anyOf()).anyMatch(literal -> lower.contains(literal.toLowerCase(Locale.ROOT)));
            }
            if (known.whole()) {
                assertThat(known.anyOf().stream().anyMatch(text::contains)).isEqualTo(found);
            }
        });
    }

    @Property(tries = 3000)
    void shouldMatchAsThePatternsAloneWould(@ForAll("patterns") String first, @ForAll("patterns") String second,
            @ForAll("texts") String text) {
        List<FailureRule> rules = List.of(rule("first", first), rule("second", second));
        rules.forEach(rule -> compile(rule.message().orElseThrow()));
        Facts facts = new Facts("test", Optional.empty(), Optional.empty(), Optional.empty(), List.of(text), List.of());

        Optional<String> expected = rules.stream()
                .filter(rule -> text.lines()
                        .anyMatch(line -> compile(rule.message().orElseThrow()).matcher(line).find()))
                .map(FailureRule::id).findFirst();

        assertThat(RuleSet.of(rules).first(facts, facts.headline()).map(FailureRule::id)).isEqualTo(expected);
    }

    @Property
    void shouldClassifyWhateverComes(@ForAll String message, @ForAll FailureKind kind) {
        assertThat(Classifier.builtIn().classify("test",
                Optional.of(ErrorEvidence.ofMessage(message)), kind)).isNotNull();
    }

    @Provide
    Arbitrary<String> patterns() {
        return Arbitraries
                .of("a", "b", "K", "ab", "ba", "ö", "配", "😀", "\\.", "{", "(", ")", "(?:", "(?i)", "|", "*", "+", "?",
                        "{2}", "{0,1}", "[ab]", "[^a]", "[]a]", "\\d", "\\b", "^", "$", ".", "\\pL", "\\x61",
                        "abcdefghijklmnopq")
                .list().ofMinSize(1).ofMaxSize(8).map(parts -> String.join("", parts));
    }

    @Provide
    Arbitrary<String> texts() {
        return Arbitraries.of("a", "b", "A", "K", "k", "\u212a", "ab", "ö", "Ö", "配", "😀", ".", "{", "1", " ", "\n",
                "abcdefghijklmnopq").list().ofMaxSize(12).map(parts -> String.join("", parts));
    }

    private static Pattern compile(String pattern) {
        try {
            Pattern compiled = Pattern.compile(pattern);
            Assume.that(!compiled.matcher("").find());
            return compiled;
        } catch (PatternSyntaxException e) {
            Assume.that(false);
            throw e;
        }
    }

    private static FailureRule rule(String id, String message) {
        return new FailureRule(id, Optional.empty(), Optional.empty(), Optional.empty(), List.of(),
                Optional.of(message),
                FailureClass.DATA, true, Optional.empty());
    }
}
