// SPDX-License-Identifier: Apache-2.0
package dev.reprise.schemas.wire;

import java.lang.reflect.ParameterizedType;
import java.lang.reflect.RecordComponent;
import java.lang.reflect.Type;
import java.time.DayOfWeek;
import java.time.Duration;
import java.time.Instant;
import java.util.Arrays;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import tools.jackson.databind.node.ArrayNode;
import tools.jackson.databind.node.JsonNodeFactory;
import tools.jackson.databind.node.ObjectNode;

/**
 * Derives the closed JSON Schema of a message from its record: structure from the components, bounds from
 * {@link FieldRules}, defaults from the reader's own table, texts from the Javadoc.
 */
final class SchemaDeriver {
    private static final JsonNodeFactory JSON = JsonNodeFactory.instance;
    private final FieldRules rules = new FieldRules();
    private final JavadocTexts texts = new JavadocTexts();
    private final Map<String, ObjectNode> definitions = new TreeMap<>();

    private SchemaDeriver() {}

    static ObjectNode derive(WireType type) {
        SchemaDeriver deriver = new SchemaDeriver();
        Class<?> record = type.recordClass();
        ObjectNode schema = JSON.objectNode();
        schema.put("$schema", "https://json-schema.org/draft/2020-12/schema");
        schema.put("$id", type.schemaId());
        schema.put("title", record.getSimpleName());
        schema.put("description", deriver.texts.ofType(record));
        deriver.fields(record, schema, Defaults.fromAttributes(record));
        if (!deriver.definitions.isEmpty()) {
            ObjectNode all = schema.putObject("$defs");
            deriver.definitions.forEach(all::set);
        }
        return schema;
    }

    private void fields(Class<?> record, ObjectNode schema, Collection<String> fromAttributes) {
        schema.put("type", "object");
        ArrayNode required = JSON.arrayNode();
        ObjectNode properties = schema.putObject("properties");
        for (RecordComponent component : record.getRecordComponents()) {
            ObjectNode property = ofType(RecordShape.contentType(component), component);
            property.put("description", texts.ofComponent(component));
            if (fromAttributes.contains(component.getName())) {
                String attribute = component.getName().equals("at") ? "time" : component.getName();
                property.put("description", texts.ofComponent(component)
                        + "; where left out, the CloudEvents attribute " + attribute);
            } else if (Defaults.of(component).isPresent()) {
                property.set("default", Defaults.of(component).get());
            } else if (component.getType() != Optional.class) {
                required.add(component.getName());
            }
            properties.set(component.getName(), property);
        }
        if (!required.isEmpty()) {
            schema.set("required", required);
        }
        schema.put("additionalProperties", false);
    }

    private ObjectNode ofType(Type type, RecordComponent component) {
        if (type instanceof ParameterizedType parameterized) {
            ObjectNode schema = JSON.objectNode().put("type",
                    parameterized.getRawType() == List.class ? "array" : "object");
            rules.apply(component, schema);
            RecordShape.entryType(type).filter(entry -> entry != String.class && entry != Integer.class)
                    .ifPresent(entry -> schema.set("items", ofType(entry, component)));
            return schema;
        }
        Class<?> plain = (Class<?>) type;
        if (plain == boolean.class) {
            return JSON.objectNode().put("type", "boolean");
        }
        if (plain == double.class) {
            return rules.apply(component, JSON.objectNode().put("type", "number"));
        }
        if (plain == int.class || plain == Integer.class) {
            return rules.apply(component, JSON.objectNode().put("type", "integer").put("maximum", Integer.MAX_VALUE));
        }
        if (plain == long.class || plain == Long.class) {
            return rules.apply(component, JSON.objectNode().put("type", "integer"));
        }
        if (plain == String.class) {
            return rules.apply(component, JSON.objectNode().put("type", "string"));
        }
        if (!definitions.containsKey(plain.getSimpleName())) {
            // The place is taken first: the texts of a definition may lead back to it.
            ObjectNode definition = JSON.objectNode();
            definitions.put(plain.getSimpleName(), definition);
            define(plain, definition);
        }
        return JSON.objectNode().put("$ref", "#/$defs/" + plain.getSimpleName());
    }

    private void define(Class<?> type, ObjectNode definition) {
        if (type == Instant.class) {
            definition.put("description", "a time of RFC 3339, such as 2026-11-29T07:30:00Z");
            definition.put("type", "string").put("format", "date-time");
        } else if (type == Duration.class) {
            // No format: the one of JSON Schema knows no fractions of a second, which Java writes.
            definition.put("description",
                    "a duration of ISO 8601 in days, hours, minutes and seconds, such as PT1H30M");
            definition.put("type", "string").put("pattern",
                    "^P(?=.)([0-9]+D)?(T(?=.)([0-9]+H)?([0-9]+M)?([0-9]+([.][0-9]{1,9})?S)?)?$");
        } else if (type == DayOfWeek.class) {
            words(type, definition.put("description", "a day of the week"));
        } else if (RecordShape.isValue(type)) {
            definition.put("type", "string");
            rules.applyValue(type, definition);
        } else if (type.isEnum()) {
            words(type, definition.put("description", texts.ofType(type)));
        } else if (type.isSealed()) {
            definition.put("description", texts.ofType(type)).put("type", "object");
            variants(type, definition);
        } else {
            definition.put("description", texts.ofType(type));
            fields(type, definition, List.of());
        }
    }

    private static void words(Class<?> type, ObjectNode definition) {
        ArrayNode values = definition.put("type", "string").putArray("enum");
        Arrays.stream(type.getEnumConstants()).map(String::valueOf)
                .filter(name -> !name.equals("UNRECOGNISED")).forEach(values::add);
    }

    /** By if and then, not oneOf: a checker then names the field of the variant meant, not the failures of all others. */
    private void variants(Class<?> type, ObjectNode definition) {
        String name = RecordShape.discriminator(type);
        definition.putArray("required").add(name);
        ArrayNode names = definition.putObject("properties").putObject(name).putArray("enum");
        ArrayNode choices = definition.putArray("allOf");
        for (Class<?> variant : type.getPermittedSubclasses()) {
            String variantName = RecordShape.typeName(variant);
            names.add(variantName);
            ObjectNode choice = choices.addObject();
            ObjectNode condition = choice.putObject("if");
            condition.putObject("properties").putObject(name).put("const", variantName);
            condition.putArray("required").add(name);
            ObjectNode then = choice.putObject("then");
            then.put("title", variant.getSimpleName()).put("description", texts.ofType(variant));
            fields(variant, then, List.of());
            ObjectNode properties = (ObjectNode) then.get("properties");
            properties.putObject(name).put("const", variantName);
        }
    }
}
