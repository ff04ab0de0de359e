// SPDX-License-Identifier: Apache-2.0
package dev.reprise.notifier.message;

import java.net.URI;
import java.util.List;
import java.util.Optional;

import dev.reprise.schemas.notification.PageChange;

/**
 * One alert in a message.
 *
 * @param change what the reader learns of it
 * @param subject the job and its partition
 * @param matter what is the matter, in a few words
 * @param happened what happened, one line
 * @param evidence the error, its class, the line of the definition that decides; each on one line
 * @param did what Reprise did, or why it is over
 * @param commands what the reader can do
 * @param link where the reader finds more
 */
public record Item(PageChange change, String subject, String matter, String happened, List<Fact> evidence, String did,
        List<String> commands, Optional<URI> link) {
    /** Takes copies. */
    public Item {
        evidence = List.copyOf(evidence);
        commands = List.copyOf(commands);
    }

    /**
     * One thing known.
     *
     * @param label what it is
     * @param text the thing, on one line
     */
    public record Fact(String label, String text) {
        /** Both, for a channel that has no table. */
        public String line() {
            return label + ": " + text;
        }
    }
}
