// SPDX-License-Identifier: Apache-2.0
package dev.reprise.console.registry;

import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.function.BiConsumer;
import java.util.function.Consumer;

import dev.reprise.schemas.job.Flapping;
import dev.reprise.schemas.job.Idempotency;
import dev.reprise.schemas.job.RerunRule;
import dev.reprise.schemas.job.WhenUnknown;

/**
 * What one {@code policy} section sets: the defaults, a namespace or a job. Inheritance goes key by key, inside nested
 * sections too.
 */
final class PolicyLayer {

    /** A section that sets nothing. */
    static final PolicyLayer EMPTY = new PolicyLayer();

    private static final String NEVER = "never";
    private static final Duration SECOND = Duration.ofSeconds(1);
    private static final Duration MINUTE = Duration.ofMinutes(1);
    private static final Duration HOUR = Duration.ofHours(1);
    private static final Duration DAY = Duration.ofDays(1);
    /** The events topic remembers this long; a proposal must not outlive what it rests on. */
    private static final Duration WEEK = Duration.ofDays(7);
    private static final Duration MONTH = Duration.ofDays(30);

    private final List<Consumer<PolicyDraft>> settings = new ArrayList<>();

    private PolicyLayer() {}

    static PolicyLayer read(Section policy) {
        PolicyLayer layer = new PolicyLayer();
        layer.set(policy.choice("rerun", words(RerunRule.values())), (draft, value) -> draft.rerun = value);
        layer.set(policy.choice("idempotency", words(Idempotency.values())),
                (draft, value) -> draft.idempotency = value);
        layer.set(policy.choice("when-unknown", words(WhenUnknown.values())),
                (draft, value) -> draft.whenUnknown = value);
        layer.set(policy.integer("max-reruns", 0, 100), (draft, value) -> draft.maxReruns = value);
        layer.set(policy.duration("settle", Duration.ZERO, HOUR), (draft, value) -> draft.settle = value);
        layer.set(policy.duration("max-age", MINUTE, MONTH), (draft, value) -> draft.maxAge = value);
        layer.set(policy.duration("request-age", MINUTE, DAY), (draft, value) -> draft.requestAge = value);
        layer.set(lostAfter(policy), (draft, value) -> draft.lostAfter = value);
        policy.section("approval").ifPresent(layer::readApproval);
        policy.section("backoff").ifPresent(layer::readBackoff);
        policy.section("native-retries").ifPresent(layer::readNativeRetries);
        policy.section("flapping").ifPresent(layer::readFlapping);
        policy.finish();
        return layer;
    }

    void applyTo(PolicyDraft draft) {
        settings.forEach(setting -> setting.accept(draft));
    }

    private void readApproval(Section approval) {
        set(approval.duration("timeout", MINUTE, WEEK), (draft, value) -> draft.approvalTimeout = value);
        set(approval.flag("four-eyes"), (draft, value) -> draft.fourEyes = value);
        approval.finish();
    }

    private void readBackoff(Section backoff) {
        set(backoff.duration("initial", Duration.ZERO, DAY), (draft, value) -> draft.backoffInitial = value);
        set(backoff.decimal("factor", 1, 10), (draft, value) -> draft.backoffFactor = value);
        set(backoff.duration("max", Duration.ZERO, DAY), (draft, value) -> draft.backoffMax = value);
        set(backoff.decimal("jitter", 0, 1), (draft, value) -> draft.backoffJitter = value);
        backoff.finish();
    }

    private void readNativeRetries(Section retries) {
        set(retries.integer("attempts", 1, 100), (draft, value) -> draft.nativeAttempts = value);
        set(retries.duration("delay", Duration.ZERO, DAY), (draft, value) -> draft.nativeDelay = value);
        retries.finish();
    }

    private void readFlapping(Section flapping) {
        set(flapping.integer("starts", 1, Flapping.MAX_STARTS), (draft, value) -> draft.flappingStarts = value);
        set(flapping.duration("window", MINUTE, WEEK), (draft, value) -> draft.flappingWindow = value);
        flapping.finish();
    }

    /** A layer must be able to take back what it inherits, hence a word for "silence means nothing". */
    private static Optional<Optional<Duration>> lostAfter(Section policy) {
        if (policy.isWord("lost-after", NEVER)) {
            return Optional.of(Optional.empty());
        }
        return policy.duration("lost-after", SECOND.multipliedBy(10), WEEK).map(Optional::of);
    }

    private <T> void set(Optional<T> value, BiConsumer<PolicyDraft, T> setter) {
        value.ifPresent(present -> settings.add(draft -> setter.accept(draft, present)));
    }

    /** The words of an enum as they are written: {@code ON_FAILURE} is {@code on-failure}. */
    private static <E extends Enum<E>> Map<String, E> words(E[] values) {
        Map<String, E> words = new LinkedHashMap<>();
        for (E value : values) {
            words.put(value.name().toLowerCase(Locale.ROOT).replace('_', '-'), value);
        }
        return words;
    }
}
