// SPDX-License-Identifier: Apache-2.0
package dev.reprise.core.storm;

import java.time.Duration;
import java.util.List;
import java.util.Optional;

import dev.reprise.schemas.id.JobId;
import dev.reprise.schemas.id.RerunId;

/**
 * The rows of one group: what may be many and must not be written anew at each step. A step reads and changes them
 * through this port alone; with equal rows, state and input comes an equal step. One thread uses it at a time.
 */
public interface GroupRows {
    /** A rerun that asked. */
    Optional<Ask> ask(RerunId rerunId);

    /** Writes a question under its rerun id. */
    void put(Ask ask);

    /** Forgets a question. */
    void forget(RerunId rerunId);

    /** A breaker; absent: closed, and nothing counted. */
    Optional<Breaker> breaker(String signature);

    /** Writes a breaker under its signature. */
    void put(Breaker breaker);

    /** Forgets a breaker. */
    void forget(String signature);

    /** How long the latest runs of a job took, oldest first. */
    List<Duration> durations(JobId job);

    /** Writes how long the latest runs of a job took. */
    void durations(JobId job, List<Duration> latest);

    /** Puts a rerun into a lane. */
    void enter(Lane lane, Place place);

    /** Takes a rerun out of a lane. */
    void leave(Lane lane, Place place);

    /** Who goes first in a lane. */
    Optional<Place> first(Lane lane);

    /** Sets an alarm; setting it twice is setting it once. */
    void set(Alarm alarm);

    /** Takes an alarm away. */
    void unset(Alarm alarm);

    /** The earliest alarm. */
    Optional<Alarm> firstAlarm();
}
