// SPDX-License-Identifier: Apache-2.0
package dev.reprise.simulation;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.EnumSet;
import java.util.List;
import java.util.Locale;
import java.util.SplittableRandom;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import org.junit.jupiter.api.Test;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

import dev.reprise.simulation.choice.Recording;

/**
 * Histories from fixed seeds, the same at each build. {@code -Dsimulation.histories=2000000} runs more of them from a
 * random seed, which is told, or from {@code -Dsimulation.base}.
 */
class SimulationTest {
    private static final Logger LOGGER = LoggerFactory.getLogger(SimulationTest.class);
    private static final int HISTORIES = 20_000;
    private static final int THREADS = 2;
    private static final Path REPORTS = Path.of("target", "simulation");

    @Test
    void shouldKeepEveryPromise() throws Exception {
        long histories = Long.getLong("simulation.histories", HISTORIES);
        boolean fixed = System.getProperty("simulation.histories") == null;
        long base = Long.getLong("simulation.base", fixed ? 0 : new SplittableRandom().nextLong(1L << 48));
        LOGGER.atInfo().addKeyValue("base", base).addKeyValue("histories", histories).log("simulation begins");
        long began = System.nanoTime();

        List<Campaign.Result> results = inParallel(base, histories);

        Duration took = Duration.ofNanos(System.nanoTime() - began);
        Coverage coverage = new Coverage();
        results.forEach(result -> coverage.add(result.coverage()));
        String figures = String.format(Locale.ROOT,
                "base %d, %d histories in %d s: a rate of violations above %.2g is excluded with 95 %% confidence%n%s%n",
                base, histories, took.toSeconds(), 3.0 / histories, coverage);
        write("figures.txt", figures);
        List<Campaign.Failure> failures = results.stream().flatMap(result -> result.failure().stream()).toList();
        for (Campaign.Failure failure : failures) {
            write("seed-" + failure.seed() + ".txt", failure.report());
        }
        assertThat(failures).as(() -> failures.getFirst().report()).isEmpty();
        assertThat(results.stream().mapToLong(Campaign.Result::histories).sum()).isEqualTo(histories);
        if (histories >= HISTORIES) {
            // A simulation in which something never happens proves nothing of it.
            assertThat(EnumSet.allOf(Coverage.Seen.class)).allSatisfy(
                    seen -> assertThat(coverage.of(seen)).as("%s", seen).isPositive());
        }
    }

    @Test
    void shouldBeTheSameHistoryForTheSameSeed() {
        for (long seed = 0; seed < 20; seed++) {
            assertThat(trace(seed)).isEqualTo(trace(seed));
        }
    }

    private static List<String> trace(long seed) {
        List<String> steps = new ArrayList<>();
        Simulation.run(Recording.of(seed), steps::add);
        return steps;
    }

    private static List<Campaign.Result> inParallel(long base, long histories) throws Exception {
        List<Callable<Campaign.Result>> parts = new ArrayList<>();
        for (int part = 0; part < THREADS; part++) {
            long first = base + part;
            long count = (histories + THREADS - 1 - part) / THREADS;
            parts.add(() -> Campaign.run(first, THREADS, count, _ -> {}));
        }
        List<Campaign.Result> results = new ArrayList<>();
        try (ExecutorService threads = Executors.newFixedThreadPool(THREADS)) {
            for (Future<Campaign.Result> part : threads.invokeAll(parts)) {
                results.add(part.get());
            }
        } catch (ExecutionException e) {
            throw new AssertionError("a history ended with a fault of the engine", e.getCause());
        }
        return results;
    }

    private static void write(String name, String text) throws IOException {
        Files.createDirectories(REPORTS);
        Files.writeString(REPORTS.resolve(name), text);
    }
}
