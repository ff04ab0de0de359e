// SPDX-License-Identifier: Apache-2.0
package dev.reprise.runtime.http;

import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.time.Instant;
import java.time.InstantSource;
import java.util.HexFormat;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** The bearer tokens, kept as hashes: a heap dump does not give them away. */
final class TokenStore {

    private final List<Entry> entries;

    private final InstantSource clock;

    private record Entry(byte[] hash, Principal principal, Optional<Instant> expires) {}

    TokenStore(List<TokenConfig> tokens, InstantSource clock) {
        this.clock = clock;
        entries = tokens.stream().map(token -> new Entry(hash(token), token.principal(), token.expires())).toList();
    }

    boolean isEmpty() {
        return entries.isEmpty();
    }

    /**
     * The holder of a token. All entries are compared, each in constant time, so that the time tells nothing.
     *
     * @throws ProblemException with status 401 if it has ended
     */
    Optional<Principal> find(String token) {
        byte[] presented = hash(token);
        @Nullable
        Entry found = null;
        for (Entry entry : entries) {
            if (MessageDigest.isEqual(entry.hash(), presented)) {
                found = entry;
            }
        }
        if (found == null) {
            return Optional.empty();
        }
        if (found.expires().filter(end -> !clock.instant().isBefore(end)).isPresent()) {
            throw new ProblemException(Problem.of(401, "the token has ended").in("Authorization")
                    .fixedBy("use another one of the server's configuration"));
        }
        return Optional.of(found.principal());
    }

    private static byte[] hash(TokenConfig token) {
        return token.sha256().map(HexFormat.of()::parseHex)
                .orElseGet(() -> hash(token.token().orElseThrow().reveal()));
    }

    private static byte[] hash(String token) {
        try {
            return MessageDigest.getInstance("SHA-256").digest(token.getBytes(StandardCharsets.UTF_8));
        } catch (NoSuchAlgorithmException e) {
            throw new IllegalStateException("every Java platform has SHA-256", e);
        }
    }
}
