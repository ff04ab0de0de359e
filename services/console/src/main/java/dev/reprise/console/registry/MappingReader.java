// SPDX-License-Identifier: Apache-2.0
package dev.reprise.console.registry;

import java.util.Optional;

import dev.reprise.schemas.job.PartitionTemplate;
import dev.reprise.schemas.job.SourceMapping;

/** Reads the {@code mapping} of a job: what its scheduler's events leave open. */
final class MappingReader {

    private static final int LONGEST_ZONE = 64;

    private MappingReader() {}

    /** The mapping, or empty where it cannot be read; then a problem says why. */
    static Optional<SourceMapping> read(Section mapping) {
        mapping.require("partition", "write how the partition is made, such as \"ds={{logical_date|yyyy-MM-dd}}\"");
        Optional<String> partition = mapping.text("partition", PartitionTemplate.MAX_LENGTH);
        Optional<String> zone = mapping.text("zone", LONGEST_ZONE);
        mapping.finish();
        return partition.flatMap(template -> mapping.makeNamed(() -> new SourceMapping(template, zone)));
    }
}
