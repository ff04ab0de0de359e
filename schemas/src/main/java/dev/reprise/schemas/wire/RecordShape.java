// SPDX-License-Identifier: Apache-2.0
package dev.reprise.schemas.wire;

import com.fasterxml.jackson.annotation.JsonTypeInfo;
import com.fasterxml.jackson.annotation.JsonTypeName;
import com.fasterxml.jackson.annotation.JsonValue;
import java.lang.reflect.ParameterizedType;
import java.lang.reflect.RecordComponent;
import java.lang.reflect.Type;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Collectors;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ObjectNode;

import dev.reprise.schemas.wire.MalformedMessageException.Kind;

/**
 * The fields of a record as JSON: which may be left out, and what is then meant. Computed once for each type; completes
 * a tree before it becomes a record, so that no record is ever made with a hole.
 */
sealed interface RecordShape {
    /**
     * Puts in what was left out, and in what is nested.
     *
     * @param node the JSON of a record; changed in place
     * @param path where it stands in the message; empty for the whole
     * @throws MalformedMessageException when a required field is missing
     */
    void complete(JsonNode node, String path);

    /** The shape of a type; absent for one that is a single value in JSON. */
    static Optional<RecordShape> of(Class<?> type) {
        if (isValue(type)) {
            return Optional.empty();
        }
        if (type.isSealed() && type.isAnnotationPresent(JsonTypeInfo.class)) {
            return Optional.of(new OneOf(discriminator(type), Arrays.stream(type.getPermittedSubclasses())
                    .collect(Collectors.toUnmodifiableMap(RecordShape::typeName, RecordShape::ofRecord))));
        }
        return type.isRecord() ? Optional.of(ofRecord(type)) : Optional.empty();
    }

    /** The name of a variant in JSON. */
    static String typeName(Class<?> variant) {
        return variant.getAnnotation(JsonTypeName.class).value();
    }

    /** The property that tells the variants of a sealed type apart. */
    static String discriminator(Class<?> sealedType) {
        return sealedType.getAnnotation(JsonTypeInfo.class).property();
    }

    /** Whether a type is written as one JSON value. */
    static boolean isValue(Class<?> type) {
        return Arrays.stream(type.getDeclaredMethods()).anyMatch(method -> method.isAnnotationPresent(JsonValue.class));
    }

    /** The type of a component, inside its {@link Optional}. */
    static Type contentType(RecordComponent component) {
        return component.getType() == Optional.class
                ? ((ParameterizedType) component.getGenericType()).getActualTypeArguments()[0]
                : component.getGenericType();
    }

    /** The type of the entries of a list; absent for everything else. */
    static Optional<Class<?>> entryType(Type type) {
        return type instanceof ParameterizedType parameterized && parameterized.getRawType() == List.class
                ? Optional.of((Class<?>) parameterized.getActualTypeArguments()[0])
                : Optional.empty();
    }

    private static Optional<RecordShape> ofContent(Type type) {
        if (type instanceof Class<?> plain) {
            return of(plain);
        }
        return entryType(type).flatMap(RecordShape::of).map(Entries::new);
    }

    private static Fields ofRecord(Class<?> type) {
        return new Fields(Arrays.stream(type.getRecordComponents())
                .map(component -> new Field(component.getName(), component.getType() != Optional.class,
                        Defaults.of(component), ofContent(contentType(component))))
                .toList());
    }

    /**
     * One field.
     *
     * @param name its name
     * @param required whether the record cannot be without
     * @param standIn what is meant when it is left out
     * @param nested the shape of its value
     */
    record Field(String name, boolean required, Optional<JsonNode> standIn, Optional<RecordShape> nested) {
        private void complete(ObjectNode parent, String path) {
            JsonNode value = parent.path(name);
            boolean absent = value.isMissingNode() || value.isNull();
            if (absent && standIn.isPresent()) {
                parent.set(name, standIn.get().deepCopy());
            } else if (absent && required) {
                throw new MalformedMessageException(Kind.SCHEMA, path, path + " is missing: give it");
            } else if (!absent && nested.isPresent()) {
                nested.get().complete(value, path);
            }
        }
    }

    /** A record: its fields in order. */
    record Fields(List<Field> fields) implements RecordShape {
        @Override
        public void complete(JsonNode node, String path) {
            if (!(node instanceof ObjectNode object)) {
                throw new MalformedMessageException(
                        Kind.SCHEMA, path,
                        (path.isEmpty() ? "the data" : path) + " is no JSON object: give one with its fields");
            }
            fields.forEach(field -> field.complete(object, path.isEmpty() ? field.name() : path + "." + field.name()));
        }
    }

    /** A list of records: the shape of each. */
    record Entries(RecordShape each) implements RecordShape {
        @Override
        public void complete(JsonNode node, String path) {
            if (!node.isArray()) {
                throw new MalformedMessageException(
                        Kind.SCHEMA, path, path + " is no JSON array: give a list, with [ and ]");
            }
            for (int i = 0; i < node.size(); i++) {
                each.complete(node.get(i), path + "[" + i + "]");
            }
        }
    }

    /** A sealed type: its variants by name. */
    record OneOf(String discriminator, Map<String, RecordShape> variants) implements RecordShape {
        @Override
        public void complete(JsonNode node, String path) {
            String name = node.path(discriminator).asString("");
            RecordShape variant = variants.get(name);
            if (variant == null) {
                String field = path + "." + discriminator;
                throw new MalformedMessageException(
                        Kind.SCHEMA, field, field + " is '" + name + "': give one of "
                                + String.join(", ", variants.keySet().stream().sorted().toList()));
            }
            variant.complete(node, path);
        }
    }
}
