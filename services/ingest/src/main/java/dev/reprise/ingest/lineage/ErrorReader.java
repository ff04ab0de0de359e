// SPDX-License-Identifier: Apache-2.0
package dev.reprise.ingest.lineage;

import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import tools.jackson.databind.JsonNode;

import dev.reprise.ingest.redact.Redaction;
import dev.reprise.schemas.event.ErrorEvidence;

/** The evidence of a failure: the {@code errorMessage} facet, or Spark's own {@code spark.exception}, redacted. */
final class ErrorReader {

    /** Redaction reads at most this much of each text; more is cut before, as the evidence keeps less anyway. */
    private static final int MAX_READ = 16 * 1024;
    private static final Pattern JAVA_TYPE = Pattern
            .compile("\\A([A-Za-z_$][\\w$]*(?:\\.[A-Za-z_$][\\w$]*)+)(?::|\\s|\\z)");
    private static final Pattern PYTHON_TYPE = Pattern
            .compile("(?m)^([A-Za-z_][\\w.]*(?:Error|Exception|Interrupt|Timeout|Exit)\\b)(?::|$)");

    private ErrorReader() {}

    static Optional<ErrorEvidence> read(JsonNode runFacets) {
        JsonNode facet = runFacets.path("errorMessage");
        if (!facet.isObject()) {
            facet = runFacets.path("spark.exception");
        }
        if (!facet.isObject()) {
            return Optional.empty();
        }
        Optional<String> trace = text(facet, "stackTrace");
        Optional<String> message = text(facet, "message")
                .or(() -> trace.map(text -> text.lines().findFirst().orElse("")).filter(line -> !line.isBlank()));
        Optional<String> logUrl = text(runFacets.path("airflow").path("taskInstance"), "log_url");
        return Optional.of(new ErrorEvidence(Redaction.of(head(message.orElse("the event gives no message"))),
                type(trace.or(() -> message)), Optional.empty(), Optional.empty(),
                trace.map(text -> Redaction.of(tail(text))), logUrl.map(Redaction::of)));
    }

    /** The exception's class: the first word of a Java trace, the last line that begins with one in Python's. */
    private static Optional<String> type(Optional<String> trace) {
        if (trace.isEmpty()) {
            return Optional.empty();
        }
        String text = head(trace.get());
        Matcher java = JAVA_TYPE.matcher(text);
        if (java.find()) {
            return Optional.of(java.group(1));
        }
        Matcher python = PYTHON_TYPE.matcher(tail(trace.get()));
        String last = "";
        while (python.find()) {
            last = python.group(1);
        }
        return last.isEmpty() ? Optional.empty() : Optional.of(last);
    }

    private static Optional<String> text(JsonNode object, String field) {
        JsonNode value = object.path(field);
        return value.isString() && !value.stringValue().isBlank() ? Optional.of(value.stringValue()) : Optional.empty();
    }

    private static String head(String text) {
        return text.length() <= MAX_READ ? text : text.substring(0, MAX_READ);
    }

    private static String tail(String text) {
        return text.length() <= MAX_READ ? text : text.substring(text.length() - MAX_READ);
    }
}
