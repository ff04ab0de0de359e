// SPDX-License-Identifier: Apache-2.0
package dev.reprise.core.instance;

import java.util.EnumMap;
import java.util.Map;
import java.util.Optional;

import dev.reprise.core.classify.Classification;
import dev.reprise.schemas.decision.FailureClass;

/**
 * What is known of an episode's trouble, and what was tried against it.
 *
 * @param diagnosis what the last failure was taken for
 * @param spent reruns used for each class of failure
 * @param overrides what the last rerun changed, carried to the next
 */
public record Remedy(Optional<Classification> diagnosis, Map<FailureClass, Integer> spent,
        Map<String, String> overrides) {
    /** Nothing is known and nothing was tried. */
    public static final Remedy NONE = new Remedy(Optional.empty(), Map.of(), Map.of());

    /** Takes copies. */
    public Remedy {
        spent = Map.copyOf(spent);
        overrides = Map.copyOf(overrides);
    }

    /** The class of the last failure. */
    FailureClass failureClass() {
        return diagnosis.map(Classification::failureClass).orElse(FailureClass.UNKNOWN);
    }

    int spentOn(FailureClass failureClass) {
        return spent.getOrDefault(failureClass, 0);
    }

    Remedy with(Classification classification) {
        return new Remedy(Optional.of(classification), spent, overrides);
    }

    /** A person's rerun was sent: it changes what it changes, and costs nothing. */
    Remedy changing(Map<String, String> changed) {
        return new Remedy(diagnosis, spent, changed);
    }

    /** A rerun was used against the last failure. */
    Remedy used(Map<String, String> changed) {
        Map<FailureClass, Integer> more = new EnumMap<>(FailureClass.class);
        more.putAll(spent);
        more.merge(failureClass(), 1, Integer::sum);
        return new Remedy(diagnosis, more, changed);
    }
}
