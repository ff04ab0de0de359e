// SPDX-License-Identifier: Apache-2.0
package dev.reprise.coordinator.topology;

import com.fasterxml.jackson.annotation.JsonTypeInfo;
import org.apache.kafka.common.errors.SerializationException;
import org.apache.kafka.common.serialization.Deserializer;
import org.apache.kafka.common.serialization.Serde;
import org.apache.kafka.common.serialization.Serializer;
import org.jspecify.annotations.Nullable;
import tools.jackson.core.JacksonException;
import tools.jackson.databind.ObjectReader;
import tools.jackson.databind.ObjectWriter;
import tools.jackson.databind.json.JsonMapper;

import dev.reprise.core.instance.Phase;
import dev.reprise.schemas.wire.WireCodec;

/** State rows as JSON. A row that cannot be read is a broken invariant: it stops the application, never becomes empty. */
final class StateRowSerde implements Serde<StateRow> {
    private final ObjectWriter writer;
    private final ObjectReader reader;

    @JsonTypeInfo(use = JsonTypeInfo.Id.NAME, property = "phase")
    private interface NamedPhase {}

    StateRowSerde(WireCodec codec) {
        JsonMapper mapper = codec.mapper().rebuild().addMixIn(Phase.class, NamedPhase.class).build();
        writer = mapper.writerFor(StateRow.class);
        reader = mapper.readerFor(StateRow.class);
    }

    @Override
    public Serializer<StateRow> serializer() {
        return (topic, row) -> row == null ? null : writer.writeValueAsBytes(row);
    }

    @Override
    public Deserializer<StateRow> deserializer() {
        return (topic, bytes) -> read(bytes);
    }

    private @Nullable StateRow read(byte @Nullable [] bytes) {
        if (bytes == null) {
            return null;
        }
        StateRow row;
        try {
            row = reader.readValue(bytes);
        } catch (JacksonException e) {
            throw new SerializationException("a state row cannot be read", e);
        }
        if (row.version() > StateRow.VERSION) {
            throw new SerializationException("a state row has version " + row.version() + ", this program knows "
                    + StateRow.VERSION + ": start the newer program");
        }
        return row;
    }
}
