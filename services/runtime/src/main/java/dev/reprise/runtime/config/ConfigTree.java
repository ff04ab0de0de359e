// SPDX-License-Identifier: Apache-2.0
package dev.reprise.runtime.config;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import tools.jackson.core.JacksonException;
import tools.jackson.core.JsonParser;
import tools.jackson.core.JsonToken;
import tools.jackson.core.StreamReadFeature;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ArrayNode;
import tools.jackson.databind.node.ObjectNode;
import tools.jackson.dataformat.yaml.YAMLMapper;

/** The merged layers, where each value came from, and the problems found so far. */
final class ConfigTree {

    private static final String VARIABLE_PREFIX = "REPRISE_";
    private static final String LEVEL = "__";
    private static final YAMLMapper YAML = YAMLMapper.builder().enable(StreamReadFeature.STRICT_DUPLICATE_DETECTION)
            .build();

    private final ObjectNode root = YAML.createObjectNode();
    private final Map<String, String> places = new HashMap<>();
    private final List<ConfigProblem> problems = new ArrayList<>();

    ObjectNode root() {
        return root;
    }

    List<ConfigProblem> problems() {
        return List.copyOf(problems);
    }

    /** Adds a problem, with its place: that of the key, or of the nearest level above it that has one. */
    void report(ConfigProblem problem) {
        problems.add(problem.at(place(problem.path())));
    }

    /** Whether something at this path, or below it, has been reported. */
    boolean hasProblemWithin(String path) {
        return problems.stream().map(ConfigProblem::path)
                .anyMatch(each -> path.isEmpty() || each.equals(path) || each.startsWith(path + "."));
    }

    void addFile(Path file) {
        try {
            addYaml(String.valueOf(file.getFileName()), Files.readString(file));
        } catch (IOException e) {
            problems.add(new ConfigProblem("", Optional.of(file.toString()),
                    Files.exists(file) ? "cannot be read: " + e.getMessage() : "does not exist",
                    Optional.of("name a readable YAML file")));
        }
    }

    void addYaml(String name, String text) {
        try {
            JsonNode layer = YAML.readTree(text);
            if (layer instanceof ObjectNode object) {
                merge(root, object);
                readPlaces(name, text);
            } else if (!layer.isMissingNode() && !layer.isNull()) {
                problems.add(new ConfigProblem("", Optional.of(name + ":1"), "expected sections of keys, found "
                        + layer.getNodeType().name().toLowerCase(Locale.ROOT), Optional.empty()));
            }
        } catch (JacksonException e) {
            String summary = e.getOriginalMessage().lines().map(String::strip).filter(line -> !line.isEmpty())
                    .reduce((first, second) -> second.startsWith("in ") || second.startsWith("at ")
                            ? first
                            : first + " " + second)
                    .orElse("is not YAML");
            problems.add(new ConfigProblem("", Optional.of(name + ":" + e.getLocation().getLineNr()),
                    "is not YAML: " + summary, Optional.empty()));
        }
    }

    void addEnvironment(Map<String, String> environment) {
        // Sorted, so that a section comes before what is set inside it.
        new TreeMap<>(environment).forEach((name, value) -> {
            if (name.startsWith(VARIABLE_PREFIX) && name.contains(LEVEL)) {
                addVariable(name, value);
            }
        });
    }

    private void addVariable(String name, String value) {
        List<String> levels = new ArrayList<>();
        for (String level : name.substring(VARIABLE_PREFIX.length()).split(LEVEL, -1)) {
            boolean verbatim = level.chars().anyMatch(Character::isLowerCase);
            levels.add(verbatim ? level : level.toLowerCase(Locale.ROOT).replace('_', '-'));
        }
        String path = String.join(".", levels);
        places.put(path, "environment variable " + name);
        JsonNode parent = root;
        for (String level : levels.subList(0, levels.size() - 1)) {
            parent = child(parent, level);
        }
        if (!set(parent, levels.getLast(), parse(value))) {
            report(ConfigProblem.of(path, "cannot be set, as the level above it is a single value or a shorter list",
                    "set the level above instead"));
        }
    }

    private static JsonNode child(JsonNode parent, String level) {
        JsonNode present = parent.isArray() && level.matches("\\d{1,6}")
                ? parent.get(Integer.parseInt(level))
                : parent.get(level);
        if (present != null && present.isContainer()) {
            return present;
        }
        ObjectNode created = YAML.createObjectNode();
        set(parent, level, created);
        return created;
    }

    private static boolean set(JsonNode parent, String level, JsonNode value) {
        if (parent instanceof ObjectNode object) {
            object.set(level, value);
            return true;
        }
        if (parent instanceof ArrayNode array && level.matches("\\d{1,6}") && Integer.parseInt(level) < array.size()) {
            array.set(Integer.parseInt(level), value);
            return true;
        }
        return false;
    }

    /** Lists and sections may be given in YAML's one-line form; everything else is text, whatever it looks like. */
    private static JsonNode parse(String value) {
        String trimmed = value.strip();
        if (trimmed.startsWith("[") || trimmed.startsWith("{")) {
            try {
                return YAML.readTree(trimmed);
            } catch (JacksonException _) {
                // a text that only begins like one
            }
        }
        return YAML.getNodeFactory().stringNode(value);
    }

    private static void merge(ObjectNode target, ObjectNode layer) {
        for (Map.Entry<String, JsonNode> entry : layer.properties()) {
            if (entry.getValue() instanceof ObjectNode section
                    && target.get(entry.getKey()) instanceof ObjectNode present) {
                merge(present, section);
            } else {
                target.set(entry.getKey(), entry.getValue());
            }
        }
    }

    private void readPlaces(String name, String text) {
        try (JsonParser parser = YAML.createParser(text)) {
            for (JsonToken token = parser.nextToken(); token != null; token = parser.nextToken()) {
                boolean item = token == JsonToken.START_OBJECT && parser.streamReadContext().getParent().inArray();
                if (token == JsonToken.PROPERTY_NAME || token.isScalarValue() || item) {
                    String path = ConfigPath.of(parser.streamReadContext().pathAsPointer());
                    places.put(path, name + ":" + parser.currentTokenLocation().getLineNr());
                }
            }
        }
    }

    private Optional<String> place(String path) {
        for (String at = path; !at.isEmpty(); at = ConfigPath.above(at)) {
            String place = places.get(at);
            if (place != null) {
                return Optional.of(place);
            }
        }
        return Optional.empty();
    }
}
