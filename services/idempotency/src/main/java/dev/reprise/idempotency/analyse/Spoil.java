// SPDX-License-Identifier: Apache-2.0
package dev.reprise.idempotency.analyse;

import dev.reprise.idempotency.region.Region;

/**
 * A part of a table that differs from the clean state for good, unless it is reset.
 *
 * @param region which rows
 * @param judgement how bad it is, and why
 * @param cause the effect that made it
 * @param duplicates whether it is only that rows are there more than once
 */
record Spoil(Region region, Judgement judgement, Effect cause, boolean duplicates) {}
