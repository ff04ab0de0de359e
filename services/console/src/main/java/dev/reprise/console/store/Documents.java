// SPDX-License-Identifier: Apache-2.0
package dev.reprise.console.store;

import java.nio.charset.StandardCharsets;

import dev.reprise.schemas.wire.WireCodec;
import dev.reprise.schemas.wire.WireType;

/** Messages as the text that is kept in a row. Safe for use by many threads. */
final class Documents {

    private final WireCodec codec;

    Documents(WireCodec codec) {
        this.codec = codec;
    }

    String text(Record message) {
        return new String(codec.write(message), StandardCharsets.UTF_8);
    }

    <T> T read(String document, Class<T> type) {
        return codec.mapper().readValue(document, type);
    }

    Record read(String document, WireType type) {
        return codec.read(type, document.getBytes(StandardCharsets.UTF_8));
    }
}
