// SPDX-License-Identifier: Apache-2.0
package dev.reprise.runtime.limit;

import java.time.Duration;
import java.time.InstantSource;
import java.util.LinkedHashMap;
import java.util.Map;

/**
 * One token bucket for each key: a minute's worth at once, refilled evenly. Keys beyond a bound push out the one that was
 * used longest ago, so that whoever invents keys costs no memory. Safe for use by many threads.
 */
public final class TokenBuckets {

    private static final int MOST_KEYS = 10_000;
    private static final double MILLIS_OF_MINUTE = 60_000.0;

    private final int perMinute;
    private final InstantSource clock;
    private final Map<String, Bucket> buckets = new LinkedHashMap<>(16, 0.75f, true) {
        private static final long serialVersionUID = 1L;

        @Override
        protected boolean removeEldestEntry(Map.Entry<String, Bucket> eldest) {
            return size() > MOST_KEYS;
        }
    };

    private record Bucket(double tokens, long atMillis) {}

    /** Buckets of a size. */
    public TokenBuckets(int perMinute, InstantSource clock) {
        this.perMinute = perMinute;
        this.clock = clock;
    }

    /** Takes one token; answers how long to wait if there is none, zero if it was taken. */
    public synchronized Duration take(String key) {
        Bucket now = refilled(key);
        if (now.tokens() >= 1) {
            buckets.put(key, new Bucket(now.tokens() - 1, now.atMillis()));
            return Duration.ZERO;
        }
        buckets.put(key, now);
        return wait(now);
    }

    /** How long to wait for a token, zero if there is one; takes none. */
    public synchronized Duration peek(String key) {
        Bucket now = refilled(key);
        return now.tokens() >= 1 ? Duration.ZERO : wait(now);
    }

    private Duration wait(Bucket now) {
        return Duration.ofMillis((long) Math.ceil((1 - now.tokens()) * MILLIS_OF_MINUTE / perMinute));
    }

    private Bucket refilled(String key) {
        long now = clock.millis();
        Bucket before = buckets.get(key);
        if (before == null) {
            return new Bucket(perMinute, now);
        }
        double since = Math.max(0, now - before.atMillis());
        return new Bucket(Math.min(perMinute, before.tokens() + since * perMinute / MILLIS_OF_MINUTE), now);
    }
}
