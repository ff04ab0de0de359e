// SPDX-License-Identifier: Apache-2.0
package dev.reprise.core.simulate;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;
import tools.jackson.databind.DeserializationFeature;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.PropertyNamingStrategies;
import tools.jackson.databind.json.JsonMapper;
import tools.jackson.databind.node.ObjectNode;

/** Cases from real public threads, with the decisions that are right. */
public final class Scenarios {
    private static final JsonMapper MAPPER = JsonMapper.builder()
            .propertyNamingStrategy(PropertyNamingStrategies.SNAKE_CASE)
            .disable(DeserializationFeature.FAIL_ON_UNKNOWN_PROPERTIES).build();

    private Scenarios() {}

    /** All of them, in the order of the files. */
    public static Stream<Scenario> all() {
        return Stream.of("scenarios", "storms").flatMap(Scenarios::in);
    }

    private static Stream<Scenario> in(String file) {
        try (var stream = Scenarios.class.getResourceAsStream("/scenarios/" + file + ".json")) {
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
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
