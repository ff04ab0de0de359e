// SPDX-License-Identifier: Apache-2.0
package dev.reprise.schemas.wire;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ArrayNode;
import tools.jackson.databind.node.ObjectNode;

/**
 * Each bound of a schema is a bound of its record: the value on it is taken by both; the value beyond it is refused by
 * the schema, and refused or cut by the record.
 */
class BoundsAgreementTest {
    private static final SchemaCheck CHECK = new SchemaCheck();
    /** Values whose parts have bounds of their own: one text of the greatest length is none of them. */
    private static final Set<String> COMPOSED = Set.of("#/$defs/JobId", "#/$defs/InstanceId");
    private final WireCodec codec = new WireCodec();

    /** A value on a bound or just beyond it, at a place in a sample. */
    private record Probe(String pointer, Object value, boolean within) {}

    @ParameterizedTest
    @EnumSource
    void shouldKeepInTheRecordWhatTheSchemaSays(WireType type) {
        JsonNode schema = codec.mapper().readTree(SchemaCheck.class.getResourceAsStream(type.schemaResource()));
        Samples.of(type, "valid-").forEach((name, sample) -> {
            if (name.equals("valid-minimal.json")) {
                return;
            }
            for (Probe probe : probes(schema, schema, sample, "")) {
                JsonNode changed = plain(Trees.with(sample, probe.pointer(), probe.value()));
                boolean valid = CHECK.check(type, changed).isEmpty();
                Optional<JsonNode> read = read(type, changed);
                boolean kept = read.filter(tree -> tree.at(probe.pointer()).equals(changed.at(probe.pointer())))
                        .isPresent();

                assertThat(valid).as("schema: %s %s", name, probe.pointer()).isEqualTo(probe.within());
                assertThat(kept).as("record: %s %s", name, probe.pointer()).isEqualTo(probe.within());
            }
        });
    }

    private Optional<JsonNode> read(WireType type, JsonNode data) {
        try {
            return Optional.of(plain(codec.read(type, codec.mapper().writeValueAsBytes(data))));
        } catch (MalformedMessageException refused) {
            return Optional.empty();
        }
    }

    /** As it stands on the wire, so that numbers of different width are alike. */
    private JsonNode plain(Object value) {
        return codec.mapper().readTree(codec.mapper().writeValueAsBytes(value));
    }

    private static List<Probe> probes(JsonNode root, JsonNode schema, JsonNode value, String at) {
        List<Probe> probes = new ArrayList<>();
        if (COMPOSED.contains(schema.path("$ref").asString(""))) {
            return probes;
        }
        if (schema.has("$ref")) {
            return probes(root, root.at(schema.get("$ref").asString().substring(1)), value, at);
        }
        for (JsonNode choice : schema.path("allOf")) {
            String variant = choice.at("/if/properties").properties().iterator().next().getKey();
            if (choice.at("/if/properties/" + variant + "/const").equals(value.path(variant))) {
                probes.addAll(probes(root, choice.get("then"), value, at));
            }
        }
        schema.path("properties").properties().forEach(property -> {
            if (value.has(property.getKey())) {
                probes.addAll(
                        probes(root, property.getValue(), value.get(property.getKey()), at + "/" + property.getKey()));
            }
        });
        if (value.isArray() && !value.isEmpty()) {
            probes.addAll(probes(root, schema.path("items"), value.get(0), at + "/0"));
        }
        if (value.isNumber()) {
            numbers(schema, at, probes);
        }
        if (value.isString() && schema.has("maxLength")) {
            int max = schema.get("maxLength").asInt();
            probes.add(new Probe(at, filled(value.asString(), max), true));
            probes.add(new Probe(at, filled(value.asString(), max + 1), false));
        }
        if (value.isString() && schema.path("pattern").asString("").equals("\\S")) {
            probes.add(new Probe(at, "", false));
            probes.add(new Probe(at, " \t", false));
        }
        sizes(schema, value, at, probes);
        return probes;
    }

    private static void numbers(JsonNode schema, String at, List<Probe> probes) {
        if (schema.has("minimum")) {
            long min = schema.get("minimum").asLong();
            probes.add(new Probe(at, numberLike(schema, min), true));
            probes.add(new Probe(at, numberLike(schema, min - 1), false));
        }
        if (schema.has("maximum")) {
            long max = schema.get("maximum").asLong();
            probes.add(new Probe(at, numberLike(schema, max), true));
            probes.add(new Probe(at, numberLike(schema, max + 1), false));
        }
    }

    private static void sizes(JsonNode schema, JsonNode value, String at, List<Probe> probes) {
        if (value instanceof ArrayNode array && schema.has("maxItems")) {
            int max = schema.get("maxItems").asInt();
            for (int size : new int[]{max, max + 1}) {
                ArrayNode filled = array.deepCopy();
                while (filled.size() < size) {
                    filled.add(array.get(0).deepCopy());
                }
                probes.add(new Probe(at, filled, size == max));
            }
        }
        if (value instanceof ObjectNode object && schema.has("maxProperties")) {
            int max = schema.get("maxProperties").asInt();
            for (int size : new int[]{max, max + 1}) {
                ObjectNode filled = object.deepCopy();
                while (filled.size() < size) {
                    filled.put("key" + filled.size(), "value");
                }
                probes.add(new Probe(at, filled, size == max));
            }
            int longest = schema.at("/propertyNames/maxLength").asInt();
            probes.add(new Probe(at, object.deepCopy().put("k".repeat(longest), "value"), true));
            probes.add(new Probe(at, object.deepCopy().put("k".repeat(longest + 1), "value"), false));
            int widest = schema.at("/additionalProperties/maxLength").asInt();
            probes.add(new Probe(at, object.deepCopy().put("key", "v".repeat(widest)), true));
            probes.add(new Probe(at, object.deepCopy().put("key", "v".repeat(widest + 1)), false));
        }
    }

    private static Object numberLike(JsonNode schema, long value) {
        return schema.get("type").asString().equals("number") ? (Object) (double) value : (Object) value;
    }

    private static String filled(String start, int length) {
        return start.length() >= length ? start.substring(0, length) : start + "x".repeat(length - start.length());
    }
}
