// SPDX-License-Identifier: Apache-2.0
package dev.reprise.coordinator.registry;

import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.Function;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

import dev.reprise.core.classify.Classifier;
import dev.reprise.core.instance.Diagnosing;
import dev.reprise.schemas.job.FailureRule;

/** Compiles classification rules once for all jobs that have the same. Safe for use by many threads. */
public final class Classifiers implements Function<List<FailureRule>, Diagnosing> {
    private static final Logger LOGGER = LoggerFactory.getLogger(Classifiers.class);
    /** Sets of rules kept: beyond it a new start of the map costs milliseconds for each set that is still used. */
    private static final int MOST = 1000;
    private final Map<List<FailureRule>, Diagnosing> compiled = new ConcurrentHashMap<>();

    @Override
    public Diagnosing apply(List<FailureRule> rules) {
        if (compiled.size() > MOST) {
            compiled.clear();
        }
        return compiled.computeIfAbsent(rules, Classifiers::compile);
    }

    /** The registry refuses rules that cannot be used; one that came by another way must not cost the built-in ones. */
    private static Diagnosing compile(List<FailureRule> rules) {
        try {
            return Classifier.with(rules)::classify;
        } catch (IllegalArgumentException e) {
            LOGGER.atError().addKeyValue("cause", e.getMessage()).log("classification rules of a job cannot be used");
            return Classifier.builtIn()::classify;
        }
    }
}
