// SPDX-License-Identifier: Apache-2.0
package dev.reprise.schemas.job;

import java.time.DateTimeException;
import java.time.ZoneId;
import java.util.Map;
import java.util.Optional;

import dev.reprise.schemas.id.PartitionKey;

/**
 * How events of a job's scheduler are read where they leave something open.
 *
 * @param partition how the partition is made where no event states one: a {@link PartitionTemplate}
 * @param zone the time zone in which the template writes times; UTC where absent
 */
public record SourceMapping(String partition, Optional<String> zone) {
    /**
     * Checks the template and the zone.
     *
     * @throws IllegalArgumentException naming the field, what is wrong and what to give instead
     */
    public SourceMapping {
        new PartitionTemplate(partition);
        zone.ifPresent(SourceMapping::known);
    }

    /** The partition of a run whose events say {@code values}; see {@link PartitionTemplate#render}. */
    public Optional<PartitionKey> partition(Map<String, String> values) {
        return new PartitionTemplate(partition).render(values, known(zone.orElse("UTC")));
    }

    private static ZoneId known(String zone) {
        try {
            return ZoneId.of(zone);
        } catch (DateTimeException e) {
            throw new IllegalArgumentException(
                    "zone is '" + zone + "', which is no time zone: give one such as Asia/Shanghai");
        }
    }
}
