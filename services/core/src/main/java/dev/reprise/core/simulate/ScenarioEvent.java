// SPDX-License-Identifier: Apache-2.0
package dev.reprise.core.simulate;

import java.util.Optional;

/**
 * An event of a scenario.
 *
 * @param t the second of arrival
 * @param type what happened, such as {@code FAILED}
 * @param job the job
 * @param partition the data partition
 * @param run the run; {@code rr:JOB:PARTITION:RUN:ATTEMPT} names the rerun that answers that failure
 * @param attempt the try, 1 where absent
 * @param eventTime the source's clock, where it differs
 * @param appendTime when the broker appended it, where that differs
 * @param finalFailure whether the scheduler will not try again
 * @param willRetry whether it will
 * @param partial whether part of the output was left
 * @param by who stopped it: {@code user}, or anything else
 * @param state what a query answered, or {@code unknown}
 * @param aliasOf the run under which it was told before
 * @param rerunOf the rerun that it carries out
 * @param correlated whether a rerun of ours is known to have caused it
 * @param own whether a conflict is with our own run
 * @param beforeIntent whether the runner died before its intent
 * @param force whether a person wants a rerun after success
 * @param request the identity of a person's request
 * @param error the error
 */
public record ScenarioEvent(long t, String type, Optional<String> job, Optional<String> partition, Optional<String> run,
        Optional<Integer> attempt, Optional<Long> eventTime, Optional<Long> appendTime, Optional<Boolean> finalFailure,
        Optional<Boolean> willRetry, Optional<Boolean> partial, Optional<String> by, Optional<String> state,
        Optional<String> aliasOf, Optional<String> rerunOf, Optional<Boolean> correlated, Optional<Boolean> own,
        Optional<Boolean> beforeIntent, Optional<Boolean> force, Optional<String> request, Optional<String> error) {}
