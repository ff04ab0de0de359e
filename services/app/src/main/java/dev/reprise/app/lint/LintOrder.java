// SPDX-License-Identifier: Apache-2.0
package dev.reprise.app.lint;

import java.nio.file.Path;
import java.util.List;
import java.util.Optional;

/**
 * What {@code reprise lint} is asked for, in the words of the command line.
 *
 * @param paths files and folders; {@code -} for standard input
 * @param name under which standard input is reported
 * @param form of the report
 * @param all whether good verdicts and their reasons are shown too
 * @param failOn from which verdict on the check fails
 * @param dialect of SQL files, or {@code auto}
 * @param baseline what is known already
 * @param writeBaseline where to write what is open now
 */
public record LintOrder(List<String> paths, String name, LintForm form, boolean all, String failOn, String dialect,
        Optional<Path> baseline, Optional<Path> writeBaseline) {
    /** Takes a copy. */
    public LintOrder {
        paths = List.copyOf(paths);
    }
}
