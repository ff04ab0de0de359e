// SPDX-License-Identifier: Apache-2.0
package dev.reprise.runner.ledger;

import java.time.Instant;

import dev.reprise.schemas.job.DispatchClass;

/**
 * What a step rests on besides the ledger and the command.
 *
 * @param epoch the epoch of this owner
 * @param now the time
 * @param guarantee what a second call does, as far as this owner may rely on it
 */
public record Scene(long epoch, Instant now, DispatchClass guarantee) {}
