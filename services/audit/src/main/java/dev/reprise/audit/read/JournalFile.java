// SPDX-License-Identifier: Apache-2.0
package dev.reprise.audit.read;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.DateTimeException;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import tools.jackson.core.JacksonException;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

import dev.reprise.audit.history.Journal;
import dev.reprise.audit.history.Start;
import dev.reprise.runtime.config.ConfigException;
import dev.reprise.schemas.id.InstanceId;
import dev.reprise.schemas.id.RerunId;

/**
 * Reads the journal of a target: JSON lines {@code {"rerunId", "instance", "epoch", "receivedAt", "run"}}, one for each start
 * that the target accepted, on disk before the target answered. {@code run} may be left out, and further fields are ignored.
 */
public final class JournalFile {
    private static final JsonMapper MAPPER = new JsonMapper();

    private JournalFile() {}

    /**
     * Reads a file.
     *
     * @throws ConfigException naming the line and the field that is missing or wrong, or the file that cannot be read
     */
    public static Journal read(Path file) {
        String text;
        try {
            text = Files.readString(file, StandardCharsets.UTF_8);
        } catch (IOException | UncheckedIOException e) {
            throw ConfigException.of("--journal", file + " cannot be read: " + e.getMessage(),
                    "give a readable file of JSON lines");
        }
        return parse(text);
    }

    /** As {@link #read}, from its text. */
    static Journal parse(String text) {
        List<Start> starts = new ArrayList<>();
        String[] lines = text.split("\n", -1);
        for (int i = 0; i < lines.length; i++) {
            // What comes after the last line's end was cut off while it was written: that start was never answered.
            boolean torn = i == lines.length - 1;
            if (!lines[i].isBlank() && !(torn && !isWhole(lines[i]))) {
                starts.add(start(lines[i], i + 1));
            }
        }
        return new Journal(starts);
    }

    private static boolean isWhole(String line) {
        try {
            return MAPPER.readTree(line).isObject();
        } catch (JacksonException _) {
            return false;
        }
    }

    private static Start start(String line, int number) {
        JsonNode entry;
        try {
            entry = MAPPER.readTree(line);
        } catch (JacksonException e) {
            throw wrong(number, "is no JSON: " + e.getOriginalMessage(), "write one JSON object a line");
        }
        try {
            return new Start(number, new RerunId(text(entry, "rerunId", number)),
                    InstanceId.parse(text(entry, "instance", number)), epoch(entry, number),
                    Instant.parse(text(entry, "receivedAt", number)),
                    Optional.ofNullable(entry.get("run")).filter(JsonNode::isString).map(JsonNode::stringValue));
        } catch (DateTimeException _) {
            throw wrong(number, "receivedAt is no time of RFC 3339", "give one such as 2026-11-29T07:30:00Z");
        } catch (IllegalArgumentException e) {
            throw wrong(number, String.valueOf(e.getMessage()), "write what the request carried");
        }
    }

    private static String text(JsonNode entry, String field, int number) {
        JsonNode value = entry.path(field);
        if (!value.isString()) {
            throw wrong(number, field + " is missing or no text", "write it as the request carried it");
        }
        return value.stringValue();
    }

    private static long epoch(JsonNode entry, int number) {
        JsonNode value = entry.path("epoch");
        if (!value.canConvertToLong()) {
            throw wrong(number, "epoch is missing or no whole number", "write it as the request carried it");
        }
        return value.longValue();
    }

    private static ConfigException wrong(int line, String found, String fix) {
        return ConfigException.of("--journal", "line " + line + ": " + found, fix);
    }
}
