// SPDX-License-Identifier: Apache-2.0
package dev.reprise.core.reference;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.EnumSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestFactory;

import dev.reprise.core.simulate.Scenario;
import dev.reprise.core.simulate.ScenarioAnswer;
import dev.reprise.core.simulate.ScenarioEvent;
import dev.reprise.core.simulate.Scenarios;
import dev.reprise.core.simulate.Simulation;

/**
 * The engine against the plain rules. {@code -Dfuzz.histories=N} tries more histories, {@code -Dfuzz.seed=S} begins
 * elsewhere; a difference is shown with the shortest history that has it.
 */
final class DifferenceTest {
    private static final int HISTORIES = Integer.getInteger("fuzz.histories", 2_000);
    private static final long SEED = Long.getLong("fuzz.seed", 1);
    private static final Set<Richer> ALL = EnumSet.allOf(Richer.class);

    @TestFactory
    Stream<DynamicTest> shouldAgreeWithThePlainRulesOnKnownCases() {
        return Scenarios.all().map(scenario -> DynamicTest.dynamicTest(scenario.id(), () -> {
            List<ScenarioAnswer> expected = sorted(scenario.expected().orElseThrow());

            assertThat(sorted(ReferenceDecider.run(scenario, Set.of()))).isEqualTo(expected);
            assertThat(sorted(ReferenceDecider.run(scenario, ALL))).isEqualTo(expected);
        }));
    }

    @Test
    void shouldDecideAsThePlainRulesDo() {
        List<Scenario> known = Scenarios.all().toList();
        for (long seed = SEED; seed < SEED + HISTORIES; seed++) {
            Scenario history = new HistoryGenerator(known, seed).next();
            if (differs(history)) {
                Scenario shortest = shrink(history);
                throw new AssertionError(describe(shortest));
            }
        }
    }

    private static boolean differs(Scenario history) {
        return !sorted(Simulation.run(history).answers()).equals(sorted(ReferenceDecider.run(history, ALL)));
    }

    private static Scenario shrink(Scenario history) {
        Scenario shortest = history;
        boolean shrank = true;
        while (shrank) {
            shrank = false;
            for (int i = shortest.events().size() - 1; i >= 0; i--) {
                Scenario without = without(shortest, i);
                if (differs(without)) {
                    shortest = without;
                    shrank = true;
                }
            }
        }
        return shortest;
    }

    private static Scenario without(Scenario history, int index) {
        List<ScenarioEvent> events = new ArrayList<>(history.events());
        events.remove(index);
        return new Scenario(history.id(), history.title(), history.policies(), events, history.runOn(),
                Optional.empty());
    }

    private static String describe(Scenario history) {
        String events = history.events().stream().map(DifferenceTest::text).collect(Collectors.joining("\n  "));
        return """
                %s
                policies %s, run on %d
                  %s
                engine:
                  %s
                plain rules:
                  %s""".formatted(history.id(), text(history.policies()), history.runOn(), events,
                lines(Simulation.run(history).answers()), lines(ReferenceDecider.run(history, ALL)));
    }

    /** What is absent is left out. */
    private static String text(Object record) {
        return record.toString().replaceAll("\\w+=Optional.empty(, )?", "").replaceAll("Optional\\[([^]]*)]", "$1");
    }

    private static String lines(List<ScenarioAnswer> answers) {
        return answers.stream().map(answer -> "%d on %s: %s %s".formatted(answer.t(), answer.on(), answer.decision(),
                answer.reason())).collect(Collectors.joining("\n  "));
    }

    private static List<ScenarioAnswer> sorted(List<ScenarioAnswer> answers) {
        return answers.stream().sorted().toList();
    }
}
