// SPDX-License-Identifier: Apache-2.0
package dev.reprise.idempotency.rule;

import java.util.List;
import java.util.Optional;

/**
 * One reason for a verdict, with its place.
 *
 * @param rule which rule
 * @param line from 1
 * @param column from 1
 * @param target the table or path concerned, empty when none
 * @param message what is the matter with this statement
 * @param afterFailure what it does to the first half of the verdict
 * @param afterSuccess what it does to the second half
 * @param conditions under which it does no harm
 */
public record Finding(Rule rule, int line, int column, String target, String message, Safety afterFailure,
        Safety afterSuccess, List<Condition> conditions) {
    /** @return the worse half */
    public Safety worst() {
        return afterFailure.worse(afterSuccess);
    }

    /** @return what to change */
    public String fix() {
        return rule.fix();
    }

    /** @return the first condition, if any */
    public Optional<Condition> condition() {
        return conditions.stream().findFirst();
    }
}
