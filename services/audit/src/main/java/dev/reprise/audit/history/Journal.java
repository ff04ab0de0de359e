// SPDX-License-Identifier: Apache-2.0
package dev.reprise.audit.history;

import java.util.List;

import dev.reprise.schemas.id.RerunId;

/**
 * Every start that a target accepted.
 *
 * @param starts in the order of the journal
 */
public record Journal(List<Start> starts) {
    /** Takes a copy. */
    public Journal {
        starts = List.copyOf(starts);
    }

    /** The starts under one key. */
    public List<Start> of(RerunId rerunId) {
        return starts.stream().filter(start -> start.rerunId().equals(rerunId)).toList();
    }
}
