// SPDX-License-Identifier: Apache-2.0
package dev.reprise.notifier.engine;

import com.fasterxml.jackson.annotation.JsonSetter;
import com.fasterxml.jackson.annotation.JsonTypeInfo;
import com.fasterxml.jackson.annotation.Nulls;
import java.nio.ByteBuffer;
import java.util.Arrays;
import java.util.List;
import org.apache.kafka.common.errors.SerializationException;
import org.apache.kafka.common.serialization.Deserializer;
import org.apache.kafka.common.serialization.Serde;
import org.apache.kafka.common.serialization.Serializer;
import org.jspecify.annotations.Nullable;
import tools.jackson.core.JacksonException;
import tools.jackson.databind.ObjectReader;
import tools.jackson.databind.ObjectWriter;
import tools.jackson.databind.json.JsonMapper;

import dev.reprise.notifier.group.GroupInput;
import dev.reprise.schemas.alert.Alert;
import dev.reprise.schemas.wire.WireCodec;

/**
 * Rows of the engine: one byte for the version of the form, then JSON. A row that cannot be read is a broken invariant: it
 * stops the application, never becomes empty. A list that an older version did not write is empty.
 *
 * @param <T> what a row holds
 */
final class JsonSerde<T> implements Serde<T> {
    private static final byte VERSION = 1;
    private final ObjectWriter writer;
    private final ObjectReader reader;

    @JsonTypeInfo(use = JsonTypeInfo.Id.NAME, property = "is")
    private interface Named {}

    JsonSerde(WireCodec codec, Class<T> type) {
        JsonMapper mapper = codec.mapper().rebuild().addMixIn(Alert.class, Named.class)
                .addMixIn(GroupInput.class, Named.class)
                .withConfigOverride(List.class,
                        lists -> lists.setNullHandling(JsonSetter.Value.construct(Nulls.AS_EMPTY, Nulls.FAIL)))
                .build();
        writer = mapper.writerFor(type);
        reader = mapper.readerFor(type);
    }

    byte[] write(T row) {
        byte[] json = writer.writeValueAsBytes(row);
        return ByteBuffer.allocate(1 + json.length).put(VERSION).put(json).array();
    }

    T read(byte[] bytes) {
        if (bytes.length == 0 || bytes[0] > VERSION) {
            throw new SerializationException("a row of the alert engine has version "
                    + (bytes.length == 0 ? "none" : Byte.toString(bytes[0])) + ", this program knows " + VERSION
                    + ": start the newer program");
        }
        try {
            return reader.readValue(Arrays.copyOfRange(bytes, 1, bytes.length));
        } catch (JacksonException e) {
            throw new SerializationException("a row of the alert engine cannot be read", e);
        }
    }

    @Override
    public Serializer<T> serializer() {
        return (topic, row) -> row == null ? null : write(row);
    }

    @Override
    public Deserializer<T> deserializer() {
        return (topic, bytes) -> readOrNone(bytes);
    }

    private @Nullable T readOrNone(byte @Nullable [] bytes) {
        return bytes == null ? null : read(bytes);
    }
}
