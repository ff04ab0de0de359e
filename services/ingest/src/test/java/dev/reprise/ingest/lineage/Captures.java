// SPDX-License-Identifier: Apache-2.0
package dev.reprise.ingest.lineage;

import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.List;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/** Events as real producers sent them, see {@code src/test/resources/openlineage}. */
public final class Captures {

    private static final JsonMapper MAPPER = JsonMapper.builder().build();

    private Captures() {}

    /** The bodies of a capture, one a line. */
    public static List<String> bodies(String file) {
        try (InputStream stream = Captures.class.getResourceAsStream("/openlineage/" + file)) {
            if (stream == null) {
                throw new IllegalStateException("no capture " + file);
            }
            return new String(stream.readAllBytes(), StandardCharsets.UTF_8).lines().filter(line -> !line.isBlank())
                    .toList();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /** The bodies inside a capture that holds something around each, under the given field. */
    public static List<String> wrapped(String file, String field) {
        return bodies(file).stream().map(line -> {
            JsonNode inside = MAPPER.readTree(line).path(field);
            return inside.isString() ? inside.stringValue() : inside.toString();
        }).toList();
    }
}
