// SPDX-License-Identifier: Apache-2.0
package dev.reprise.runtime.oidc;

/** A token that is not believed, or a provider that does not do its part. The message never quotes a token. */
public final class OidcException extends RuntimeException {

    private static final long serialVersionUID = 1L;

    private final boolean unavailable;

    private OidcException(String message, boolean unavailable) {
        super(message, null, false, false);
        this.unavailable = unavailable;
    }

    /** What was sent is not believed. */
    static OidcException refused(String message) {
        return new OidcException(message, false);
    }

    /** The provider cannot be asked. */
    static OidcException unavailable(String message) {
        return new OidcException(message, true);
    }

    /** Whether the provider is at fault, so that trying again may help. */
    public boolean isUnavailable() {
        return unavailable;
    }
}
