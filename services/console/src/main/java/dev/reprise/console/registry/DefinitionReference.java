// SPDX-License-Identifier: Apache-2.0
package dev.reprise.console.registry;

import java.util.Optional;

import dev.reprise.schemas.job.DefinitionFinding;

/**
 * Where a job's definition is. Reprise does not open it: whoever sends the document has the file, and sends what analysis
 * says of it.
 *
 * @param path of the file, relative to the document, 1 to 1024 characters
 * @param dialect the dialect of SQL; absent: to be guessed
 */
public record DefinitionReference(String path, Optional<String> dialect) {
    private static final int LONGEST_DIALECT = 64;

    /** What a job says of its definition; empty where it says nothing, or something that is a problem by then. */
    static Optional<DefinitionReference> read(Section job) {
        return job.sectionOrText("definition", "path").flatMap(section -> {
            section.require("path", "write the path of the file, relative to this document");
            Optional<String> path = section.text("path", DefinitionFinding.MAX_PLACE);
            Optional<String> dialect = section.text("dialect", LONGEST_DIALECT);
            section.finish();
            return path.map(found -> new DefinitionReference(found, dialect));
        });
    }
}
