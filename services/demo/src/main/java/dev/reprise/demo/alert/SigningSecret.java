// SPDX-License-Identifier: Apache-2.0
package dev.reprise.demo.alert;

import java.nio.charset.StandardCharsets;
import java.security.GeneralSecurityException;
import java.security.MessageDigest;
import java.security.SecureRandom;
import java.time.Duration;
import java.time.Instant;
import java.util.Arrays;
import java.util.Base64;
import javax.crypto.Mac;
import javax.crypto.spec.SecretKeySpec;

/** A secret of Standard Webhooks 1.0.0, symmetric scheme {@code v1}. Its text form hides it. */
public final class SigningSecret {
    /** How far the time of a message may be from ours. */
    static final Duration TOLERANCE = Duration.ofMinutes(5);
    private static final String PREFIX = "whsec_";
    private static final String ALGORITHM = "HmacSHA256";
    private static final int BYTES = 32;

    private final byte[] key;

    SigningSecret(byte[] key) {
        this.key = key.clone();
    }

    /** A new secret of 32 random bytes. */
    public static SigningSecret generate() {
        byte[] key = new byte[BYTES];
        new SecureRandom().nextBytes(key);
        return new SigningSecret(key);
    }

    /** The secret itself, {@code whsec_} and base64, for the configuration of the sender. */
    public String reveal() {
        return PREFIX + Base64.getEncoder().encodeToString(key);
    }

    /**
     * Whether a message was signed with this secret a short while ago.
     *
     * @param id its {@code webhook-id}
     * @param timestamp its {@code webhook-timestamp}, in seconds since 1970
     * @param signatures its {@code webhook-signature}: one or more, separated by spaces
     * @param body the bytes as received
     * @param now the time
     */
    boolean signed(String id, String timestamp, String signatures, byte[] body, Instant now) {
        if (!timestamp.matches("\\d{1,12}") || Duration
                .between(Instant.ofEpochSecond(Long.parseLong(timestamp)), now).abs().compareTo(TOLERANCE) > 0) {
            return false;
        }
        byte[] expected = sign(id, timestamp, body).getBytes(StandardCharsets.US_ASCII);
        return Arrays.stream(signatures.split(" ", -1))
                .anyMatch(signature -> MessageDigest.isEqual(expected, signature.getBytes(StandardCharsets.UTF_8)));
    }

    String sign(String id, String timestamp, byte[] body) {
        try {
            Mac mac = Mac.getInstance(ALGORITHM);
            mac.init(new SecretKeySpec(key, ALGORITHM));
            mac.update((id + "." + timestamp + ".").getBytes(StandardCharsets.UTF_8));
            return "v1," + Base64.getEncoder().encodeToString(mac.doFinal(body));
        } catch (GeneralSecurityException e) {
            throw new IllegalStateException("every Java platform has " + ALGORITHM, e);
        }
    }

    @Override
    public String toString() {
        return PREFIX + "***";
    }
}
