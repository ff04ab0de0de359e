// SPDX-License-Identifier: Apache-2.0
package dev.reprise.schemas.wire;

import com.fasterxml.jackson.annotation.JsonInclude;
import java.nio.charset.StandardCharsets;
import java.time.DateTimeException;
import java.time.Instant;
import java.util.LinkedHashMap;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import tools.jackson.core.JacksonException;
import tools.jackson.core.exc.StreamReadException;
import tools.jackson.databind.DeserializationFeature;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.cfg.DateTimeFeature;
import tools.jackson.databind.json.JsonMapper;

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
    private static final String CONTENT_TYPE = "content-type";
    private final JsonMapper mapper;

    /** Makes a codec. */
    public WireCodec() {
        mapper = JsonMapper.builder()
                .disable(DateTimeFeature.WRITE_DATES_AS_TIMESTAMPS, DateTimeFeature.WRITE_DURATIONS_AS_TIMESTAMPS)
                .disable(DeserializationFeature.FAIL_ON_UNKNOWN_PROPERTIES)
                .enable(DeserializationFeature.FAIL_ON_NULL_CREATOR_PROPERTIES)
                .changeDefaultPropertyInclusion(
                        inclusion -> inclusion.withValueInclusion(JsonInclude.Include.NON_ABSENT))
                .build();
    }

    /** The JSON mapper with the contract's settings, for views and tests. */
    public JsonMapper mapper() {
        return mapper;
    }

    /** Writes the data of a message. */
    public byte[] write(Record message) {
        WireType.of(message);
        return mapper.writeValueAsBytes(message);
    }

    /**
     * Reads the data of a message of a known type. Unknown fields are ignored.
     *
     * @throws MalformedMessageException naming the field and the rule it breaks
     */
    public Record read(WireType type, byte[] json) {
        try {
            return mapper.readValue(json, type.recordClass());
        } catch (StreamReadException e) {
            throw new MalformedMessageException(Kind.SYNTAX, "", "the value is no JSON: " + e.getOriginalMessage());
        } catch (JacksonException e) {
            throw new MalformedMessageException(Kind.SCHEMA, path(e), e.getOriginalMessage());
        }
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
        return contentType.startsWith(STRUCTURED) ? structured(value) : binary(headers, value);
    }

    private WireMessage binary(Map<String, byte[]> headers, byte[] value) {
        CloudEventAttributes attributes = new CloudEventAttributes(
                required(text(headers, "ce_id"), "ce_id"),
                required(text(headers, "ce_source"), "ce_source"),
                required(text(headers, "ce_type"), "ce_type"),
                time(text(headers, "ce_time")),
                text(headers, "traceparent"));
        WireType type = type(attributes.type());
        return new WireMessage(attributes, type, read(type, value));
    }

    private WireMessage structured(byte[] value) {
        JsonNode event;
        try {
            event = mapper.readTree(value);
        } catch (JacksonException e) {
            throw new MalformedMessageException(Kind.SYNTAX, "", "the value is no JSON: " + e.getOriginalMessage());
        }
        CloudEventAttributes attributes = new CloudEventAttributes(
                required(text(event, "id"), "id"),
                required(text(event, "source"), "source"),
                required(text(event, "type"), "type"),
                time(text(event, "time")),
                text(event, "traceparent"));
        WireType type = type(attributes.type());
        JsonNode data = event.path("data");
        if (!data.isObject()) {
            throw new MalformedMessageException(Kind.SCHEMA, "data", "data is no JSON object: give the message here");
        }
        return new WireMessage(attributes, type, read(type, mapper.writeValueAsBytes(data)));
    }

    private static WireType type(String ceType) {
        return WireType.ofCeType(ceType)
                .orElseThrow(() -> new MalformedMessageException(
                        Kind.UNKNOWN_TYPE, "type", "type '" + ceType + "' is unknown in this version"));
    }

    private static Optional<Instant> time(Optional<String> text) {
        try {
            return text.map(Instant::parse);
        } catch (DateTimeException e) {
            throw new MalformedMessageException(
                    Kind.ENVELOPE, "time", "time '" + text.orElse("") + "' is no RFC 3339 time in UTC");
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

    private static byte[] utf8(String text) {
        return text.getBytes(StandardCharsets.UTF_8);
    }
}
