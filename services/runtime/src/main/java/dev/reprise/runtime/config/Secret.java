// SPDX-License-Identifier: Apache-2.0
package dev.reprise.runtime.config;

import com.fasterxml.jackson.annotation.JsonCreator;
import com.fasterxml.jackson.annotation.JsonValue;
import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;

/**
 * A value that must not be seen: its text form, and what is written of it as JSON, is always stars. In a file it is best
 * given as <code>${env:NAME}</code> or <code>${file:/path}</code>.
 */
public final class Secret {

    private final String value;

    private Secret(String value) {
        this.value = value;
    }

    /** Hides a value. */
    @JsonCreator(mode = JsonCreator.Mode.DELEGATING)
    public static Secret of(String value) {
        return new Secret(value);
    }

    /** The value itself; to be handed to the one place that needs it, never to a log or a topic. */
    public String reveal() {
        return value;
    }

    /** Whether the value is empty or white space. */
    public boolean isBlank() {
        return value.isBlank();
    }

    /** Compares in constant time. */
    @Override
    public boolean equals(Object other) {
        return other instanceof Secret secret && MessageDigest.isEqual(value.getBytes(StandardCharsets.UTF_8),
                secret.value.getBytes(StandardCharsets.UTF_8));
    }

    /** The same for every secret, so that it tells nothing. */
    @Override
    public int hashCode() {
        return Secret.class.hashCode();
    }

    @JsonValue
    @Override
    public String toString() {
        return "***";
    }
}
