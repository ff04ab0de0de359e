// SPDX-License-Identifier: Apache-2.0
package dev.reprise.runtime.http;

import java.security.SecureRandom;
import java.util.Base64;

/** Text that nobody guesses: 256 bits in base64url. */
final class RandomText {

    private static final int BYTES = 32;

    private final SecureRandom random = new SecureRandom();

    String next() {
        byte[] bytes = new byte[BYTES];
        random.nextBytes(bytes);
        return Base64.getUrlEncoder().withoutPadding().encodeToString(bytes);
    }
}
