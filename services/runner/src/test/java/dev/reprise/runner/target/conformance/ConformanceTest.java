// SPDX-License-Identifier: Apache-2.0
package dev.reprise.runner.target.conformance;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestFactory;

import dev.reprise.runner.target.CallOutcome;

/**
 * Every target under every fault. The results are the table of {@code docs/integrations/conformance.md}; write it anew
 * with {@code -Dconformance.write=true}, and read the difference.
 */
class ConformanceTest {
    private static final Path TABLE = Path.of("../../docs/integrations/conformance.md");
    private static final String BEGIN = "<!-- conformance: begin -->\n";
    private static final String END = "<!-- conformance: end -->";
    private static List<Trial> trials = List.of();

    @BeforeAll
    static void play() throws Exception {
        List<Callable<Trial>> all = Subject.all().stream()
                .flatMap(subject -> Arrays.stream(Fault.values()).map(fault -> (Callable<Trial>) () -> Trial.of(subject,
                        fault)))
                .toList();
        try (ExecutorService threads = Executors.newFixedThreadPool(8)) {
            List<Trial> played = new ArrayList<>();
            for (Future<Trial> trial : threads.invokeAll(all)) {
                played.add(trial.get());
            }
            trials = played.stream().filter(trial -> Trial.applies(trial.fault(), trial.keyed())).toList();
        }
    }

    @TestFactory
    Stream<DynamicTest> shouldKeepThePromiseOfItsClass() {
        return trials.stream().map(trial -> DynamicTest.dynamicTest(
                trial.subject().name() + ": " + trial.fault().heading(), () -> check(trial)));
    }

    @Test
    void shouldStandInTheDocumentation() throws IOException {
        String text = Files.readString(TABLE).replace("\r\n", "\n");
        int begin = text.indexOf(BEGIN) + BEGIN.length();
        String expected = text.substring(0, begin) + table() + text.substring(text.indexOf(END));
        if (Boolean.getBoolean("conformance.write")) {
            Files.writeString(TABLE, expected);
        }
        assertThat(TABLE).as("write it with -Dconformance.write=true").content().isEqualTo(expected);
    }

    private static void check(Trial trial) {
        CallOutcome first = trial.outcomes().getFirst();
        // No retry of a client: each call asked for the rerun at most once.
        assertThat(trial.requests()).isLessThanOrEqualTo(trial.outcomes().size());
        switch (trial.fault()) {
            case DUPLICATE, FAILED_AGAIN -> {
                assertThat(first).isInstanceOf(CallOutcome.Accepted.class);
                if (trial.keyed()) {
                    assertThat(trial.outcomes().getLast()).isInstanceOf(CallOutcome.Accepted.class);
                    assertThat(trial.effects()).isOne();
                }
            }
            case DELIVERED_TWICE -> {
                assertThat(first).isInstanceOf(CallOutcome.Accepted.class);
                if (trial.keyed()) {
                    assertThat(trial.effects()).isOne();
                }
            }
            case ANSWER_LOST, ANSWER_LATE, ACCEPTED_THEN_ERROR, GARBAGE, HUGE, ENDLESS, BLIND -> {
                assertThat(first).isInstanceOfAny(CallOutcome.Accepted.class, CallOutcome.Unknown.class);
                if (trial.keyed()) {
                    assertThat(trial.outcomes().getLast()).isInstanceOf(CallOutcome.Accepted.class);
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
            case UNREACHABLE -> assertThat(first).isInstanceOf(CallOutcome.NotSent.class);
            // Nothing but its horizon protects a name; the table shows it.
            case NAME_FREED -> assertThat(trial.outcomes().getLast()).isInstanceOf(CallOutcome.Accepted.class);
        }
    }

    private static String table() {
        List<Subject> subjects = trials.stream().map(Trial::subject).distinct().toList();
        String rows = subjects.stream().map(subject -> {
            List<Trial> own = trials.stream().filter(trial -> trial.subject().equals(subject)).toList();
            return "### " + subject.name() + " (" + (own.getFirst().keyed() ? "keyed" : "opaque") + ")\n"
                    + "| fault | what it came to |\n|---|---|\n"
                    + own.stream().map(trial -> "| " + trial.fault().heading() + " | " + trial.cell() + " |\n")
                            .collect(Collectors.joining());
        }).collect(Collectors.joining("\n"));
        return rows + "\n";
    }
}
