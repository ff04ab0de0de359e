// SPDX-License-Identifier: Apache-2.0
package dev.reprise.runtime.config;

import com.fasterxml.jackson.annotation.JsonSubTypes;
import com.fasterxml.jackson.annotation.JsonTypeName;
import java.time.Duration;
import java.util.Arrays;
import java.util.Collection;
import java.util.Locale;
import java.util.Optional;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import tools.jackson.core.JacksonException;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.exc.InvalidTypeIdException;
import tools.jackson.databind.exc.MismatchedInputException;

/** Says in the user's words why a value does not fit, where Jackson's own words name Java types. */
final class Mismatch {

    private Mismatch() {}

    static ConfigProblem describe(String path, JacksonException e, JsonNode value) {
        Throwable cause = e.getCause();
        if (cause instanceof IllegalArgumentException && cause.getMessage() != null) {
            return ConfigProblem.of(path, cause.getMessage());
        }
        Class<?> type = e instanceof MismatchedInputException mismatch && mismatch.getTargetType() != null
                ? mismatch.getTargetType()
                : Object.class;
        if (value.isMissingNode()) {
            return ConfigProblem.of(path, "is required", "add it");
        }
        if (e instanceof InvalidTypeIdException unknown) {
            return unknownType(path, unknown);
        }
        return ConfigProblem.of(path, "expected " + expected(type) + ", found " + found(value));
    }

    private static ConfigProblem unknownType(String path, InvalidTypeIdException e) {
        JsonSubTypes types = e.getBaseType().getRawClass().getAnnotation(JsonSubTypes.class);
        String known = types == null
                ? "a known one"
                : "one of " + Arrays.stream(types.value()).flatMap(Mismatch::names).collect(Collectors.joining(", "));
        return e.getTypeId() == null
                ? ConfigProblem.of(path, "has no type", "give " + known)
                : ConfigProblem.of(path, "unknown type " + e.getTypeId(), "give " + known);
    }

    private static Stream<String> names(JsonSubTypes.Type type) {
        JsonTypeName name = type.value().getAnnotation(JsonTypeName.class);
        return name == null ? Arrays.stream(type.names()) : Stream.of(name.value());
    }

    private static String expected(Class<?> type) {
        if (type.isEnum()) {
            return "one of " + Arrays.stream(type.getEnumConstants())
                    .map(constant -> constant.toString().toLowerCase(Locale.ROOT)).collect(Collectors.joining(", "));
        }
        if (type == int.class || type == Integer.class || type == long.class || type == Long.class
                || type == short.class) {
            return "a whole number";
        }
        if (type == double.class || type == Double.class) {
            return "a number";
        }
        if (type == boolean.class || type == Boolean.class) {
            return "true or false";
        }
        if (type == Duration.class) {
            return "a duration such as 500ms, 30s, 1h30m or 7d";
        }
        if (type.isRecord()) {
            return "a section of keys";
        }
        if (Collection.class.isAssignableFrom(type)) {
            return "a list";
        }
        return type == String.class || type == Secret.class || type == ByteSize.class
                ? "a single value"
                : "another kind of value";
    }

    private static String found(JsonNode value) {
        if (value.isObject()) {
            return "a section of keys";
        }
        return value.isArray()
                ? "a list"
                : Optional.of(value.asString()).filter(text -> !text.isEmpty()).orElse("nothing");
    }
}
