// SPDX-License-Identifier: Apache-2.0
package dev.reprise.simulation.world;

import java.time.Instant;

import dev.reprise.schemas.command.StartRerun;

/**
 * A start that the target accepted: a line of its journal, the only proof of an effect.
 *
 * @param command what was carried out
 * @param epoch the epoch that the call showed
 * @param decidedAt when the runner decided to call, in true time
 * @param at when it was accepted, in true time
 */
public record Start(StartRerun command, long epoch, Instant decidedAt, Instant at) {}
