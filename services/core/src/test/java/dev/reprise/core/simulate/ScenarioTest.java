// SPDX-License-Identifier: Apache-2.0
package dev.reprise.core.simulate;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.function.Consumer;
import java.util.stream.Stream;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.TestFactory;

import dev.reprise.schemas.id.RerunId;

/** Cases from real public threads: the right decisions, and no rerun more when delivery goes wrong. */
final class ScenarioTest {
    /** Twice as long as any failure in the cases may be old. */
    private static final long VERY_LATE = 200_000;

    @TestFactory
    Stream<DynamicTest> shouldDecideAsExpected() {
        return forEach(scenario -> assertThat(Simulation.run(scenario).answers().stream().sorted().toList())
                .isEqualTo(scenario.expected().orElseThrow().stream().sorted().toList()));
    }

    @TestFactory
    Stream<DynamicTest> shouldNotRerunMoreWhenEveryEventComesTwice() {
        return forEach(scenario -> {
            List<ScenarioEvent> doubled = new ArrayList<>();
            scenario.events().forEach(event -> doubled.addAll(List.of(event, event)));

            assertThat(reruns(scenario, doubled)).isEqualTo(Simulation.run(scenario).reruns());
        });
    }

    @TestFactory
    Stream<DynamicTest> shouldNotRerunMoreWhenAllComesAgainInTheEnd() {
        return forEach(scenario -> {
            long end = scenario.events().getLast().t();
            List<ScenarioEvent> again = new ArrayList<>(scenario.events());
            scenario.events().forEach(event -> again.add(told(event, Math.max(end, event.t()) + scenario.runOn())));

            assertThat(reruns(scenario, again)).isEqualTo(Simulation.run(scenario).reruns());
        });
    }

    /** What only arrives when it is old is told to people, never rerun. */
    @TestFactory
    Stream<DynamicTest> shouldRerunNothingWhenAllComesTooLate() {
        return forEach(scenario -> {
            List<ScenarioEvent> late = scenario.events().stream().map(event -> told(event, event.t() + VERY_LATE))
                    .toList();

            assertThat(reruns(scenario, late)).isEmpty();
        });
    }

    @TestFactory
    Stream<DynamicTest> shouldDecideTheSameWhenItCrashesAfterEachStep() {
        return forEach(scenario -> assertThat(Simulation.runCrashing(scenario)).isEqualTo(Simulation.run(scenario)));
    }

    private static Stream<DynamicTest> forEach(Consumer<Scenario> check) {
        return Scenarios.all().map(scenario -> DynamicTest.dynamicTest(
                scenario.id() + " " + scenario.title().orElse(""), () -> check.accept(scenario)));
    }

    private static List<RerunId> reruns(Scenario scenario, List<ScenarioEvent> events) {
        return Simulation.run(new Scenario(scenario.id(), scenario.title(), scenario.policies(), events,
                scenario.runOn(), Optional.empty())).reruns();
    }

    /** The same event delivered at another time; its source's clock says what it said. */
    private static ScenarioEvent told(ScenarioEvent event, long t) {
        return new ScenarioEvent(t, event.type(), event.job(), event.partition(), event.run(), event.attempt(),
                event.eventTime().or(() -> Optional.of(event.t())), event.appendTime(), event.finalFailure(),
                event.willRetry(), event.partial(), event.by(), event.state(), event.aliasOf(), event.rerunOf(),
                event.correlated(), event.own(), event.beforeIntent(), event.force(), event.request(), event.error());
    }
}
