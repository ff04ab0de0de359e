// SPDX-License-Identifier: Apache-2.0
package dev.reprise.core.simulate;

import java.time.Duration;
import java.util.List;
import java.util.Optional;

import dev.reprise.schemas.job.AdmissionRule;
import dev.reprise.schemas.job.Backoff;
import dev.reprise.schemas.job.BreakerRelease;
import dev.reprise.schemas.job.Flapping;
import dev.reprise.schemas.job.Idempotency;
import dev.reprise.schemas.job.NativeRetries;
import dev.reprise.schemas.job.Policy;
import dev.reprise.schemas.job.PolicyBuilder;
import dev.reprise.schemas.job.WhenUnknown;

/**
 * Settings of a job in a scenario; each falls back to the scenario's defaults.
 *
 * @param idempotent whether the job may be repeated; true where absent
 * @param maxReruns extra runs, 1 where absent
 * @param nativeAttempts the scheduler's own tries, 1 where absent
 * @param nativeDelay seconds until its next try has begun, 60 where absent
 * @param settle seconds a failure settles, 30 where absent
 * @param maxAge seconds after which a failure is old, 3600 where absent
 * @param requestAge seconds after which a request is old, 600 where absent
 * @param target KEYED, where absent, or OPAQUE
 * @param keyHorizon seconds a keyed target remembers, 86400 where absent
 * @param hbTimeout seconds of silence after which a run counts as lost; never where absent
 * @param deadline the second by which the partition must be ready; none where absent
 * @param stormLimit failures in a window above which reruns are held; none where absent
 * @param stormWindow that window in seconds
 * @param flapLimit starts in a window above which a person must look, 3 where absent
 * @param flapWindow that window in seconds, 3600 where absent
 * @param partitionNorm {@code day}: the partition is cut to its day
 * @param known whether the job is registered; true where absent
 */
public record ScenarioPolicy(Optional<Boolean> idempotent, Optional<Integer> maxReruns,
        Optional<Integer> nativeAttempts, Optional<Long> nativeDelay, Optional<Long> settle, Optional<Long> maxAge,
        Optional<Long> requestAge, Optional<String> target, Optional<Long> keyHorizon, Optional<Long> hbTimeout,
        Optional<Long> deadline, Optional<Integer> stormLimit, Optional<Long> stormWindow, Optional<Integer> flapLimit,
        Optional<Long> flapWindow, Optional<String> partitionNorm, Optional<Boolean> known) {
    /** Nothing is set. */
    static final ScenarioPolicy NONE = new ScenarioPolicy(Optional.empty(), Optional.empty(), Optional.empty(),
            Optional.empty(), Optional.empty(), Optional.empty(), Optional.empty(), Optional.empty(), Optional.empty(),
            Optional.empty(), Optional.empty(), Optional.empty(), Optional.empty(), Optional.empty(), Optional.empty(),
            Optional.empty(), Optional.empty());

    /** These settings, and those of another where nothing is set. */
    ScenarioPolicy over(ScenarioPolicy other) {
        return new ScenarioPolicy(idempotent.or(other::idempotent), maxReruns.or(other::maxReruns),
                nativeAttempts.or(other::nativeAttempts), nativeDelay.or(other::nativeDelay), settle.or(other::settle),
                maxAge.or(other::maxAge), requestAge.or(other::requestAge), target.or(other::target),
                keyHorizon.or(other::keyHorizon), hbTimeout.or(other::hbTimeout), deadline.or(other::deadline),
                stormLimit.or(other::stormLimit), stormWindow.or(other::stormWindow), flapLimit.or(other::flapLimit),
                flapWindow.or(other::flapWindow), partitionNorm.or(other::partitionNorm), known.or(other::known));
    }

    /** The policy of the product that the settings stand for: plain, without approval, back-off or jitter. */
    Policy policy(String job) {
        return new PolicyBuilder(Policy.DEFAULTS).version("scenario")
                .idempotency(idempotent.orElse(true) ? Idempotency.IDEMPOTENT : Idempotency.NOT_IDEMPOTENT)
                .whenUnknown(WhenUnknown.ALERT).maxReruns(maxReruns.orElse(1)).budgets(List.of())
                .backoff(new Backoff(Duration.ZERO, 2, Duration.ofMinutes(30), 0)).settle(seconds(settle, 30))
                .maxAge(seconds(maxAge, 3600)).requestAge(seconds(requestAge, 600))
                .lostAfter(hbTimeout.map(Duration::ofSeconds))
                .nativeRetries(new NativeRetries(nativeAttempts.orElse(1), seconds(nativeDelay, 60)))
                .flapping(
                        new Flapping(Math.min(Flapping.MAX_STARTS, flapLimit.orElse(3)), seconds(flapWindow, 3600)))
                .admission(stormLimit.map(limit -> new AdmissionRule(job, Math.max(1, limit), seconds(stormWindow, 300),
                        Duration.ofMinutes(5), 1, 1, BreakerRelease.MANUAL, 0, 100, 0)))
                .build();
    }

    /** How long, after a decision, the same key may be sent again; zero for a target that does not deduplicate. */
    Duration resendFor() {
        boolean keyed = target.orElse("KEYED").equals("KEYED");
        return keyed
                ? Duration.ofSeconds(Math.min(maxAge.orElse(3600L), keyHorizon.orElse(86_400L) / 2))
                : Duration.ZERO;
    }

    /** After which a failure is old. */
    Duration longestAge() {
        return seconds(maxAge, 3600);
    }

    private static Duration seconds(Optional<Long> value, long otherwise) {
        return Duration.ofSeconds(value.orElse(otherwise));
    }
}
