// SPDX-License-Identifier: Apache-2.0
package dev.reprise.runtime.http;

import java.nio.charset.StandardCharsets;
import java.security.GeneralSecurityException;
import java.security.SecureRandom;
import java.util.Arrays;
import java.util.Base64;
import java.util.List;
import java.util.Optional;
import javax.crypto.Cipher;
import javax.crypto.Mac;
import javax.crypto.spec.GCMParameterSpec;
import javax.crypto.spec.SecretKeySpec;

/**
 * Text that a browser keeps and can neither read nor change: AES-GCM. What waits for a person to sign in, and who has, costs
 * no memory here. Sealed with the first key, opened with any: so that keys can be changed while people are signed in.
 */
final class SealedText {

    private static final int IV_BYTES = 12;
    private static final int TAG_BITS = 128;
    private static final int KEY_BYTES = 32;

    private final SecureRandom random = new SecureRandom();
    private final List<SecretKeySpec> keys;

    /**
     * Derives the keys.
     *
     * @param secrets what processes share; empty: a key of this process
     * @param purpose what is sealed; what was sealed for one purpose is not opened for another
     */
    SealedText(List<byte[]> secrets, String purpose) {
        keys = (secrets.isEmpty() ? List.of(fresh()) : secrets).stream().map(secret -> derived(secret, purpose))
                .toList();
    }

    String seal(String text) {
        byte[] iv = new byte[IV_BYTES];
        random.nextBytes(iv);
        try {
            byte[] sealed = cipher(Cipher.ENCRYPT_MODE, keys.getFirst(), iv)
                    .doFinal(text.getBytes(StandardCharsets.UTF_8));
            byte[] whole = Arrays.copyOf(iv, iv.length + sealed.length);
            System.arraycopy(sealed, 0, whole, iv.length, sealed.length);
            return Base64.getUrlEncoder().withoutPadding().encodeToString(whole);
        } catch (GeneralSecurityException e) {
            throw new IllegalStateException("every Java platform of this version has AES-GCM", e);
        }
    }

    /** The text, if it was sealed with one of the keys. */
    Optional<String> open(String sealed) {
        return keys.stream().flatMap(key -> open(sealed, key).stream()).findFirst();
    }

    private static Optional<String> open(String sealed, SecretKeySpec key) {
        try {
            byte[] whole = Base64.getUrlDecoder().decode(sealed);
            if (whole.length <= IV_BYTES) {
                return Optional.empty();
            }
            byte[] text = cipher(Cipher.DECRYPT_MODE, key, Arrays.copyOf(whole, IV_BYTES)).doFinal(whole, IV_BYTES,
                    whole.length - IV_BYTES);
            return Optional.of(new String(text, StandardCharsets.UTF_8));
        } catch (GeneralSecurityException | IllegalArgumentException _) {
            return Optional.empty();
        }
    }

    private byte[] fresh() {
        byte[] bytes = new byte[KEY_BYTES];
        random.nextBytes(bytes);
        return bytes;
    }

    private static SecretKeySpec derived(byte[] secret, String purpose) {
        try {
            Mac mac = Mac.getInstance("HmacSHA256");
            mac.init(new SecretKeySpec(secret, "HmacSHA256"));
            return new SecretKeySpec(mac.doFinal(("reprise/" + purpose).getBytes(StandardCharsets.UTF_8)), "AES");
        } catch (GeneralSecurityException e) {
            throw new IllegalStateException("every Java platform has HMAC with SHA-256", e);
        }
    }

    private static Cipher cipher(int mode, SecretKeySpec key, byte[] iv) throws GeneralSecurityException {
        Cipher cipher = Cipher.getInstance("AES/GCM/NoPadding");
        cipher.init(mode, key, new GCMParameterSpec(TAG_BITS, iv));
        return cipher;
    }
}
