// SPDX-License-Identifier: Apache-2.0
package dev.reprise.core.explain;

import dev.reprise.schemas.decision.Decision;
import dev.reprise.schemas.decision.Gate;

/** What a gated run was answered. */
final class PermitText {
    private PermitText() {}

    static String of(Decision.Refuse refuse) {
        return Words.capital(Words.name(refuse.attempt())) + " may not " + deed(refuse.gate()) + ". "
                + refuse.reason().meaning() + refuse.holder().filter(holder -> !holder.equals(refuse.attempt()))
                        .map(holder -> " The permit of generation " + refuse.generation() + " is with "
                                + Words.name(holder) + ".")
                        .orElse("");
    }

    static String deed(Gate gate) {
        return switch (gate) {
            case START -> "start";
            case COMMIT -> "publish";
        };
    }
}
