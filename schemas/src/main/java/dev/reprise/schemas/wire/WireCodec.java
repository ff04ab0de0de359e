// SPDX-License-Identifier: Apache-2.0
package dev.reprise.schemas.wire;

import com.fasterxml.jackson.annotation.JsonInclude;
import com.fasterxml.jackson.annotation.Nulls;
import java.nio.charset.StandardCharsets;
import java.time.DateTimeException;
import java.time.Instant;
import java.util.EnumMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import tools.jackson.core.JacksonException;
import tools.jackson.databind.DeserializationFeature;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.cfg.DateTimeFeature;
import tools.jackson.databind.cfg.EnumFeature;
import tools.jackson.databind.json.JsonMapper;
import tools.jackson.databind.node.ObjectNode;

import dev.reprise.schemas.wire.MalformedMessageException.Kind;

/**
 * Messages to bytes and back: JSON data in CloudEvents 1.0 binary mode on Kafka; structured mode is read as well
 * (CloudEvents Kafka protocol binding, sections 3.2 and 3.3). Safe for use by many threads.
 */
public final class WireCodec {
    /** Largest value read, in bytes. */
    public static final int MAX_VALUE_BYTES = 1024 * 1024;
    /** Media type of the data. */
    public static final String JSON = "application/json";

    private static final String STRUCTURED = "application/cloudevents";
    private static final String BATCH = "application/cloudevents-batch";
    private static final String CONTENT_TYPE = "content-type";
    private final JsonMapper mapper;
    private final Optional<SchemaCheck> onWrite;
    private final Map<WireType, RecordShape> shapes = new EnumMap<>(WireType.class);

    /** Makes a codec that trusts its own program: what it writes is not checked against the schema. */
    public WireCodec() {
        this(Optional.empty());
    }

    /**
     * Makes a codec that checks all it writes against the schema of its type; what it reads is read as leniently as by
     * any other. Needs the dependency that {@link SchemaCheck} names.
     */
    public static WireCodec strict() {
        return new WireCodec(Optional.of(new SchemaCheck()));
    }

    private WireCodec(Optional<SchemaCheck> onWrite) {
        this.onWrite = onWrite;
        mapper = JsonMapper.builder()
                .disable(DateTimeFeature.WRITE_DATES_AS_TIMESTAMPS, DateTimeFeature.WRITE_DURATIONS_AS_TIMESTAMPS)
                .disable(DeserializationFeature.FAIL_ON_UNKNOWN_PROPERTIES, DeserializationFeature.ACCEPT_FLOAT_AS_INT)
                .enable(DeserializationFeature.FAIL_ON_NULL_CREATOR_PROPERTIES,
                        DeserializationFeature.FAIL_ON_READING_DUP_TREE_KEY)
                .enable(EnumFeature.READ_UNKNOWN_ENUM_VALUES_USING_DEFAULT_VALUE, EnumFeature.FAIL_ON_NUMBERS_FOR_ENUMS)
                .changeDefaultNullHandling(nulls -> nulls.withContentNulls(Nulls.FAIL))
                .changeDefaultPropertyInclusion(
                        inclusion -> inclusion.withValueInclusion(JsonInclude.Include.NON_ABSENT))
                .build();
        for (WireType type : WireType.values()) {
            RecordShape.of(type.recordClass()).ifPresent(shape -> shapes.put(type, shape));
        }
    }

    /** The JSON mapper with the contract's settings, for views and tests. */
    public JsonMapper mapper() {
        return mapper;
    }

    /**
     * Writes the data of a message.
     *
     * @throws MalformedMessageException from a {@linkplain #strict() strict} codec, when the message breaks its schema
     */
    public byte[] write(Record message) {
        WireType type = WireType.of(message);
        if (onWrite.isEmpty()) {
            return mapper.writeValueAsBytes(message);
        }
        JsonNode data = mapper.valueToTree(message);
        List<SchemaProblem> problems = onWrite.get().check(type, data);
        if (!problems.isEmpty()) {
            throw new MalformedMessageException(
                    Kind.SCHEMA, problems.get(0).field(),
                    type.ceType() + " breaks its schema: "
                            + String.join("; ", problems.stream().map(SchemaProblem::text).toList()));
        }
        return mapper.writeValueAsBytes(data);
    }

    /**
     * Reads the data of a message of a known type. Unknown fields are ignored, an unknown word of a closed list becomes
     * the cautious one, and a field with a default may be left out.
     *
     * @throws MalformedMessageException naming the field and the rule it breaks
     */
    public Record read(WireType type, byte[] json) {
        return decode(type, parse(json));
    }

    /**
     * Reads a message whose attributes are known. The time and the source stand in for {@code at} and {@code source}
     * where the data of an event leaves them out.
     *
     * @param attributes the attributes
     * @param data the JSON of the data; left unchanged
     * @throws MalformedMessageException naming the attribute or field and the rule it breaks
     */
    public WireMessage read(CloudEventAttributes attributes, JsonNode data) {
        return message(attributes, data.deepCopy());
    }

    /**
     * Reads a CloudEvent in structured mode.
     *
     * @param event the JSON of the event, with its attributes and its {@code data}; left unchanged
     * @throws MalformedMessageException naming the attribute or field and the rule it breaks
     */
    public WireMessage readStructured(JsonNode event) {
        return message(attributes(event), data(event).deepCopy());
    }

    /**
     * The attributes of a CloudEvent in structured mode.
     *
     * @throws MalformedMessageException naming the attribute that is missing or unreadable
     */
    public CloudEventAttributes attributes(JsonNode event) {
        return new CloudEventAttributes(
                required(text(event, "id"), "id"),
                required(text(event, "source"), "source"),
                required(text(event, "type"), "type"),
                time(text(event, "time")),
                text(event, "traceparent"));
    }

    /** The Kafka headers of a message in binary mode. */
    public Map<String, byte[]> headers(CloudEventAttributes attributes) {
        Map<String, byte[]> headers = new LinkedHashMap<>();
        headers.put("ce_specversion", utf8("1.0"));
        headers.put("ce_id", utf8(attributes.id()));
        headers.put("ce_source", utf8(attributes.source()));
        headers.put("ce_type", utf8(attributes.type()));
        attributes.time().ifPresent(time -> headers.put("ce_time", utf8(time.toString())));
        attributes.traceparent().ifPresent(parent -> headers.put("traceparent", utf8(parent)));
        headers.put(CONTENT_TYPE, utf8(JSON));
        return headers;
    }

    /**
     * Reads a Kafka record in binary or structured mode.
     *
     * @param headers the record's headers, the last of each name
     * @param value the record's value
     * @throws MalformedMessageException naming the attribute or field and the rule it breaks
     */
    public WireMessage read(Map<String, byte[]> headers, byte @Nullable [] value) {
        if (value == null || value.length == 0) {
            throw new MalformedMessageException(Kind.EMPTY, "", "the value is empty: give the data of a CloudEvent");
        }
        if (value.length > MAX_VALUE_BYTES) {
            throw new MalformedMessageException(
                    Kind.TOO_LARGE, "", "the value has " + value.length + " bytes: at most " + MAX_VALUE_BYTES);
        }
        String contentType = text(headers, CONTENT_TYPE).orElse(JSON).toLowerCase(Locale.ROOT);
        if (contentType.startsWith(BATCH)) {
            throw new MalformedMessageException(
                    Kind.ENVELOPE, CONTENT_TYPE,
                    "content-type is " + contentType + ": a Kafka record holds one event, so send each by itself");
        }
        return contentType.startsWith(STRUCTURED) ? structured(value) : binary(headers, value);
    }

    private WireMessage binary(Map<String, byte[]> headers, byte[] value) {
        CloudEventAttributes attributes = new CloudEventAttributes(
                required(text(headers, "ce_id"), "ce_id"),
                required(text(headers, "ce_source"), "ce_source"),
                required(text(headers, "ce_type"), "ce_type"),
                time(text(headers, "ce_time")),
                text(headers, "traceparent"));
        type(attributes.type());
        return message(attributes, parse(value));
    }

    private WireMessage structured(byte[] value) {
        JsonNode event = parse(value);
        return message(attributes(event), data(event));
    }

    private WireMessage message(CloudEventAttributes attributes, JsonNode data) {
        WireType type = type(attributes.type());
        if (data instanceof ObjectNode fields) {
            Set<String> standIns = Defaults.fromAttributes(type.recordClass());
            if (standIns.contains("source") && !fields.hasNonNull("source")) {
                fields.put("source", attributes.source());
            }
            if (standIns.contains("at") && !fields.hasNonNull("at")) {
                attributes.time().ifPresent(time -> fields.put("at", time.toString()));
            }
        }
        return new WireMessage(attributes, type, decode(type, data));
    }

    /** Completes the tree in place and makes its record. */
    private Record decode(WireType type, JsonNode data) {
        Objects.requireNonNull(shapes.get(type)).complete(data, "");
        try {
            return mapper.treeToValue(data, type.recordClass());
        } catch (JacksonException e) {
            throw ReadProblem.of(e);
        }
    }

    private JsonNode parse(byte[] json) {
        try {
            return mapper.readTree(json);
        } catch (JacksonException e) {
            throw new MalformedMessageException(
                    Kind.SYNTAX, "", "the value is no usable JSON: " + e.getOriginalMessage());
        }
    }

    private static JsonNode data(JsonNode event) {
        JsonNode data = event.path("data");
        if (!data.isObject()) {
            throw new MalformedMessageException(Kind.SCHEMA, "data", "data is no JSON object: give the message here");
        }
        return data;
    }

    private static WireType type(String ceType) {
        return WireType.ofCeType(ceType)
                .orElseThrow(() -> new MalformedMessageException(
                        Kind.UNKNOWN_TYPE, "type", "type '" + ceType + "' is unknown in this version"
                                + Nearest.of(ceType, WireType.ceTypes()).map(near -> ": did you mean " + near + "?")
                                        .orElse(": see the list of message types")));
    }

    private static Optional<Instant> time(Optional<String> text) {
        try {
            return text.map(Instant::parse);
        } catch (DateTimeException e) {
            throw new MalformedMessageException(
                    Kind.ENVELOPE, "time",
                    "time '" + text.orElse("") + "' is no time of RFC 3339: give one such as 2026-11-29T07:30:00Z");
        }
    }

    private static String required(Optional<String> value, String attribute) {
        return value.filter(text -> !text.isBlank())
                .orElseThrow(() -> new MalformedMessageException(
                        Kind.ENVELOPE, attribute,
                        "attribute " + attribute + " is missing: CloudEvents 1.0 requires it"));
    }

    private static Optional<String> text(Map<String, byte[]> headers, String name) {
        return Optional.ofNullable(headers.get(name)).map(bytes -> new String(bytes, StandardCharsets.UTF_8));
    }

    private static Optional<String> text(JsonNode event, String name) {
        JsonNode value = event.path(name);
        return value.isString() ? Optional.of(value.stringValue()) : Optional.empty();
    }

    private static byte[] utf8(String text) {
        return text.getBytes(StandardCharsets.UTF_8);
    }
}
