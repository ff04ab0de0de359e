// SPDX-License-Identifier: Apache-2.0
package dev.reprise.runtime.http;

import java.time.Instant;
import java.time.InstantSource;

/**
 * Which sessions a person has ended. A session is a sealed cookie, which every process with the key takes; that one has
 * ended before its time is all that must be known beside it. Implementations are safe for use by many threads.
 */
public interface EndedSessions {

    /**
     * Somebody has signed in.
     *
     * @param session a hash of the session's identity
     * @param caller who
     */
    void begun(String session, String caller);

    /**
     * Somebody has signed out. Holds in this process when it returns.
     *
     * @param session a hash of the session's identity
     * @param caller who
     * @param until when the session would have ended by itself, and may be forgotten
     */
    void ended(String session, String caller, Instant until);

    /**
     * Whether a session was ended.
     *
     * @throws ProblemException with status 503 while that is not known
     */
    boolean hasEnded(String session);

    /** Those of one process, which nobody else is told of. */
    static EndedSessions here(InstantSource clock) {
        SessionMemory memory = new SessionMemory();
        return new EndedSessions() {
            @Override
            public void begun(String session, String caller) {
                // nobody to tell
            }

            @Override
            public void ended(String session, String caller, Instant until) {
                memory.add(session, until, clock.instant());
            }

            @Override
            public boolean hasEnded(String session) {
                return memory.holds(session);
            }
        };
    }
}
