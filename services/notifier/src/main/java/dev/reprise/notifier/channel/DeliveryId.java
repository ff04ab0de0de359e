// SPDX-License-Identifier: Apache-2.0
package dev.reprise.notifier.channel;

import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.HexFormat;

import dev.reprise.schemas.alert.Alert;
import dev.reprise.schemas.id.AlertKey;

/** Names of deliveries and threads: derived, never drawn, so that a restart names the same things alike. */
public final class DeliveryId {
    private static final int BYTES = 16;

    private DeliveryId() {}

    /** The id of telling this revision to this receiver: {@code msg_} and 32 hex digits. */
    public static String of(String receiver, Alert alert) {
        return "msg_" + hash(receiver, alert.alertKey().value(), Long.toString(alert.revision()));
    }

    /** The id of all that is told of one episode of an alert: {@code thread_} and 32 hex digits. */
    public static String ofThread(AlertKey alertKey, long episode) {
        return "thread_" + hash(alertKey.value(), Long.toString(episode));
    }

    private static String hash(String... parts) {
        MessageDigest digest = sha256();
        for (String part : parts) {
            byte[] bytes = part.getBytes(StandardCharsets.UTF_8);
            // Length first, so that no two lists of parts have the same bytes.
            digest.update((bytes.length + ":").getBytes(StandardCharsets.US_ASCII));
            digest.update(bytes);
        }
        return HexFormat.of().formatHex(digest.digest(), 0, BYTES);
    }

    private static MessageDigest sha256() {
        try {
            return MessageDigest.getInstance("SHA-256");
        } catch (NoSuchAlgorithmException e) {
            throw new IllegalStateException("every Java platform has SHA-256", e);
        }
    }
}
