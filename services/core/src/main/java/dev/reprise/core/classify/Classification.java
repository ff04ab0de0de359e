// SPDX-License-Identifier: Apache-2.0
package dev.reprise.core.classify;

import java.time.Duration;
import java.util.Optional;

import dev.reprise.schemas.decision.FailureClass;
import dev.reprise.schemas.job.FailureRule;

/**
 * What a failure is taken for.
 *
 * @param failureClass its class; {@link FailureClass#UNKNOWN} where no rule matched
 * @param rule the id of the rule that matched, if one did
 * @param rerun whether a rerun may help at all; true as long as nothing says otherwise
 * @param waitAtLeast the shortest useful wait before a rerun, where the rule gives one
 * @param signature the trouble in general terms, the same for all instances that have it; see {@link Signature}
 */
public record Classification(FailureClass failureClass, Optional<String> rule, boolean rerun,
        Optional<Duration> waitAtLeast, String signature) {

    static Classification by(FailureRule rule, String signature) {
        return new Classification(
                rule.failureClass(), Optional.of(rule.id()), rule.rerun(), rule.waitAtLeast(), signature);
    }

    static Classification withoutRule(FailureClass failureClass, String signature) {
        return new Classification(failureClass, Optional.empty(), true, Optional.empty(), signature);
    }
}
