// SPDX-License-Identifier: Apache-2.0
package dev.reprise.console.tail;

import java.util.List;
import java.util.Optional;

/**
 * How far the read model has come.
 *
 * @param caughtUp whether it had read everything that was there, and has not fallen far behind since
 * @param lag records that it has still to read; 0 where nothing is known yet
 * @param missingTopics topics that do not exist yet, by full name
 * @param failure why it cannot go on at present
 */
public record TailStatus(boolean caughtUp, long lag, List<String> missingTopics, Optional<String> failure) {

    /** Before the first look. */
    static final TailStatus UNKNOWN = new TailStatus(false, 0, List.of(), Optional.empty());

    /** Takes a copy. */
    public TailStatus {
        missingTopics = List.copyOf(missingTopics);
    }

    /** One sentence for a person. */
    public String text() {
        if (failure.isPresent()) {
            return "the read model stands still: " + failure.get();
        }
        if (!missingTopics.isEmpty()) {
            return "topics are missing: " + String.join(", ", missingTopics)
                    + "; create them with: reprise topics apply";
        }
        return caughtUp ? "the read model has caught up" : "the read model has " + lag + " records to read";
    }
}
