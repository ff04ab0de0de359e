// SPDX-License-Identifier: Apache-2.0
package dev.reprise.console.registry;

import java.time.Duration;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.BiFunction;
import java.util.function.UnaryOperator;

import dev.reprise.schemas.decision.FailureClass;
import dev.reprise.schemas.job.ApprovalRule;
import dev.reprise.schemas.job.Backoff;
import dev.reprise.schemas.job.Flapping;
import dev.reprise.schemas.job.Idempotency;
import dev.reprise.schemas.job.NativeRetries;
import dev.reprise.schemas.job.Policy;
import dev.reprise.schemas.job.PolicyBuilder;
import dev.reprise.schemas.job.RerunMode;
import dev.reprise.schemas.job.RerunRule;
import dev.reprise.schemas.job.WhenUnknown;

/**
 * What one {@code policy} section sets: the defaults, a namespace or a job. Inheritance goes key by key, inside nested
 * sections too; a list, and a deadline, is inherited or replaced as a whole.
 */
final class PolicyLayer {

    /** A section that sets nothing. */
    static final PolicyLayer EMPTY = new PolicyLayer();

    static final Duration SECOND = Duration.ofSeconds(1);
    static final Duration MINUTE = Duration.ofMinutes(1);
    static final Duration DAY = Duration.ofDays(1);
    static final Duration MONTH = Duration.ofDays(30);
    private static final Duration HOUR = Duration.ofHours(1);
    /** The events topic remembers this long; a proposal must not outlive what it rests on. */
    private static final Duration WEEK = Duration.ofDays(7);

    private final List<UnaryOperator<Policy>> settings = new ArrayList<>();
    private final Map<FailureClass, Integer> budgets = new EnumMap<>(FailureClass.class);

    private PolicyLayer() {}

    static PolicyLayer read(Section policy) {
        PolicyLayer layer = new PolicyLayer();
        layer.set(policy.choice("mode", Words.of(RerunMode.values())), PolicyBuilder::mode);
        layer.set(policy.choice("rerun", Words.of(RerunRule.values())), PolicyBuilder::rerun);
        layer.set(policy.choice("idempotency", Words.of(Idempotency.values())), PolicyBuilder::idempotency);
        layer.set(policy.choice("when-unknown", Words.of(WhenUnknown.values())), PolicyBuilder::whenUnknown);
        layer.set(policy.flag("trust-after-failure"), PolicyBuilder::trustAfterFailure);
        layer.set(policy.integer("max-reruns", 0, 100), PolicyBuilder::maxReruns);
        layer.set(policy.duration("settle", Duration.ZERO, HOUR), PolicyBuilder::settle);
        layer.set(policy.duration("max-age", MINUTE, Policy.LONGEST_MAX_AGE), PolicyBuilder::maxAge);
        layer.set(policy.duration("request-age", MINUTE, DAY), PolicyBuilder::requestAge);
        layer.set(lostAfter(policy), PolicyBuilder::lostAfter);
        policy.section("approval").ifPresent(layer::readApproval);
        policy.section("backoff").ifPresent(layer::readBackoff);
        policy.section("native-retries").ifPresent(layer::readNativeRetries);
        policy.section("flapping").ifPresent(layer::readFlapping);
        FailureKeys.read(policy, layer);
        AdmissionKeys.read(policy, layer);
        CalendarKeys.read(policy, layer);
        CascadeKeys.read(policy, layer);
        policy.finish();
        return layer;
    }

    /** The policy with what this layer sets. */
    Policy over(Policy inherited) {
        Policy policy = inherited;
        for (UnaryOperator<Policy> setting : settings) {
            policy = setting.apply(policy);
        }
        return policy;
    }

    /** The budgets that this layer itself states. */
    Map<FailureClass, Integer> budgets() {
        return budgets;
    }

    /** Sets a key where it has a value. */
    <T> void set(Optional<T> value, BiFunction<PolicyBuilder, T, PolicyBuilder> setter) {
        change(value, (policy, present) -> setter.apply(new PolicyBuilder(policy), present));
    }

    /** Changes what is inherited where a key has a value. */
    <T> void change(Optional<T> value, BiFunction<Policy, T, PolicyBuilder> change) {
        value.ifPresent(present -> settings.add(policy -> change.apply(policy, present).build()));
    }

    private void readApproval(Section approval) {
        change(approval.duration("timeout", MINUTE, WEEK), (policy, value) -> new PolicyBuilder(policy)
                .approval(new ApprovalRule(value, policy.approval().fourEyes())));
        change(approval.flag("four-eyes"), (policy, value) -> new PolicyBuilder(policy)
                .approval(new ApprovalRule(policy.approval().timeout(), value)));
        // What nobody approved is told, and nothing else may come of it; the word may be written, so that it can be read.
        approval.choice("then", Map.of("alert", true));
        approval.finish();
    }

    private void readBackoff(Section backoff) {
        changeBackoff(backoff.duration("initial", Duration.ZERO, DAY),
                (old, value) -> new Backoff(value, old.factor(), old.max(), old.jitter()));
        changeBackoff(backoff.decimal("factor", 1, 10),
                (old, value) -> new Backoff(old.initial(), value, old.max(), old.jitter()));
        changeBackoff(backoff.duration("max", Duration.ZERO, DAY),
                (old, value) -> new Backoff(old.initial(), old.factor(), value, old.jitter()));
        changeBackoff(backoff.decimal("jitter", 0, 1),
                (old, value) -> new Backoff(old.initial(), old.factor(), old.max(), value));
        backoff.finish();
    }

    private <T> void changeBackoff(Optional<T> value, BiFunction<Backoff, T, Backoff> change) {
        change(value, (policy, present) -> new PolicyBuilder(policy)
                .backoff(change.apply(policy.backoff(), present)));
    }

    private void readNativeRetries(Section retries) {
        change(retries.integer("attempts", 1, 100), (policy, value) -> new PolicyBuilder(policy)
                .nativeRetries(new NativeRetries(value, policy.nativeRetries().delay())));
        change(retries.duration("delay", Duration.ZERO, DAY), (policy, value) -> new PolicyBuilder(policy)
                .nativeRetries(new NativeRetries(policy.nativeRetries().attempts(), value)));
        retries.finish();
    }

    private void readFlapping(Section flapping) {
        change(flapping.integer("starts", 1, Flapping.MAX_STARTS), (policy, value) -> new PolicyBuilder(policy)
                .flapping(new Flapping(value, policy.flapping().window())));
        change(flapping.duration("window", MINUTE, WEEK), (policy, value) -> new PolicyBuilder(policy)
                .flapping(new Flapping(policy.flapping().starts(), value)));
        flapping.finish();
    }

    /** A layer must be able to take back what it inherits, hence a word for "silence means nothing". */
    private static Optional<Optional<Duration>> lostAfter(Section policy) {
        if (policy.isWord("lost-after", Words.NEVER)) {
            return Optional.of(Optional.empty());
        }
        return policy.duration("lost-after", SECOND.multipliedBy(10), WEEK).map(Optional::of);
    }
}
