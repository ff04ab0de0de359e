// SPDX-License-Identifier: Apache-2.0
package dev.reprise.schemas.subscription;

import dev.reprise.schemas.job.Blackout;

/**
 * When only what is critical is told at once; the rest comes as one message when the window ends.
 *
 * @param window the time of day
 * @param critical whether what is critical waits as well
 */
public record QuietWindow(Blackout window, boolean critical) {}
