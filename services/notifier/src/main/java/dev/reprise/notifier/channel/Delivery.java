// SPDX-License-Identifier: Apache-2.0
package dev.reprise.notifier.channel;

import java.time.Instant;
import java.util.List;
import java.util.Optional;

import dev.reprise.runtime.trace.Traceparent;
import dev.reprise.schemas.notification.Page;
import dev.reprise.schemas.notification.Told;

/**
 * One page to be told to its receiver.
 *
 * @param id the same for every try of the same page, whichever process tries: receivers deduplicate by it
 * @param page what is told
 * @param at when this try began
 * @param traceparent where in a trace this try stands, for the receiver to go on there
 */
public record Delivery(String id, Page page, Instant at, Optional<Traceparent> traceparent) {
    /** One that belongs to no trace. */
    public Delivery(String id, Page page, Instant at) {
        this(id, page, at, Optional.empty());
    }

    /**
     * Where in a trace the decision stands that raised what is told, of several alerts the first one; the same for every
     * try.
     */
    public Optional<Traceparent> decision() {
        return decisions(page).stream().findFirst();
    }

    /** Where in traces the decisions stand that raised what a page tells, each once. */
    public static List<Traceparent> decisions(Page page) {
        return page.items().stream().flatMap(item -> item.content().traceparent().stream())
                .flatMap(text -> Traceparent.parse(text).stream()).distinct().toList();
    }

    /** Whether the receiver is to believe that all is over. */
    public boolean over() {
        return page.told() == Told.RESOLVED;
    }
}
