// SPDX-License-Identifier: Apache-2.0
package dev.reprise.runner.target.conformance;

import static org.assertj.core.api.Assertions.assertThat;

import dev.reprise.runner.target.CallOutcome;

/** What each trial must come to, whatever the target is made of. */
final class Promise {
    private Promise() {}

    static void check(Trial trial) {
        CallOutcome first = trial.outcomes().getFirst();
        CallOutcome last = trial.outcomes().getLast();
        // No retry of a client: each call asked for the rerun at most once.
        assertThat(trial.calls()).isLessThanOrEqualTo(trial.outcomes().size());
        switch (trial.fault()) {
            case DUPLICATE, DELIVERED_TWICE -> {
                assertThat(first).isInstanceOf(CallOutcome.Accepted.class);
                if (trial.keyed()) {
                    assertThat(last).isInstanceOf(CallOutcome.Accepted.class);
                    assertThat(trial.effects()).isOne();
                }
            }
            case FAILED_AGAIN -> {
                assertThat(first).isInstanceOf(CallOutcome.Accepted.class);
                if (trial.guarded()) {
                    assertThat(last).isInstanceOf(CallOutcome.Accepted.class);
                    assertThat(trial.effects()).isOne();
                }
            }
            case ANSWER_LOST, ANSWER_LATE, ACCEPTED_THEN_ERROR, GARBAGE, HUGE, ENDLESS, BLIND, DELIVERED_LATE -> {
                assertThat(first).isInstanceOfAny(CallOutcome.Accepted.class, CallOutcome.Unknown.class);
                if (trial.guarded()) {
                    assertThat(last).isInstanceOf(CallOutcome.Accepted.class);
                }
                assertThat(trial.effects()).isOne();
            }
            case REFUSED -> {
                assertThat(first).isInstanceOf(CallOutcome.Refused.class);
                assertThat(trial.effects()).isZero();
            }
            case CONFLICT_FOREIGN -> {
                assertThat(first).isInstanceOfAny(CallOutcome.Refused.class, CallOutcome.Unknown.class);
                assertThat(trial.effects()).isZero();
            }
            case CONFLICT_OWN -> {
                assertThat(first).isInstanceOf(CallOutcome.Accepted.class);
                assertThat(trial.effects()).isOne();
            }
            case UNREACHABLE -> {
                assertThat(first).isInstanceOf(CallOutcome.NotSent.class);
                assertThat(trial.effects()).isZero();
            }
            // Nothing but its horizon protects a name; the table shows it.
            case NAME_FREED -> assertThat(last).isInstanceOf(CallOutcome.Accepted.class);
            case STALE_TOKEN -> {
                assertThat(first).isInstanceOfSatisfying(CallOutcome.Refused.class,
                        refused -> assertThat(refused.conflict()).isTrue());
                assertThat(last).isInstanceOf(CallOutcome.Accepted.class);
                assertThat(trial.effects()).isOne();
            }
        }
    }
}
