// SPDX-License-Identifier: Apache-2.0
package dev.reprise.core.explain;

import java.util.ArrayList;
import java.util.List;

import dev.reprise.schemas.decision.Decision;
import dev.reprise.schemas.decision.Gate;
import dev.reprise.schemas.decision.Statement;
import dev.reprise.schemas.decision.Wording;

/** What a gated run was answered. */
final class PermitText {
    private PermitText() {}

    static List<Statement> of(Decision.Grant grant) {
        return List.of(Words.run(may(grant.gate()), grant.attempt()).with("generation", grant.generation())
                .with("token", grant.token()), Words.meaning(grant.reason()));
    }

    static List<Statement> of(Decision.Refuse refuse) {
        List<Statement> text = new ArrayList<>(
                List.of(Words.run(mayNot(refuse.gate()), refuse.attempt()), Words.meaning(refuse.reason())));
        refuse.holder().filter(holder -> !holder.equals(refuse.attempt())).ifPresent(holder -> text
                .add(Words.run(Wording.PERMIT_IS_WITH, holder).with("generation", refuse.generation())));
        return text;
    }

    private static Wording may(Gate gate) {
        return switch (gate) {
            case START -> Wording.MAY_START;
            case COMMIT -> Wording.MAY_PUBLISH;
        };
    }

    private static Wording mayNot(Gate gate) {
        return switch (gate) {
            case START -> Wording.MAY_NOT_START;
            case COMMIT -> Wording.MAY_NOT_PUBLISH;
        };
    }
}
