// SPDX-License-Identifier: Apache-2.0
package dev.reprise.runtime.http;

import java.nio.charset.StandardCharsets;
import java.security.GeneralSecurityException;
import java.security.SecureRandom;
import java.util.Arrays;
import java.util.Base64;
import java.util.Optional;
import javax.crypto.Cipher;
import javax.crypto.spec.GCMParameterSpec;
import javax.crypto.spec.SecretKeySpec;

/**
 * Text that a browser keeps for this process and can neither read nor change: AES-GCM under a key of this process. What
 * waits for a person to sign in costs no memory here, whoever begins how many sign-ins.
 */
final class SealedText {

    private static final int IV_BYTES = 12;
    private static final int TAG_BITS = 128;
    private static final int KEY_BYTES = 32;

    private final SecureRandom random = new SecureRandom();
    private final SecretKeySpec key;

    SealedText() {
        byte[] bytes = new byte[KEY_BYTES];
        random.nextBytes(bytes);
        key = new SecretKeySpec(bytes, "AES");
    }

    String seal(String text) {
        byte[] iv = new byte[IV_BYTES];
        random.nextBytes(iv);
        try {
            byte[] sealed = cipher(Cipher.ENCRYPT_MODE, iv).doFinal(text.getBytes(StandardCharsets.UTF_8));
            byte[] whole = Arrays.copyOf(iv, iv.length + sealed.length);
            System.arraycopy(sealed, 0, whole, iv.length, sealed.length);
            return Base64.getUrlEncoder().withoutPadding().encodeToString(whole);
        } catch (GeneralSecurityException e) {
            throw new IllegalStateException("every Java platform of this version has AES-GCM", e);
        }
    }

    /** The text, if this process has sealed it. */
    Optional<String> open(String sealed) {
        try {
            byte[] whole = Base64.getUrlDecoder().decode(sealed);
            if (whole.length <= IV_BYTES) {
                return Optional.empty();
            }
            byte[] text = cipher(Cipher.DECRYPT_MODE, Arrays.copyOf(whole, IV_BYTES)).doFinal(whole, IV_BYTES,
                    whole.length - IV_BYTES);
            return Optional.of(new String(text, StandardCharsets.UTF_8));
        } catch (GeneralSecurityException | IllegalArgumentException _) {
            return Optional.empty();
        }
    }

    private Cipher cipher(int mode, byte[] iv) throws GeneralSecurityException {
        Cipher cipher = Cipher.getInstance("AES/GCM/NoPadding");
        cipher.init(mode, key, new GCMParameterSpec(TAG_BITS, iv));
        return cipher;
    }
}
