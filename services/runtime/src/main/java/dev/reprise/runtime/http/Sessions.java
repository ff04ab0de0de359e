// SPDX-License-Identifier: Apache-2.0
package dev.reprise.runtime.http;

import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.HexFormat;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;

/**
 * Who is signed in with which browser, in memory: a restart signs everyone out. Kept under hashes, so that a heap dump
 * gives no session away. Beyond a bound, the session that was used longest ago ends.
 */
final class Sessions {

    private static final int MOST = 10_000;

    private final Duration idle;
    private final Duration life;
    private final InstantSource clock;
    private final RandomText random = new RandomText();
    private final Map<String, Session> sessions = new LinkedHashMap<>(16, 0.75f, true) {
        private static final long serialVersionUID = 1L;

        @Override
        protected boolean removeEldestEntry(Map.Entry<String, Session> eldest) {
            return size() > MOST;
        }
    };

    private record Session(Principal principal, Instant began, Instant used) {}

    Sessions(Duration idle, Duration life, InstantSource clock) {
        this.idle = idle;
        this.life = life;
        this.clock = clock;
    }

    /** Begins a session; answers what the browser keeps. */
    synchronized String begin(Principal principal) {
        String id = random.next();
        Instant now = clock.instant();
        sessions.put(hash(id), new Session(principal, now, now));
        return id;
    }

    synchronized Optional<Principal> find(String id) {
        String key = hash(id);
        Session session = sessions.get(key);
        if (session == null) {
            return Optional.empty();
        }
        Instant now = clock.instant();
        if (!now.isBefore(session.used().plus(idle)) || !now.isBefore(session.began().plus(life))) {
            sessions.remove(key);
            return Optional.empty();
        }
        sessions.put(key, new Session(session.principal(), session.began(), now));
        return Optional.of(session.principal());
    }

    synchronized void end(String id) {
        sessions.remove(hash(id));
    }

    private static String hash(String id) {
        try {
            return HexFormat.of().formatHex(
                    MessageDigest.getInstance("SHA-256").digest(id.getBytes(StandardCharsets.UTF_8)));
        } catch (NoSuchAlgorithmException e) {
            throw new IllegalStateException("every Java platform has SHA-256", e);
        }
    }
}
