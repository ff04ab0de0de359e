// SPDX-License-Identifier: Apache-2.0
package dev.reprise.runtime.http;

import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** The bearer tokens, kept as hashes: a heap dump does not give them away. */
final class TokenStore {

    private final List<Entry> entries;

    private record Entry(byte[] hash, Principal principal) {}

    TokenStore(List<TokenConfig> tokens) {
        entries = tokens.stream().map(token -> new Entry(hash(token.token().reveal()),
                new Principal(token.name(), token.roles(), Principal.AuthMethod.TOKEN))).toList();
    }

    boolean isEmpty() {
        return entries.isEmpty();
    }

    /** The holder of a token. All entries are compared, each in constant time, so that the time tells nothing. */
    Optional<Principal> find(String token) {
        byte[] presented = hash(token);
        @Nullable
        Principal found = null;
        for (Entry entry : entries) {
            if (MessageDigest.isEqual(entry.hash(), presented)) {
                found = entry.principal();
            }
        }
        return Optional.ofNullable(found);
    }

    private static byte[] hash(String token) {
        try {
            return MessageDigest.getInstance("SHA-256").digest(token.getBytes(StandardCharsets.UTF_8));
        } catch (NoSuchAlgorithmException e) {
            throw new IllegalStateException("every Java platform has SHA-256", e);
        }
    }
}
