// SPDX-License-Identifier: Apache-2.0
package dev.reprise.schemas.wire;

import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import tools.jackson.core.JacksonException;
import tools.jackson.databind.exc.InvalidFormatException;
import tools.jackson.databind.exc.MismatchedInputException;
import tools.jackson.databind.exc.ValueInstantiationException;

import dev.reprise.schemas.wire.MalformedMessageException.Kind;

/** Puts what the JSON library says about a value into words for its sender. */
final class ReadProblem {
    private ReadProblem() {}

    static MalformedMessageException of(JacksonException failure) {
        String path = path(failure);
        if (failure instanceof ValueInstantiationException refused
                && failure.getCause() instanceof IllegalArgumentException rule) {
            String message = String.valueOf(rule.getMessage());
            return new MalformedMessageException(Kind.SCHEMA, field(path, refused, message), message);
        }
        if (failure instanceof InvalidFormatException format && format.getTargetType() != null
                && format.getTargetType().isEnum()) {
            List<String> names = Arrays.stream(format.getTargetType().getEnumConstants()).map(String::valueOf).toList();
            return new MalformedMessageException(
                    Kind.SCHEMA, path, path + " is unknown: give one of " + String.join(", ", names));
        }
        if (failure instanceof MismatchedInputException mismatch && mismatch.getTargetType() != null) {
            return new MalformedMessageException(
                    Kind.SCHEMA, path, path + " is not readable as "
                            + mismatch.getTargetType().getSimpleName().toLowerCase(Locale.ROOT)
                            + ": " + failure.getOriginalMessage());
        }
        return new MalformedMessageException(Kind.SCHEMA, path, failure.getOriginalMessage());
    }

    /** A record's own message begins with the component it refuses; the JSON path ends at the record. */
    private static String field(String path, ValueInstantiationException refused, String message) {
        String first = message.substring(0, Math.max(0, message.indexOf(' ')));
        String leaf = first.substring(first.lastIndexOf('.') + 1);
        Class<?> type = refused.getType() == null ? Object.class : refused.getType().getRawClass();
        boolean component = type.isRecord() && !RecordShape.isValue(type)
                && Arrays.stream(type.getRecordComponents()).anyMatch(part -> part.getName().equals(leaf));
        if (!component) {
            return path;
        }
        return path.isEmpty() ? leaf : path + "." + leaf;
    }

    private static String path(JacksonException e) {
        StringBuilder path = new StringBuilder();
        for (JacksonException.Reference reference : e.getPath()) {
            if (reference.getPropertyName() != null) {
                path.append(path.isEmpty() ? "" : ".").append(reference.getPropertyName());
            } else {
                path.append('[').append(reference.getIndex()).append(']');
            }
        }
        return path.toString();
    }
}
