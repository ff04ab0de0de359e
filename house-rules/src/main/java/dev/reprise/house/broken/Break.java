// SPDX-License-Identifier: Apache-2.0
package dev.reprise.house.broken;

import java.util.List;

/**
 * A protection that is removed.
 *
 * @param name its name, as people know it
 * @param edits the changes of the real source that remove it
 */
public record Break(String name, List<Edit> edits) {
    /** Takes a copy. */
    public Break {
        edits = List.copyOf(edits);
    }

    /** One that takes one change. */
    public static Break of(String name, String file, String snippet, String instead) {
        return new Break(name, List.of(new Edit(file, snippet, instead)));
    }
}
