// SPDX-License-Identifier: Apache-2.0
package dev.reprise.core.storm;

import java.time.Instant;

import dev.reprise.schemas.admission.AdmissionMessage;

/** What reaches a group. */
public sealed interface GroupInput {
    /**
     * The coordinator's clock when it was taken in. It is the only time that counts: messages are written by many hosts,
     * and one with a clock behind would reach back into a window that is over, one ahead would end a probe early.
     */
    Instant now();

    /**
     * A message was read.
     *
     * @param message the message; its own time is kept for people and never computed with
     * @param now the coordinator's clock
     */
    record Told(AdmissionMessage message, Instant now) implements GroupInput {}

    /**
     * Time went on. Told too early it means nothing.
     *
     * @param now the coordinator's clock
     */
    record Tick(Instant now) implements GroupInput {}
}
