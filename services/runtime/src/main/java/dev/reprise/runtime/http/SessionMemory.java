// SPDX-License-Identifier: Apache-2.0
package dev.reprise.runtime.http;

import java.time.Instant;
import java.util.HashMap;
import java.util.HashSet;
import java.util.Map;
import java.util.NavigableMap;
import java.util.Set;
import java.util.TreeMap;

/**
 * Sessions that were ended, until they would have ended by themselves. Bounded: beyond 100,000 the one that is nearest to
 * its own end is forgotten. Safe for use by many threads.
 */
public final class SessionMemory {

    private static final int MOST = 100_000;

    private final Map<String, Instant> ends = new HashMap<>();
    private final NavigableMap<Instant, Set<String>> byEnd = new TreeMap<>();

    /** Remembers a session and forgets those that have ended by themselves. */
    public synchronized void add(String session, Instant until, Instant now) {
        forgetBefore(now);
        if (ends.putIfAbsent(session, until) == null) {
            byEnd.computeIfAbsent(until, _ -> new HashSet<>()).add(session);
        }
        while (ends.size() > MOST) {
            byEnd.pollFirstEntry().getValue().forEach(ends::remove);
        }
    }

    /** Whether it is remembered. */
    public synchronized boolean holds(String session) {
        return ends.containsKey(session);
    }

    private void forgetBefore(Instant now) {
        while (!byEnd.isEmpty() && byEnd.firstKey().isBefore(now)) {
            byEnd.pollFirstEntry().getValue().forEach(ends::remove);
        }
    }
}
