// SPDX-License-Identifier: Apache-2.0
package dev.reprise.core.classify;

import com.google.re2j.Pattern;
import java.util.Optional;

import dev.reprise.schemas.job.FailureRule;

/**
 * A rule with its patterns compiled.
 *
 * @param rule the rule
 * @param source on the source
 * @param type on the error type
 * @param code on the error code
 * @param message on a line of text
 * @param literals what a line must contain for the message pattern to match; empty where nothing is known
 */
record CompiledRule(FailureRule rule, Optional<Pattern> source, Optional<Pattern> type, Optional<Pattern> code,
        Optional<Pattern> message, Optional<RequiredLiterals> literals) {

    static CompiledRule of(FailureRule rule) {
        return new CompiledRule(rule, rule.source().map(Pattern::compile), rule.type().map(Pattern::compile),
                rule.code().map(Pattern::compile), rule.message().map(Pattern::compile),
                rule.message().flatMap(RequiredLiterals::of));
    }

    /** Whether it states anything besides a message. */
    boolean conditional() {
        return source.isPresent() || type.isPresent() || code.isPresent() || !rule.exitCodes().isEmpty();
    }

    /** Whether all that it states besides a message holds. */
    boolean holds(Facts facts) {
        return (rule.exitCodes().isEmpty() || facts.exitCode().filter(rule.exitCodes()::contains).isPresent())
                && source.map(pattern -> pattern.matcher(facts.source()).find()).orElse(true)
                && found(type, facts.type()) && found(code, facts.code());
    }

    /** Whether its message pattern is found in a line that may contain what the pattern needs. */
    boolean matches(String line) {
        if (literals.isPresent() && literals.get().whole()) {
            return literals.get().anyOf().stream().anyMatch(line::contains);
        }
        return message.map(pattern -> pattern.matcher(line).find()).orElse(false);
    }

    private static boolean found(Optional<Pattern> pattern, Optional<String> text) {
        return pattern.isEmpty() || text.isPresent() && pattern.get().matcher(text.get()).find();
    }
}
