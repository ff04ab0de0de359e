// SPDX-License-Identifier: Apache-2.0
package dev.reprise.ingest.normalise;

import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.HexFormat;
import java.util.Optional;
import java.util.zip.GZIPInputStream;
import org.jspecify.annotations.Nullable;
import tools.jackson.core.JacksonException;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.cfg.JsonNodeFeature;
import tools.jackson.databind.json.JsonMapper;

/** Raw bytes as a tree with a hash of its canonical form, in which the order of fields does not count. */
final class RawReader {

    private static final int MOST_BYTES = 64 * 1024 * 1024;
    private static final int ID_BYTES = 16;
    private final JsonMapper mapper = JsonMapper.builder().enable(JsonNodeFeature.WRITE_PROPERTIES_SORTED).build();

    /** What the bytes are. */
    sealed interface Result {

        /** A tree. */
        record Tree(JsonNode tree, String hash) implements Result {}

        /** Nothing that can be read. */
        record Unreadable(String why) implements Result {}
    }

    Result read(byte @Nullable [] value, Optional<String> encoding) {
        if (value == null || value.length == 0) {
            return new Result.Unreadable("the body is empty");
        }
        try {
            JsonNode tree = mapper.readTree(encoding.filter("gzip"::equals).isPresent() ? unpacked(value) : value);
            return tree.isObject() || tree.isArray()
                    ? new Result.Tree(tree, hash(tree))
                    : new Result.Unreadable("the body is no JSON object");
        } catch (JacksonException e) {
            return new Result.Unreadable("the body is no JSON: " + e.getOriginalMessage());
        } catch (IOException e) {
            return new Result.Unreadable("the body cannot be unpacked: " + e.getMessage());
        }
    }

    private static byte[] unpacked(byte[] packed) throws IOException {
        try (GZIPInputStream in = new GZIPInputStream(new ByteArrayInputStream(packed))) {
            byte[] bytes = in.readNBytes(MOST_BYTES + 1);
            if (bytes.length > MOST_BYTES) {
                throw new IOException("it is larger than 64 MiB");
            }
            return bytes;
        }
    }

    private String hash(JsonNode tree) {
        try {
            return HexFormat.of().formatHex(
                    MessageDigest.getInstance("SHA-256").digest(mapper.writeValueAsBytes(tree)), 0, ID_BYTES);
        } catch (NoSuchAlgorithmException e) {
            throw new IllegalStateException("every Java platform has SHA-256", e);
        }
    }
}
