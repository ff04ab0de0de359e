// SPDX-License-Identifier: Apache-2.0
package dev.reprise.runner.target.conformance;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestFactory;
import org.junit.jupiter.api.io.TempDir;

import dev.reprise.schemas.job.SchedulerAction;

/**
 * Every target that needs no program but ours, under every fault. The results are a table of
 * {@code docs/integrations/conformance.md}; write it anew with {@code -Dconformance.write=true}, and read the difference.
 */
class ConformanceTest {
    @TempDir
    private static Path directory;
    private static List<Trial> trials = List.of();

    @BeforeAll
    static void play() throws Exception {
        List<Callable<Trial>> all = Subjects.all(directory).stream()
                .flatMap(subject -> subject.faults().stream()
                        .map(fault -> (Callable<Trial>) () -> Trial.of(subject, fault)))
                .toList();
        try (ExecutorService threads = Executors.newFixedThreadPool(8)) {
            List<Trial> played = new ArrayList<>();
            for (Future<Trial> trial : threads.invokeAll(all)) {
                played.add(trial.get());
            }
            trials = List.copyOf(played);
        }
    }

    @TestFactory
    Stream<DynamicTest> shouldKeepThePromiseOfItsClass() {
        return trials.stream().map(trial -> DynamicTest.dynamicTest(
                trial.subject().name() + ": " + trial.fault().heading(), () -> Promise.check(trial)));
    }

    @Test
    void shouldStandInTheDocumentation() throws IOException {
        new Table("conformance").mustSay(Table.of(trials));
    }

    @Test
    void shouldLeaveNoTargetOfTheRegistryOut() {
        List<String> expected = Stream.concat(Stream.of("process", "http keyed", "http fenced", "http opaque"),
                Stream.of(SchedulerAction.values()).map(Enum::name)).toList();
        assertThat(Stream.concat(Subjects.all(directory).stream().map(Subject::covers),
                SlurmConformanceIT.COVERED.stream()).distinct()).containsExactlyInAnyOrderElementsOf(expected);
    }
}
