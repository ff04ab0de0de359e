// SPDX-License-Identifier: Apache-2.0
package dev.reprise.notifier.group;

import java.util.List;
import java.util.Optional;

import dev.reprise.schemas.notification.Page;

/**
 * What follows from an input.
 *
 * @param next the state; nothing when nothing need be remembered
 * @param pages what receivers are to be told
 */
public record GroupStep(Optional<GroupState> next, List<Page> pages) {
    /** Takes a copy. */
    public GroupStep {
        pages = List.copyOf(pages);
    }
}
