// SPDX-License-Identifier: Apache-2.0
package dev.reprise.notifier.channel;

import java.time.Instant;

import dev.reprise.schemas.notification.Page;
import dev.reprise.schemas.notification.Told;

/**
 * One page to be told to its receiver.
 *
 * @param id the same for every try of the same page, whichever process tries: receivers deduplicate by it
 * @param page what is told
 * @param at when this try began
 */
public record Delivery(String id, Page page, Instant at) {
    /** Whether the receiver is to believe that all is over. */
    public boolean over() {
        return page.told() == Told.RESOLVED;
    }
}
