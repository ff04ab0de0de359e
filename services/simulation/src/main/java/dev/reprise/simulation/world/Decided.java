// SPDX-License-Identifier: Apache-2.0
package dev.reprise.simulation.world;

import java.time.Instant;
import java.util.OptionalLong;

import dev.reprise.schemas.decision.Decision;
import dev.reprise.schemas.id.InstanceId;

/**
 * A decision as it stands in the log.
 *
 * @param instance the instance
 * @param decision what was decided
 * @param index the how manyth decision of its step, from 0
 * @param event the offset of the event it answers; absent for timers and results
 * @param barrier whether that event is a barrier
 * @param readUpTo how many events had been appended when it was decided
 * @param now the coordinator's clock
 * @param life which life of the coordinator's state decided, from 0: it is another after each loss
 */
public record Decided(InstanceId instance, Decision decision, int index, OptionalLong event, boolean barrier,
        long readUpTo, Instant now, int life) {}
