// SPDX-License-Identifier: Apache-2.0
package dev.reprise.schemas.wire;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.Stream;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/** The golden samples of each type, as they stand in the sources. */
final class Samples {
    static final Path FOLDER = Path.of("src/main/resources/dev/reprise/schemas/samples");
    private static final JsonMapper JSON = JsonMapper.shared();

    private Samples() {}

    /** The valid or invalid samples of a type by file name. */
    static Map<String, JsonNode> of(WireType type, String prefix) {
        Map<String, JsonNode> samples = new TreeMap<>();
        for (Path file : files(FOLDER.resolve(type.schemaName()))) {
            String name = file.getFileName().toString();
            if (name.startsWith(prefix)) {
                samples.put(name, JSON.readTree(file));
            }
        }
        return samples;
    }

    static JsonNode full(WireType type) {
        return JSON.readTree(FOLDER.resolve(type.schemaName()).resolve("valid-full.json"));
    }

    static byte[] bytes(WireType type, String file) {
        return JSON.writeValueAsBytes(of(type, file).get(file));
    }

    /** The field that each invalid sample breaks, by {@code type/file}. */
    static Map<String, String> brokenFields() {
        Map<String, String> fields = new TreeMap<>();
        JSON.readTree(FOLDER.resolve("invalid.json")).properties()
                .forEach(entry -> fields.put(entry.getKey(), entry.getValue().asString()));
        return fields;
    }

    static List<Path> files(Path folder) {
        try (Stream<Path> files = Files.list(folder)) {
            return files.sorted().toList();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
