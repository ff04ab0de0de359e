// SPDX-License-Identifier: Apache-2.0
package dev.reprise.runtime.http;

import java.time.Duration;
import java.util.List;

/** Takes what a server refused, summed up, so that whoever is refused cannot flood the record of it. */
public interface Refusals {

    /** Keeps none. */
    Refusals NOWHERE = _ -> {};

    /**
     * Takes what was refused since the last time: at most 200 entries, the last of which may stand for many callers. Called
     * by one thread at a time; an exception costs these entries and is logged.
     */
    void take(List<Refusal> refusals);

    /** How often it is told. */
    default Duration every() {
        return Duration.ofMinutes(1);
    }
}
