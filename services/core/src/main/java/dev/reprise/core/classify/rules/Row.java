// SPDX-License-Identifier: Apache-2.0
package dev.reprise.core.classify.rules;

import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.stream.IntStream;
import java.util.stream.Stream;

import dev.reprise.schemas.decision.FailureClass;
import dev.reprise.schemas.job.FailureRule;

/** The first half of a line in a table of rules: everything but what must match. */
final class Row {
    /** Without the first letter, which some write large. */
    private static final List<String> WAYS = List.of("tatus ", "tatus: ", "tatus=", "tatus code ", "tatus code: ",
            "tatus code=", "tatus Code: ", "HTTP ", "HTTP Error ", "HTTP/1.1 ");

    private final String id;
    private final FailureClass failureClass;
    private final boolean rerun;
    private final Optional<Duration> waitAtLeast;

    private Row(String id, FailureClass failureClass, boolean rerun, Optional<Duration> waitAtLeast) {
        this.id = id;
        this.failureClass = failureClass;
        this.rerun = rerun;
        this.waitAtLeast = waitAtLeast;
    }

    /** A failure that a rerun may get over. */
    static Row passing(String id, FailureClass failureClass) {
        return new Row(id, failureClass, true, Optional.empty());
    }

    /** A failure that comes back each time until somebody acts, or that somebody wanted. */
    static Row lasting(String id, FailureClass failureClass) {
        return new Row(id, failureClass, false, Optional.empty());
    }

    /** A rerun within this time is wasted. */
    Row afterSeconds(int seconds) {
        return new Row(id, failureClass, rerun, Optional.of(Duration.ofSeconds(seconds)));
    }

    /** Matches where one of these patterns is found in a line of code, type, message or output. */
    FailureRule on(String... patterns) {
        return new FailureRule(id, Optional.empty(), Optional.empty(), Optional.empty(), List.of(),
                Optional.of(String.join("|", patterns)), failureClass, rerun, waitAtLeast);
    }

    /** Matches the ways in which clients write a status of HTTP, and patterns. */
    FailureRule onStatus(int status, String... patterns) {
        Stream<String> written = WAYS.stream().map(way -> way + status + "\\b");
        return on(Stream.concat(written, Stream.of(patterns)).toArray(String[]::new));
    }

    /** Matches these exit statuses. */
    FailureRule onExit(int... statuses) {
        return new FailureRule(id, Optional.empty(), Optional.empty(), Optional.empty(),
                IntStream.of(statuses).boxed().toList(), Optional.empty(), failureClass, rerun, waitAtLeast);
    }
}
