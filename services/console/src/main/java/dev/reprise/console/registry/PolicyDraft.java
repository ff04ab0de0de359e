// SPDX-License-Identifier: Apache-2.0
package dev.reprise.console.registry;

import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.time.Duration;
import java.util.HexFormat;
import java.util.List;
import java.util.Optional;
import java.util.stream.Collectors;
import java.util.stream.Stream;

import dev.reprise.schemas.job.ApprovalRule;
import dev.reprise.schemas.job.Backoff;
import dev.reprise.schemas.job.Flapping;
import dev.reprise.schemas.job.Idempotency;
import dev.reprise.schemas.job.NativeRetries;
import dev.reprise.schemas.job.Policy;
import dev.reprise.schemas.job.PolicyBuilder;
import dev.reprise.schemas.job.RerunRule;
import dev.reprise.schemas.job.WhenUnknown;

/** A policy while layers are laid over each other; begins as {@link Policy#DEFAULTS}. */
final class PolicyDraft {

    private static final int VERSION_LENGTH = 12;

    RerunRule rerun = Policy.DEFAULTS.rerun();
    Idempotency idempotency = Policy.DEFAULTS.idempotency();
    WhenUnknown whenUnknown = Policy.DEFAULTS.whenUnknown();
    Duration approvalTimeout = Policy.DEFAULTS.approval().timeout();
    boolean fourEyes = Policy.DEFAULTS.approval().fourEyes();
    int maxReruns = Policy.DEFAULTS.maxReruns();
    Duration backoffInitial = Policy.DEFAULTS.backoff().initial();
    double backoffFactor = Policy.DEFAULTS.backoff().factor();
    Duration backoffMax = Policy.DEFAULTS.backoff().max();
    double backoffJitter = Policy.DEFAULTS.backoff().jitter();
    Duration settle = Policy.DEFAULTS.settle();
    Duration maxAge = Policy.DEFAULTS.maxAge();
    Duration requestAge = Policy.DEFAULTS.requestAge();
    Optional<Duration> lostAfter = Policy.DEFAULTS.lostAfter();
    int nativeAttempts = Policy.DEFAULTS.nativeRetries().attempts();
    Duration nativeDelay = Policy.DEFAULTS.nativeRetries().delay();
    int flappingStarts = Policy.DEFAULTS.flapping().starts();
    Duration flappingWindow = Policy.DEFAULTS.flapping().window();

    static Policy of(List<PolicyLayer> layers) {
        PolicyDraft draft = new PolicyDraft();
        layers.forEach(layer -> layer.applyTo(draft));
        return draft.policy();
    }

    private Policy policy() {
        return new PolicyBuilder(Policy.DEFAULTS).version(version()).rerun(rerun).idempotency(idempotency)
                .whenUnknown(whenUnknown).approval(new ApprovalRule(approvalTimeout, fourEyes)).maxReruns(maxReruns)
                .backoff(new Backoff(backoffInitial, backoffFactor, backoffMax, backoffJitter)).settle(settle)
                .maxAge(maxAge).requestAge(requestAge).lostAfter(lostAfter)
                .nativeRetries(new NativeRetries(nativeAttempts, nativeDelay))
                .flapping(new Flapping(flappingStarts, flappingWindow)).build();
    }

    /** Says the same of the same policy wherever its values were written, so that a move between layers is no change. */
    private String version() {
        String content = Stream
                .of(rerun, idempotency, whenUnknown, approvalTimeout, fourEyes, maxReruns, backoffInitial,
                        backoffFactor, backoffMax, backoffJitter, settle, maxAge, requestAge,
                        lostAfter.map(Duration::toString).orElse("never"), nativeAttempts, nativeDelay, flappingStarts,
                        flappingWindow)
                .map(Object::toString).collect(Collectors.joining("\n"));
        try {
            byte[] hash = MessageDigest.getInstance("SHA-256").digest(content.getBytes(StandardCharsets.UTF_8));
            return HexFormat.of().formatHex(hash).substring(0, VERSION_LENGTH);
        } catch (NoSuchAlgorithmException e) {
            throw new IllegalStateException("every Java platform has SHA-256", e);
        }
    }
}
