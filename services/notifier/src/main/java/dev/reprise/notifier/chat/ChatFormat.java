// SPDX-License-Identifier: Apache-2.0
package dev.reprise.notifier.chat;

import java.net.URI;
import java.time.Instant;
import java.util.Optional;
import tools.jackson.databind.node.ObjectNode;

import dev.reprise.notifier.channel.AttemptResult;
import dev.reprise.notifier.http.HttpPost.Outcome;
import dev.reprise.notifier.message.Bulletin;

/** What one chat program wants: where to post, what to post, how much of it, and what its answers mean. */
interface ChatFormat {
    /** Where to post at that time; some programs want a signature in the address. */
    default URI target(URI address, Instant now) {
        return address;
    }

    /** The body for a bulletin, or nothing when it is larger than the program takes. */
    Optional<ObjectNode> body(Bulletin bulletin, Instant now);

    /** Largest body, in bytes. */
    int mostBytes();

    /** What an answer means. */
    AttemptResult judge(Outcome.Answer answer, Instant now);
}
