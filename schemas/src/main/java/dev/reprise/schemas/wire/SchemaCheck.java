// SPDX-License-Identifier: Apache-2.0
package dev.reprise.schemas.wire;

import com.networknt.schema.Error;
import com.networknt.schema.InputFormat;
import com.networknt.schema.Schema;
import com.networknt.schema.SchemaLocation;
import com.networknt.schema.SchemaRegistry;
import com.networknt.schema.SchemaRegistryConfig;
import com.networknt.schema.SpecificationVersion;
import com.networknt.schema.path.NodePath;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.util.Comparator;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import tools.jackson.databind.JsonNode;

/**
 * Checks data against the closed JSON Schema of its type, and says of each problem which field it is, what was found and
 * what to give instead. For borders where people and other programs send events, and for what Reprise itself writes; a
 * reader of a topic never uses it, since a newer writer may know more fields.
 *
 * <p>Needs the optional dependency {@code com.networknt:json-schema-validator}. Each schema is compiled once, when first
 * used. Safe for use by many threads.
 */
public final class SchemaCheck {
    /** The pattern of a text that must not be blank. */
    private static final String NOT_BLANK = "\\S";
    private final SchemaRegistry registry;
    private final Map<WireType, Schema> schemas = new ConcurrentHashMap<>();

    /** Makes a check; no schema is read yet. */
    public SchemaCheck() {
        SchemaRegistryConfig config = SchemaRegistryConfig.builder().formatAssertionsEnabled(true).build();
        registry = SchemaRegistry.withDefaultDialect(
                SpecificationVersion.DRAFT_2020_12, builder -> builder.schemaRegistryConfig(config));
    }

    /**
     * The problems of some data, in the order of their fields; none when it is right.
     *
     * @param type what the data claims to be
     * @param data the data of the message, as sent: before anything left out is put in
     */
    public List<SchemaProblem> check(WireType type, JsonNode data) {
        Schema schema = schemas.computeIfAbsent(type, this::compile);
        List<Error> errors = schema.validate(data);
        if (errors.isEmpty()) {
            return List.of();
        }
        Words words = new Words(schema.getSchemaNode(), data);
        return errors.stream()
                .map(words::of)
                .distinct()
                .sorted(Comparator.comparing(SchemaProblem::field))
                .toList();
    }

    private Schema compile(WireType type) {
        try (InputStream file = SchemaCheck.class.getResourceAsStream(type.schemaResource())) {
            if (file == null) {
                throw new IllegalStateException("the schema " + type.schemaResource() + " is not on the class path");
            }
            Schema schema = registry.getSchema(SchemaLocation.of(type.schemaId()), file, InputFormat.JSON);
            schema.initializeValidators();
            return schema;
        } catch (IOException e) {
            throw new UncheckedIOException("the schema " + type.schemaResource() + " is unreadable", e);
        }
    }

    /** The words for the errors of one message. */
    private record Words(JsonNode schema, JsonNode data) {

        SchemaProblem of(Error error) {
            String at = field(error.getInstanceLocation());
            JsonNode value = at(data, error.getInstanceLocation(), 0);
            NodePath fragment = error.getSchemaLocation().getFragment();
            JsonNode rule = at(schema, fragment, 0);
            JsonNode owner = at(schema, fragment, 1);
            // What is given for an environment or for headers may be a secret, whatever its type.
            String found = at.matches("target[.](environment|headers).*") ? nodeType(value) : found(value);
            String property = String.valueOf(error.getProperty());
            return switch (error.getKeyword()) {
                case "required" ->
                    new SchemaProblem(join(at, property), "missing", "which this type requires", "give it");
                case "additionalProperties" -> new SchemaProblem(
                        join(at, property), "unknown", "and the type is closed",
                        Nearest.of(property, owner.path("properties").propertyNames())
                                .map(name -> "did you mean " + name + "?").orElse("remove it"));
                case "enum" -> new SchemaProblem(at, found, "which is none of " + words(rule), meant(value, rule));
                case "const" -> new SchemaProblem(at, found, "which is not " + rule, "give " + rule);
                case "type" -> new SchemaProblem(at, found, "but must be " + article(rule.asString()), "give one");
                case "pattern" -> rule.asString().equals(NOT_BLANK)
                        ? new SchemaProblem(at, "blank", "which says nothing", "give at least one visible character")
                        : new SchemaProblem(at, found, "which has not the form asked for", form(owner));
                case "format" -> new SchemaProblem(at, found, "which is no " + rule.asString(), form(owner));
                case "minimum" -> new SchemaProblem(at, found, "below " + rule, "give " + rule + " or more");
                case "maximum" -> new SchemaProblem(at, found, "above " + rule, "give " + rule + " or less");
                case "exclusiveMinimum" -> new SchemaProblem(at, found, "not above " + rule, "give more than " + rule);
                case "minLength" ->
                    new SchemaProblem(at, "too short", "with fewer than " + rule + " characters", "give more");
                case "maxLength" -> new SchemaProblem(
                        at, value.asString("").length() + " characters long", "above the " + rule + " allowed",
                        "shorten it");
                case "minItems", "minProperties" ->
                    new SchemaProblem(at, value.size() + " entries long", "below " + rule, "give more");
                case "maxItems", "maxProperties" ->
                    new SchemaProblem(at, value.size() + " entries long", "above " + rule, "give fewer");
                case "propertyNames" -> new SchemaProblem(
                        at, "holding a name that is empty or too long", "which no name may be", "rename it");
                default -> new SchemaProblem(at, found, "which breaks the rule '" + error.getKeyword() + "'",
                        error.getMessage());
            };
        }

        private static JsonNode at(JsonNode root, NodePath path, int fromEnd) {
            JsonNode node = root;
            for (int i = 0; i < path.getNameCount() - fromEnd; i++) {
                Object step = path.getElement(i);
                node = step instanceof Integer index ? node.path(index) : stepByName(node, String.valueOf(step));
            }
            return node;
        }

        /** A schema location writes an index of an array as a name. */
        private static JsonNode stepByName(JsonNode node, String name) {
            return node.isArray() && name.chars().allMatch(Character::isDigit)
                    ? node.path(Integer.parseInt(name))
                    : node.path(name);
        }

        private static String field(NodePath path) {
            String text = "";
            for (int i = 0; i < path.getNameCount(); i++) {
                Object step = path.getElement(i);
                text = step instanceof Integer ? text + "[" + step + "]" : join(text, String.valueOf(step));
            }
            return text;
        }

        private static String join(String parent, String name) {
            return parent.isEmpty() ? name : parent + "." + name;
        }

        /** Only short values are quoted, and no address: it may carry a secret. */
        private static String found(JsonNode value) {
            if (value.isString()) {
                String text = value.asString();
                return text.length() <= 80 && !text.contains("://")
                        ? value.toString()
                        : "a text of " + text.length() + " characters";
            }
            return value.isNumber() || value.isBoolean() || value.isNull()
                    ? value.toString()
                    : nodeType(value);
        }

        private static String nodeType(JsonNode value) {
            return article(value.getNodeType().name().toLowerCase(Locale.ROOT));
        }

        private static String form(JsonNode owner) {
            String description = owner.path("description").asString("");
            return description.isEmpty()
                    ? "match " + owner.path("pattern").asString("the schema")
                    : "give " + description;
        }

        private static String words(JsonNode values) {
            return String.join(", ", values.values().stream().map(JsonNode::asString).toList());
        }

        private static String meant(JsonNode value, JsonNode values) {
            List<String> names = values.values().stream().map(JsonNode::asString).toList();
            return Nearest.of(value.asString(""), names).map(name -> "did you mean " + name + "?")
                    .orElse("give one of them");
        }

        private static String article(String noun) {
            return ("aeiou".indexOf(noun.charAt(0)) >= 0 ? "an " : "a ") + noun;
        }
    }
}
