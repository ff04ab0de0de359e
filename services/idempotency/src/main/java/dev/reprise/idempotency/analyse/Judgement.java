// SPDX-License-Identifier: Apache-2.0
package dev.reprise.idempotency.analyse;

import java.util.List;

import dev.reprise.idempotency.rule.Condition;
import dev.reprise.idempotency.rule.Rule;
import dev.reprise.idempotency.rule.Safety;

/**
 * What may be said of doing one thing again.
 *
 * @param safety whether the state is the same
 * @param rule why
 * @param message in words
 * @param conditions under which it is
 */
record Judgement(Safety safety, Rule rule, String message, List<Condition> conditions) {
    static Judgement safe(Rule rule, String message) {
        return new Judgement(Safety.SAFE, rule, message, List.of());
    }

    static Judgement unsafe(Rule rule, String message) {
        return new Judgement(Safety.UNSAFE, rule, message, List.of());
    }

    static Judgement unknown(Rule rule, String message) {
        return new Judgement(Safety.UNKNOWN, rule, message, List.of());
    }

    static Judgement conditional(Rule rule, Condition condition, String message) {
        return new Judgement(Safety.CONDITIONAL, rule, message, List.of(condition));
    }

    Judgement worse(Judgement other) {
        return other.safety.compareTo(safety) > 0 ? other : this;
    }
}
