// SPDX-License-Identifier: Apache-2.0
package dev.reprise.audit.history;

import java.time.Instant;
import java.util.Optional;

import dev.reprise.schemas.id.InstanceId;
import dev.reprise.schemas.id.RerunId;

/**
 * A start that a target accepted, as its own journal has it.
 *
 * @param line the line of the journal, from 1
 * @param rerunId the key under which it was asked
 * @param instance the instance
 * @param epoch the epoch that the caller showed
 * @param receivedAt when it was received, by the target's clock
 * @param run the run that was started, where the target has names of its own
 */
public record Start(int line, RerunId rerunId, InstanceId instance, long epoch, Instant receivedAt,
        Optional<String> run) {
    /** As {@code journal line 7}. */
    public String where() {
        return "journal line " + line;
    }
}
