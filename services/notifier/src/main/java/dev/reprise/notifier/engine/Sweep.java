// SPDX-License-Identifier: Apache-2.0
package dev.reprise.notifier.engine;

import java.util.Optional;

/**
 * Where one goes on who looks at all rows of a store, a few at a time, once for each version of something. A version that
 * comes on the way waits for the next pass: to begin anew at each would never reach the last rows while versions come
 * faster than a pass takes.
 *
 * @param <V> the version; equal ones need no pass
 */
final class Sweep<V> {
    private Optional<V> begunFor = Optional.empty();
    private Optional<String> next = Optional.empty();

    /** The first key to look at now, inclusive; empty when all rows were looked at for this version. */
    Optional<String> from(V version) {
        if (next.isEmpty() && !begunFor.equals(Optional.of(version))) {
            begunFor = Optional.of(version);
            next = Optional.of("");
        }
        return next;
    }

    /** Notes how far the look came: the last key that was looked at, or nothing when there was no further one. */
    void reached(Optional<String> last) {
        next = last.map(key -> key + "\u0000");
    }
}
