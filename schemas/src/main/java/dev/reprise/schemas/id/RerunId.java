// SPDX-License-Identifier: Apache-2.0
package dev.reprise.schemas.id;

import com.fasterxml.jackson.annotation.JsonCreator;
import com.fasterxml.jackson.annotation.JsonValue;
import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.regex.Pattern;

/**
 * The name of a rerun: run id, idempotency key, label and fencing subject at the target. It is a pure function of the
 * failure it answers, so that a decision made twice names the same rerun.
 *
 * @param value {@code rr-} and 32 characters of base32 (RFC 4648, lower case, without padding)
 */
public record RerunId(@JsonValue String value) {
    private static final Pattern FORM = Pattern.compile("rr-[a-z2-7]{32}");
    private static final String ALPHABET = "abcdefghijklmnopqrstuvwxyz234567";
    private static final int HASH_BYTES = 20;

    /**
     * Checks the form.
     *
     * @throws IllegalArgumentException when the value is not of that form
     */
    @JsonCreator
    public RerunId {
        if (!FORM.matcher(value).matches()) {
            throw new IllegalArgumentException("rerunId is not 'rr-' followed by 32 characters of a-z and 2-7");
        }
    }

    /** The rerun that answers the failure of one attempt. */
    public static RerunId ofFailure(InstanceId instance, AttemptId failed) {
        return derive(instance, failed.run().value(), Integer.toString(failed.number()));
    }

    /** The rerun that answers one request of a person; the request id is the identity of the click. */
    public static RerunId ofRequest(InstanceId instance, String requestId) {
        // One part more than a failure has: with lengths in front, the two can never be the same bytes.
        return derive(instance, "request", requestId, "");
    }

    /** Whether a run is this rerun: targets that take our id use it as their run id. */
    public boolean names(RunId run) {
        return value.equals(run.value());
    }

    /** The run id that a rerun has at a target which takes ours. */
    public RunId asRun() {
        return new RunId(value);
    }

    private static RerunId derive(InstanceId instance, String... parts) {
        MessageDigest digest = sha256();
        update(digest, instance.job().namespace());
        update(digest, instance.job().name());
        update(digest, instance.partition().value());
        for (String part : parts) {
            update(digest, part);
        }
        return new RerunId("rr-" + base32(digest.digest()));
    }

    /** Length first, so that no two lists of parts have the same bytes. */
    private static void update(MessageDigest digest, String part) {
        byte[] bytes = part.getBytes(StandardCharsets.UTF_8);
        digest.update(new byte[]{
            (byte) (bytes.length >>> 24), (byte) (bytes.length >>> 16), (byte) (bytes.length >>> 8), (byte) bytes.length
        });
        digest.update(bytes);
    }

    private static String base32(byte[] hash) {
        StringBuilder text = new StringBuilder(HASH_BYTES * 8 / 5);
        int buffer = 0;
        int bits = 0;
        for (int i = 0; i < HASH_BYTES; i++) {
            buffer = (buffer << 8) | (hash[i] & 0xff);
            bits += 8;
            while (bits >= 5) {
                bits -= 5;
                text.append(ALPHABET.charAt((buffer >>> bits) & 31));
            }
        }
        return text.toString();
    }

    private static MessageDigest sha256() {
        try {
            return MessageDigest.getInstance("SHA-256");
        } catch (NoSuchAlgorithmException e) {
            throw new IllegalStateException("every Java platform has SHA-256", e);
        }
    }

    @Override
    public String toString() {
        return value;
    }
}
