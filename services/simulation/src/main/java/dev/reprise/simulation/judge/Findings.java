// SPDX-License-Identifier: Apache-2.0
package dev.reprise.simulation.judge;

import java.util.Optional;
import java.util.function.Supplier;

/** The first promise that was not kept; what follows from it is of no interest. */
final class Findings {
    private Optional<Violation> first = Optional.empty();

    void require(String invariant, boolean kept, Supplier<String> what) {
        if (!kept && first.isEmpty()) {
            first = Optional.of(new Violation(invariant, what.get()));
        }
    }

    Optional<Violation> first() {
        return first;
    }
}
