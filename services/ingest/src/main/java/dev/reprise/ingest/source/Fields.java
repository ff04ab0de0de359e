// SPDX-License-Identifier: Apache-2.0
package dev.reprise.ingest.source;

import java.time.DateTimeException;
import java.time.Instant;
import java.time.LocalDateTime;
import java.time.OffsetDateTime;
import java.time.ZoneId;
import java.time.format.DateTimeFormatter;
import java.util.Optional;
import java.util.function.Supplier;
import tools.jackson.databind.JsonNode;

import dev.reprise.ingest.redact.Redaction;
import dev.reprise.ingest.source.Finding.Kind;
import dev.reprise.schemas.event.ErrorEvidence;
import dev.reprise.schemas.id.JobId;
import dev.reprise.schemas.id.PartitionKey;
import dev.reprise.schemas.id.RerunId;
import dev.reprise.schemas.id.RunId;

/** Lenient reading of one JSON object: texts may be numbers and numbers texts, empty is absent, times have many forms. */
public final class Fields {

    private static final DateTimeFormatter LOCAL = DateTimeFormatter.ofPattern("yyyy-MM-dd HH:mm:ss");
    /** Epoch numbers below this are seconds: the same number of milliseconds is in January 1970. */
    private static final long SECONDS_BELOW = 100_000_000_000L;
    /** Redaction reads at most this much of a text; the evidence keeps less anyway. */
    private static final int MAX_READ = 16 * 1024;
    private static final int MAX_COUNT = 1_000_000;

    private final JsonNode json;
    private final String path;

    private Fields(JsonNode json, String path) {
        this.json = json;
        this.path = path;
    }

    /** The fields of an object; of anything else there are none. */
    public static Fields of(JsonNode json) {
        return new Fields(json, "");
    }

    /** The fields of an object inside it. */
    public Fields in(String name) {
        return new Fields(json.path(name), path + name + ".");
    }

    /** The value itself. */
    public JsonNode raw(String name) {
        return json.path(name);
    }

    /** A text, or a number as text; absent when empty. */
    public Optional<String> text(String name) {
        JsonNode value = json.path(name);
        if (!value.isString() && !value.isNumber() && !value.isBoolean()) {
            return Optional.empty();
        }
        return Optional.of(value.asString().strip()).filter(text -> !text.isEmpty());
    }

    /** A text that has to be there. */
    public String required(String name, String fix) {
        return text(name).orElseThrow(() -> new UnusableFieldException(Kind.SCHEMA, path + name,
                path + name + " is missing or no text: " + fix));
    }

    /** A whole number. */
    public Optional<Long> number(String name) {
        try {
            return text(name).map(Long::valueOf);
        } catch (NumberFormatException _) {
            return Optional.empty();
        }
    }

    /** A number that counts attempts, from {@code first}; absent when it does not count. */
    public Optional<Integer> count(String name, int first) {
        return number(name).filter(value -> value >= first && value <= MAX_COUNT).map(Long::intValue);
    }

    /** A time: RFC 3339, epoch seconds or milliseconds, or date and time as the clocks of {@code zone} show it. */
    public Optional<Instant> time(String name, ZoneId zone) {
        Optional<Long> epoch = number(name);
        if (epoch.isPresent()) {
            return epoch.filter(value -> value > 0).map(value -> value < SECONDS_BELOW
                    ? Instant.ofEpochSecond(value)
                    : Instant.ofEpochMilli(value));
        }
        return text(name).flatMap(text -> timeOf(text, zone));
    }

    private static Optional<Instant> timeOf(String text, ZoneId zone) {
        try {
            return Optional.of(OffsetDateTime.parse(text).toInstant());
        } catch (DateTimeException _) {
            try {
                String local = text.replace('T', ' ');
                int end = Math.min(local.length(), 19);
                return Optional.of(LocalDateTime.parse(local.substring(0, end), LOCAL).atZone(zone).toInstant());
            } catch (DateTimeException _) {
                return Optional.empty();
            }
        }
    }

    /** The job of a source. */
    public static JobId job(String source, String name) {
        return checked("job", () -> new JobId(source, name));
    }

    /** A run. */
    public static RunId run(String id) {
        return checked("run", () -> new RunId(id));
    }

    /** A partition that the contract allows; what it does not is no evidence. */
    public static Optional<PartitionKey> partition(Optional<String> text) {
        try {
            return text.map(String::strip).map(PartitionKey::new);
        } catch (IllegalArgumentException _) {
            return Optional.empty();
        }
    }

    /** A rerun of ours. */
    public static Optional<RerunId> rerun(Optional<String> text) {
        try {
            return text.map(RerunId::new);
        } catch (IllegalArgumentException _) {
            return Optional.empty();
        }
    }

    /** Evidence with what is there, without secrets. */
    public static ErrorEvidence error(String message, Optional<String> type, Optional<String> code,
            Optional<Integer> exitCode, Optional<String> output, Optional<String> logUrl) {
        return new ErrorEvidence(Redaction.of(head(message)), type.map(Redaction::of), code.map(Redaction::of),
                exitCode,
                output.map(text -> Redaction.of(tail(text))), logUrl.map(Redaction::of));
    }

    private static String head(String text) {
        return text.length() <= MAX_READ ? text : text.substring(0, MAX_READ);
    }

    private static String tail(String text) {
        return text.length() <= MAX_READ ? text : text.substring(text.length() - MAX_READ);
    }

    private static <T> T checked(String field, Supplier<T> maker) {
        try {
            return maker.get();
        } catch (IllegalArgumentException e) {
            throw new UnusableFieldException(Kind.SCHEMA, field, String.valueOf(e.getMessage()));
        }
    }
}
