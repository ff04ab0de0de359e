// SPDX-License-Identifier: Apache-2.0
package dev.reprise.runtime.config;

import java.util.ArrayList;
import java.util.IdentityHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.IntStream;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ArrayNode;

/**
 * What was taken out of lists while faults were looked for. What stands behind a gap moves up, and a problem must name the
 * place that a person sees.
 */
final class TakenOut {
    private final JsonNode root;
    private final Map<JsonNode, List<Integer>> left = new IdentityHashMap<>();

    TakenOut(JsonNode root) {
        this.root = root;
    }

    /** Takes out one element; false where there is none. */
    boolean remove(ArrayNode list, int index) {
        if (index < 0 || index >= list.size()) {
            return false;
        }
        left.computeIfAbsent(list, _ -> new ArrayList<>(IntStream.range(0, list.size()).boxed().toList()))
                .remove(index);
        list.remove(index);
        return true;
    }

    /** The problem at the place that it has in what was written, with the name of the element of the list it is in. */
    ConfigProblem asWritten(ConfigProblem problem) {
        List<String> levels = new ArrayList<>();
        Optional<String> name = Optional.empty();
        JsonNode at = root;
        for (String level : problem.path().split("\\.", -1)) {
            boolean element = at.isArray() && level.matches("\\d{1,6}");
            levels.add(element ? original(at, Integer.parseInt(level)) : level);
            at = element ? at.path(Integer.parseInt(level)) : at.path(level);
            if (element && at.path("name").isString()) {
                name = Optional.of(at.path("name").stringValue());
            }
        }
        String message = name.filter(text -> !text.isBlank() && !problem.message().contains(text))
                .map(text -> problem.message() + " (of " + text + ")").orElse(problem.message());
        return new ConfigProblem(String.join(".", levels), problem.place(), message, problem.fix());
    }

    private String original(JsonNode list, int index) {
        List<Integer> indices = left.get(list);
        return Integer.toString(indices == null || index >= indices.size() ? index : indices.get(index));
    }
}
