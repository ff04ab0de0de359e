// SPDX-License-Identifier: Apache-2.0
package dev.reprise.core.simulate;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.TestFactory;
import tools.jackson.databind.DeserializationFeature;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.PropertyNamingStrategies;
import tools.jackson.databind.json.JsonMapper;
import tools.jackson.databind.node.ObjectNode;

/** Cases from real public threads. */
final class ScenarioTest {
    private static final JsonMapper MAPPER = JsonMapper.builder()
            .propertyNamingStrategy(PropertyNamingStrategies.SNAKE_CASE)
            .disable(DeserializationFeature.FAIL_ON_UNKNOWN_PROPERTIES).build();

    @TestFactory
    Stream<DynamicTest> shouldDecideAsExpected() {
        return cases().map(scenario -> DynamicTest.dynamicTest(name(scenario), () -> assertThat(
                Simulation.run(scenario).answers().stream().sorted().toList())
                .isEqualTo(scenario.expected().orElseThrow().stream().sorted().toList())));
    }

    @TestFactory
    Stream<DynamicTest> shouldNotRerunMoreWhenEveryEventComesTwice() {
        return cases().map(scenario -> DynamicTest.dynamicTest(name(scenario), () -> {
            List<ScenarioEvent> doubled = new ArrayList<>();
            scenario.events().forEach(event -> doubled.addAll(List.of(event, event)));

            assertThat(Simulation.run(with(scenario, doubled)).reruns()).isEqualTo(Simulation.run(scenario).reruns());
        }));
    }

    private static Scenario with(Scenario scenario, List<ScenarioEvent> events) {
        return new Scenario(scenario.id(), scenario.title(), scenario.policies(), events, scenario.runOn(),
                Optional.empty());
    }

    private static String name(Scenario scenario) {
        return scenario.id() + " " + scenario.title().orElse("");
    }

    private static Stream<Scenario> cases() {
        return Stream.of("scenarios", "storms").flatMap(ScenarioTest::cases);
    }

    private static Stream<Scenario> cases(String file) {
        try (var stream = ScenarioTest.class.getResourceAsStream("/scenarios/" + file + ".json")) {
            List<Scenario> scenarios = new ArrayList<>();
            for (JsonNode node : MAPPER.readTree(stream)) {
                ObjectNode object = (ObjectNode) node;
                object.set("policies", object.remove("policy"));
                object.path("events").forEach(event -> {
                    if (event.has("final")) {
                        ((ObjectNode) event).set("final_failure", event.get("final"));
                    }
                });
                scenarios.add(MAPPER.treeToValue(object, Scenario.class));
            }
            return scenarios.stream();
        } catch (java.io.IOException e) {
            throw new java.io.UncheckedIOException(e);
        }
    }
}
