// SPDX-License-Identifier: Apache-2.0
package dev.reprise.core.classify;

import java.util.List;
import java.util.Optional;

/**
 * Literal texts of which at least one is, but for case, in whatever a pattern matches. It lets a rule be passed over without
 * running its pattern.
 *
 * @param anyOf the texts, none of them empty
 * @param whole whether the pattern matches exactly these texts and nothing else, so that it need not be run at all
 */
record RequiredLiterals(List<String> anyOf, boolean whole) {

    /** Reads them from a valid pattern in RE2 syntax; empty where nothing can be said for certain. */
    static Optional<RequiredLiterals> of(String pattern) {
        return new PatternReader(pattern).literals();
    }

    /** Whichever says more: the one whose shortest text is longer. */
    Optional<RequiredLiterals> better(Optional<RequiredLiterals> other) {
        return other.filter(literals -> literals.shortest() > shortest()).or(() -> Optional.of(this));
    }

    private int shortest() {
        return anyOf.stream().mapToInt(String::length).min().orElse(0);
    }
}
