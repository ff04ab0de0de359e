// SPDX-License-Identifier: Apache-2.0
package dev.reprise.runtime.password;

import com.fasterxml.jackson.annotation.JsonCreator;
import java.security.GeneralSecurityException;
import java.security.MessageDigest;
import java.security.SecureRandom;
import java.util.Base64;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import javax.crypto.SecretKeyFactory;
import javax.crypto.spec.PBEKeySpec;

import dev.reprise.runtime.config.ConfigException;

/**
 * The hash of a password: PBKDF2 with HMAC-SHA-256, written {@code pbkdf2-sha256:ITERATIONS:SALT:HASH} with the last two
 * in base64url. Its text form tells nothing.
 */
public final class PasswordHash {

    /** Iterations of a new hash, as OWASP's password storage cheat sheet asks for this function. */
    public static final int ITERATIONS = 600_000;
    /** Shortest password, in characters. */
    public static final int SHORTEST_PASSWORD = 12;
    /** Longest password, in characters. */
    public static final int LONGEST_PASSWORD = 256;

    private static final int FEWEST_ITERATIONS = 100_000;
    private static final int MOST_ITERATIONS = 10_000_000;
    private static final int BYTES = 32;
    private static final int SALT_BYTES = 16;
    private static final Pattern FORM = Pattern
            .compile("pbkdf2-sha256:([0-9]{1,8}):([A-Za-z0-9_-]{16,64}):([A-Za-z0-9_-]{43})");

    private final int iterations;
    private final byte[] salt;
    private final byte[] hash;

    private PasswordHash(int iterations, byte[] salt, byte[] hash) {
        this.iterations = iterations;
        this.salt = salt;
        this.hash = hash;
    }

    /**
     * Reads the written form.
     *
     * @throws ConfigException if it is none, or has fewer than 100,000 or more than 10,000,000 iterations
     */
    @JsonCreator(mode = JsonCreator.Mode.DELEGATING)
    public static PasswordHash parse(String text) {
        Matcher form = FORM.matcher(text);
        if (!form.matches()) {
            throw ConfigException.of("", "is no hash of a password", "make one with: reprise password hash");
        }
        int iterations = Integer.parseInt(form.group(1));
        if (iterations < FEWEST_ITERATIONS || iterations > MOST_ITERATIONS) {
            throw ConfigException.of("", "has " + iterations + " iterations, expected " + FEWEST_ITERATIONS + " to "
                    + MOST_ITERATIONS, "make one with: reprise password hash");
        }
        Base64.Decoder base64 = Base64.getUrlDecoder();
        return new PasswordHash(iterations, base64.decode(form.group(2)), base64.decode(form.group(3)));
    }

    /** Hashes a password with a salt drawn anew. */
    public static PasswordHash of(String password) {
        byte[] salt = new byte[SALT_BYTES];
        new SecureRandom().nextBytes(salt);
        return new PasswordHash(ITERATIONS, salt, derive(password, salt, ITERATIONS));
    }

    /** A hash of no password that anyone knows, which takes as long to try as this one. */
    public PasswordHash ofNobody() {
        byte[] unknown = new byte[BYTES];
        new SecureRandom().nextBytes(unknown);
        return new PasswordHash(iterations, salt, unknown);
    }

    /** Whether it is the hash of a password; the time it takes does not tell how near it was. */
    public boolean matches(String password) {
        return password.length() <= LONGEST_PASSWORD
                && MessageDigest.isEqual(hash, derive(password, salt, iterations));
    }

    /** The written form, for a configuration. */
    public String encoded() {
        Base64.Encoder base64 = Base64.getUrlEncoder().withoutPadding();
        return "pbkdf2-sha256:" + iterations + ":" + base64.encodeToString(salt) + ":" + base64.encodeToString(hash);
    }

    @Override
    public String toString() {
        return "***";
    }

    private static byte[] derive(String password, byte[] salt, int iterations) {
        PBEKeySpec spec = new PBEKeySpec(password.toCharArray(), salt, iterations, BYTES * Byte.SIZE);
        try {
            return SecretKeyFactory.getInstance("PBKDF2WithHmacSHA256").generateSecret(spec).getEncoded();
        } catch (GeneralSecurityException e) {
            throw new IllegalStateException("every Java platform of this version has PBKDF2 with HMAC-SHA-256", e);
        } finally {
            spec.clearPassword();
        }
    }
}
