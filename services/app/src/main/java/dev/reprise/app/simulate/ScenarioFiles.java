// SPDX-License-Identifier: Apache-2.0
package dev.reprise.app.simulate;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;
import tools.jackson.core.JacksonException;
import tools.jackson.core.exc.StreamReadException;
import tools.jackson.databind.DeserializationFeature;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.PropertyNamingStrategies;
import tools.jackson.databind.json.JsonMapper;
import tools.jackson.databind.node.ObjectNode;

import dev.reprise.app.client.CommandFailure;
import dev.reprise.core.simulate.Scenario;
import dev.reprise.runtime.lifecycle.ExitCode;

/**
 * Reads scenario files: a JSON array of scenarios or a single one. Fields that mean nothing here, such as where a case comes
 * from, are passed over.
 */
public final class ScenarioFiles {
    private static final JsonMapper MAPPER = JsonMapper.builder()
            .propertyNamingStrategy(PropertyNamingStrategies.SNAKE_CASE)
            .disable(DeserializationFeature.FAIL_ON_UNKNOWN_PROPERTIES)
            .enable(DeserializationFeature.FAIL_ON_NULL_CREATOR_PROPERTIES).build();

    private ScenarioFiles() {}

    /**
     * Reads files, and of folders the files in them that end with {@code .json}, in the order of their names.
     *
     * @throws CommandFailure naming the file and what is wrong with it
     */
    public static List<Scenario> read(List<Path> paths) {
        List<Scenario> scenarios = new ArrayList<>();
        for (Path path : paths) {
            for (Path file : filesOf(path)) {
                scenarios.addAll(read(file));
            }
        }
        return scenarios;
    }

    private static List<Path> filesOf(Path path) {
        if (!Files.exists(path)) {
            throw new CommandFailure(ExitCode.NOT_FOUND, path + " does not exist");
        }
        if (!Files.isDirectory(path)) {
            return List.of(path);
        }
        try (Stream<Path> files = Files.walk(path)) {
            return files.filter(file -> file.toString().endsWith(".json") && Files.isRegularFile(file)).sorted()
                    .toList();
        } catch (IOException e) {
            throw new CommandFailure(ExitCode.USAGE, path + " cannot be read: " + e.getMessage(), e);
        }
    }

    private static List<Scenario> read(Path file) {
        JsonNode root;
        try {
            root = MAPPER.readTree(Files.readString(file));
        } catch (StreamReadException e) {
            throw new CommandFailure(ExitCode.USAGE, file + ":" + e.getLocation().getLineNr() + ": no JSON: "
                    + e.getOriginalMessage(), e);
        } catch (IOException e) {
            throw new CommandFailure(ExitCode.USAGE, file + " cannot be read: " + e.getMessage(), e);
        }
        if (!root.isArray()) {
            return List.of(scenario(file, 0, root));
        }
        List<Scenario> scenarios = new ArrayList<>();
        for (JsonNode element : root) {
            scenarios.add(scenario(file, scenarios.size(), element));
        }
        return scenarios;
    }

    private static Scenario scenario(Path file, int index, JsonNode node) {
        if (!(node instanceof ObjectNode written) || !written.path("events").isArray()) {
            throw new CommandFailure(ExitCode.USAGE, file + ": element " + index
                    + " is no scenario: it needs id, policy and events, and may have run_on and expected");
        }
        ObjectNode scenario = written.deepCopy();
        scenario.set("policies", scenario.has("policy") ? scenario.get("policy") : MAPPER.createObjectNode());
        if (!scenario.has("id")) {
            scenario.put("id", file.getFileName() + "#" + index);
        }
        if (!scenario.has("run_on")) {
            scenario.put("run_on", 0);
        }
        for (JsonNode event : scenario.path("events")) {
            if (event instanceof ObjectNode object && object.has("final")) {
                object.set("final_failure", object.get("final")); // a word that Java keeps to itself
            }
        }
        try {
            return MAPPER.treeToValue(scenario, Scenario.class);
        } catch (JacksonException e) {
            throw new CommandFailure(ExitCode.USAGE, file + ": scenario " + scenario.path("id").asString("") + ": "
                    + e.getOriginalMessage(), e);
        }
    }
}
