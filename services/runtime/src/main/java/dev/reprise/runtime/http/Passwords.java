// SPDX-License-Identifier: Apache-2.0
package dev.reprise.runtime.http;

import java.nio.ByteBuffer;
import java.nio.charset.CharacterCodingException;
import java.nio.charset.StandardCharsets;
import java.security.GeneralSecurityException;
import java.security.MessageDigest;
import java.security.SecureRandom;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.Base64;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.Semaphore;
import javax.crypto.Mac;
import javax.crypto.spec.SecretKeySpec;

import dev.reprise.runtime.password.PasswordHash;

/**
 * Sign-in by name and password, sent with each request. A hash takes a fraction of a second on purpose, so a password
 * that was right is remembered for five minutes under a key of this process, and few are tried at a time.
 */
final class Passwords {

    private static final Duration REMEMBERED = Duration.ofMinutes(5);
    private static final int AT_A_TIME = 2;
    private static final int MOST_WAITING = 64;

    private final Map<String, UserConfig> users = new LinkedHashMap<>();
    private final Map<String, Remembered> right = new ConcurrentHashMap<>();
    private final Throttle throttle;
    private final InstantSource clock;
    private final Semaphore tries = new Semaphore(AT_A_TIME, true);
    private final SecretKeySpec key;
    /** Tried for a name that nobody has, so that the time does not tell which names there are. */
    private final Optional<PasswordHash> nobody;

    private record Remembered(byte[] code, Instant until) {}

    Passwords(List<UserConfig> configured, Throttle throttle, InstantSource clock) {
        configured.forEach(user -> users.put(user.name(), user));
        this.throttle = throttle;
        this.clock = clock;
        byte[] bytes = new byte[32];
        new SecureRandom().nextBytes(bytes);
        this.key = new SecretKeySpec(bytes, "HmacSHA256");
        this.nobody = configured.stream().findFirst().map(user -> user.passwordHash().ofNobody());
    }

    boolean isEmpty() {
        return users.isEmpty();
    }

    /**
     * The person.
     *
     * @param credentials what follows {@code Basic}
     * @throws ProblemException with status 401 if it is wrong, 429 after too many wrong ones
     */
    Principal signIn(String credentials, String address) {
        String pair = decoded(credentials);
        int colon = pair.indexOf(':');
        if (colon < 0) {
            throw wrong();
        }
        String name = pair.substring(0, colon);
        byte[] code = code(pair);
        Optional<UserConfig> user = Optional.ofNullable(users.get(name));
        Remembered remembered = right.get(name);
        if (user.isPresent() && remembered != null && clock.instant().isBefore(remembered.until())
                && MessageDigest.isEqual(remembered.code(), code)) {
            return principal(user.get());
        }
        throttle.beforePassword(address, name);
        boolean matches = tried(user.map(UserConfig::passwordHash).or(() -> nobody).orElseThrow(Passwords::wrong),
                pair.substring(colon + 1));
        if (user.isEmpty() || !matches) {
            throttle.wrongPassword(name);
            throw wrong();
        }
        right.put(name, new Remembered(code, clock.instant().plus(REMEMBERED)));
        return principal(user.get());
    }

    private boolean tried(PasswordHash hash, String password) {
        if (tries.getQueueLength() >= MOST_WAITING) {
            throw ProblemException.tooMany("too many sign-ins at a time", Duration.ofSeconds(5));
        }
        tries.acquireUninterruptibly();
        try {
            return hash.matches(password);
        } finally {
            tries.release();
        }
    }

    private byte[] code(String pair) {
        try {
            Mac mac = Mac.getInstance("HmacSHA256");
            mac.init(key);
            return mac.doFinal(pair.getBytes(StandardCharsets.UTF_8));
        } catch (GeneralSecurityException e) {
            throw new IllegalStateException("every Java platform has HMAC-SHA-256", e);
        }
    }

    private static Principal principal(UserConfig user) {
        return new Principal(user.name(), List.of(user.grant()), Principal.AuthMethod.BASIC);
    }

    private static String decoded(String credentials) {
        try {
            return StandardCharsets.UTF_8.newDecoder()
                    .decode(ByteBuffer.wrap(Base64.getDecoder().decode(credentials.strip()))).toString();
        } catch (IllegalArgumentException | CharacterCodingException _) {
            throw wrong();
        }
    }

    private static ProblemException wrong() {
        return new ProblemException(Problem.of(401, "name or password is wrong").in("Authorization")
                .fixedBy("send Authorization: Basic with a name of http.auth.users and its password"));
    }
}
