// SPDX-License-Identifier: Apache-2.0
package dev.reprise.notifier.subscription;

import java.time.Duration;
import java.util.List;

import dev.reprise.runtime.config.ConfigException;
import dev.reprise.runtime.config.DurationText;

/**
 * Who is told beside the others when something has fired for a while. It stops by itself when all is over: who joins is
 * told what fires then, not what fired first.
 *
 * @param after how long something in the group has fired, 1m to 7d
 * @param receivers who is told from then on
 */
public record EscalationStep(Duration after, List<String> receivers) {
    /**
     * Checks the time.
     *
     * @throws ConfigException naming the problem
     */
    public EscalationStep {
        receivers = List.copyOf(receivers);
        if (after.compareTo(Duration.ofMinutes(1)) < 0 || after.compareTo(Duration.ofDays(7)) > 0) {
            throw ConfigException.of("after", "expected 1m to 7d, found " + DurationText.format(after),
                    "give one such as 30m");
        }
        if (receivers.isEmpty()) {
            throw ConfigException.of("receivers", "is empty", "name at least one receiver");
        }
    }
}
