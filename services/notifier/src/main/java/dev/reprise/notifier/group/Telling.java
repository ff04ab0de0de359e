// SPDX-License-Identifier: Apache-2.0
package dev.reprise.notifier.group;

import java.time.Instant;

/**
 * What one receiver was told of one group.
 *
 * @param revision of the last page
 * @param open whether it believes that something fires
 * @param openedAt when it was first told of what fires now
 * @param sentAt when the last page was written
 * @param failed whether a page could not be delivered since
 */
public record Telling(long revision, boolean open, Instant openedAt, Instant sentAt, boolean failed) {
    Telling failing() {
        return new Telling(revision, open, openedAt, sentAt, true);
    }
}
