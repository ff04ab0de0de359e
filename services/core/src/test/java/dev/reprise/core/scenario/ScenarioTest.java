// SPDX-License-Identifier: Apache-2.0
package dev.reprise.core.scenario;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.TestFactory;
import tools.jackson.databind.JsonNode;

final class ScenarioTest {

    @TestFactory
    Stream<DynamicTest> shouldDecideAsExpected() {
        return cases().map(scenario -> DynamicTest.dynamicTest(scenario.id() + " " + scenario.title(), () -> {
            List<Scenario.Answer> answers = new ScenarioRun(scenario).run();

            assertThat(answers.stream().sorted().toList()).isEqualTo(scenario.expected().stream().sorted().toList());
        }));
    }

    @TestFactory
    Stream<DynamicTest> shouldNotRerunMoreWhenEveryEventComesTwice() {
        return cases().map(scenario -> DynamicTest.dynamicTest(scenario.id(), () -> {
            List<JsonNode> doubled = new ArrayList<>();
            scenario.events().forEach(event -> {
                doubled.add(event);
                doubled.add(event);
            });

            assertThat(rerunIds(scenario.withEvents(doubled))).isEqualTo(rerunIds(scenario));
        }));
    }

    private static List<String> rerunIds(Scenario scenario) {
        ScenarioRun run = new ScenarioRun(scenario);
        run.run();
        return run.reruns().stream().map(rerun -> rerun.rerunId().value()).toList();
    }

    /** Storms and a policy's own deadline are stages beside the instance. */
    private static Stream<Scenario> cases() {
        return Scenario.all().stream().filter(scenario -> scenario.policy().valueStream()
                .noneMatch(policy -> policy.has("storm_limit") || policy.has("deadline")));
    }
}
