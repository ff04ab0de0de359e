// SPDX-License-Identifier: Apache-2.0
package dev.reprise.notifier.channel;

import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.HexFormat;

import dev.reprise.schemas.id.AlertKey;
import dev.reprise.schemas.notification.Page;

/** Names of deliveries and threads: derived, never drawn, so that a restart names the same things alike. */
public final class DeliveryId {
    private static final int BYTES = 16;

    private DeliveryId() {}

    /** The id of telling this page: {@code msg_} and 32 hex digits. */
    public static String of(Page page) {
        return of(page.channel(), page.alertKey(), page.revision());
    }

    /** The id of telling a receiver that revision of an alert or a group. */
    public static String of(String receiver, AlertKey alertKey, long revision) {
        return "msg_" + hash(receiver, alertKey.value(), Long.toString(revision));
    }

    /** The id of all that a receiver is told from the first page to the one that says it is over. */
    public static String ofThread(Page page) {
        return "thread_" + hash(page.channel(), page.alertKey().value(), page.openedAt().toString());
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
