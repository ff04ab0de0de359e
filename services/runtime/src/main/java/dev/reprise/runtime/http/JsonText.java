// SPDX-License-Identifier: Apache-2.0
package dev.reprise.runtime.http;

import com.fasterxml.jackson.annotation.JsonInclude;
import java.util.stream.Collectors;
import tools.jackson.core.JacksonException;
import tools.jackson.core.TokenStreamLocation;
import tools.jackson.core.exc.StreamReadException;
import tools.jackson.databind.DeserializationFeature;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.exc.UnrecognizedPropertyException;
import tools.jackson.databind.json.JsonMapper;

/** Bodies as JSON: absent values are left out when written, unknown fields are refused when read. */
final class JsonText {

    private static final JsonMapper MAPPER = JsonMapper.builder()
            .changeDefaultPropertyInclusion(value -> value.withValueInclusion(JsonInclude.Include.NON_ABSENT))
            .enable(DeserializationFeature.FAIL_ON_UNKNOWN_PROPERTIES)
            .enable(DeserializationFeature.FAIL_ON_TRAILING_TOKENS).build();

    private JsonText() {}

    static byte[] write(Object value) {
        return MAPPER.writeValueAsBytes(value);
    }

    static JsonNode tree(byte[] body) {
        return guarded(() -> MAPPER.readTree(body));
    }

    static <T> T read(byte[] body, Class<T> type) {
        return guarded(() -> MAPPER.readValue(body, type));
    }

    private interface Reading<T> {
        T read();
    }

    private static <T> T guarded(Reading<T> reading) {
        try {
            return reading.read();
        } catch (JacksonException e) {
            throw new ProblemException(problem(e));
        }
    }

    private static Problem problem(JacksonException e) {
        if (e instanceof StreamReadException) {
            TokenStreamLocation at = e.getLocation();
            return Problem.of(400, "the body is not JSON: " + e.getOriginalMessage() + " at line " + at.getLineNr()
                    + ", column " + at.getColumnNr());
        }
        String field = e.getPath().stream()
                .map(step -> step.getPropertyName() == null
                        ? Integer.toString(step.getIndex())
                        : step.getPropertyName())
                .collect(Collectors.joining("."));
        if (e instanceof UnrecognizedPropertyException unknown) {
            return Problem.of(400, "unknown field").in(field)
                    .fixedBy("use one of " + unknown.getKnownPropertyIds().stream().map(String::valueOf).sorted()
                            .collect(Collectors.joining(", ")));
        }
        Throwable cause = e.getCause();
        // A record refuses in its own words; Jackson's words name Java types, which say little to a caller.
        String detail = cause instanceof IllegalArgumentException && cause.getMessage() != null
                ? cause.getMessage()
                : "a field is missing or has a value of the wrong type";
        Problem problem = Problem.of(400, detail);
        return field.isEmpty() ? problem : problem.in(field);
    }
}
