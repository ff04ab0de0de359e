// SPDX-License-Identifier: Apache-2.0
package dev.reprise.core.classify;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.util.Optional;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

import dev.reprise.schemas.event.ErrorEvidence;
import dev.reprise.schemas.event.FailureKind;

/**
 * What a classification costs, measured: the best of many rounds, so that a busy machine does not matter. The bounds are
 * some 20 times what compiled code takes, since tests run with the quick compiler only: they catch a pattern that is run
 * on every line, not a few microseconds.
 */
class ClassifierCostTest {
    private static final int ROUNDS = 40;
    private static final int CALLS = 50;

    /** With what compiled code takes on a 2 GHz core. */
    static Stream<Arguments> failures() {
        String plain = "the quick brown fox loaded 12 rows of orders and went on to the next file of the day";
        String log = "2026-11-29 10:00:00,123 INFO shop.load - stage 12 of status board: " + plain + "\n";
        return Stream.of(
                // 5 us
                Arguments.of("a short message", ErrorEvidence.ofMessage(plain), Duration.ofNanos(100_000)),
                // 40 us
                Arguments.of("the longest texts", evidence(log, log), Duration.ofMillis(1)),
                // 55 us
                Arguments.of("the longest texts in one line", evidence(plain, plain), Duration.ofMillis(1)),
                // 900 us: a pattern has to be run on each line
                Arguments.of("the longest texts full of near misses", evidence(log, plain + ": status code 4290\n"),
                        Duration.ofMillis(20)));
    }

    @ParameterizedTest(name = "{0}")
    @MethodSource("failures")
    void shouldStayWithin(String what, ErrorEvidence error, Duration bound) {
        Classifier classifier = Classifier.builtIn();
        long best = IntStream.range(0, ROUNDS).mapToLong(_ -> nanosOfACall(classifier, error)).min().orElseThrow();

        assertThat(Duration.ofNanos(best)).as(what).isLessThan(bound);
    }

    private static long nanosOfACall(Classifier classifier, ErrorEvidence error) {
        long start = System.nanoTime();
        int rules = 0;
        for (int call = 0; call < CALLS; call++) {
            rules += classifier.classify("test", Optional.of(error), FailureKind.FAILED).rule().isPresent() ? 1 : 0;
        }
        assertThat(rules).isBetween(0, CALLS);
        return (System.nanoTime() - start) / CALLS;
    }

    private static ErrorEvidence evidence(String message, String output) {
        return new ErrorEvidence(message.repeat(100), Optional.empty(), Optional.empty(), Optional.of(1),
                Optional.of(output.repeat(150)), Optional.empty());
    }
}
