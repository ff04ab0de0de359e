// SPDX-License-Identifier: Apache-2.0
package dev.reprise.app.client;

import java.net.URI;
import java.util.Optional;

/**
 * Where a running Reprise is, and who asks.
 *
 * @param uri an http or https address without a path
 * @param token the bearer token; never printed
 */
public record ServerAddress(URI uri, Optional<String> token) {

    /**
     * Checks the address.
     *
     * @throws IllegalArgumentException saying what was expected and what was found
     */
    public ServerAddress {
        String scheme = uri.getScheme();
        if (!("http".equals(scheme) || "https".equals(scheme)) || uri.getHost() == null) {
            throw new IllegalArgumentException(
                    "expected an address such as http://127.0.0.1:8080, found " + uri);
        }
        if (token.isPresent() && token.get().chars().anyMatch(c -> c <= 0x20 || c > 0x7e)) {
            throw new IllegalArgumentException("the token has a character that no token has, such as a space");
        }
    }

    @Override
    public String toString() {
        return uri.toString();
    }
}
