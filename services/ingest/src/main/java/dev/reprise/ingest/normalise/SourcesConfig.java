// SPDX-License-Identifier: Apache-2.0
package dev.reprise.ingest.normalise;

import java.time.Duration;
import java.time.ZoneId;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Function;
import java.util.stream.Collectors;

import dev.reprise.ingest.source.SourceFormat;

/**
 * What the normaliser knows of foreign formats.
 *
 * @param rawTopic full name
 * @param jobsTopic full name
 * @param formats by their names
 * @param zones the time zones of configured installations, by the names of these
 * @param patience how long a body may wait for what it lacks
 */
public record SourcesConfig(String rawTopic, String jobsTopic, Map<String, SourceFormat> formats,
        Map<String, ZoneId> zones, Duration patience) {

    private static final ZoneId UTC = ZoneId.of("UTC");
    /** Where a format's texts are written by the clocks of one country unless somebody says otherwise. */
    private static final Map<String, ZoneId> USUAL = Map.of("dataworks", ZoneId.of("Asia/Shanghai"));

    /** Takes copies. */
    public SourcesConfig {
        formats = Map.copyOf(formats);
        zones = Map.copyOf(zones);
    }

    /** The same of a list of formats. */
    public static SourcesConfig of(String rawTopic, String jobsTopic, List<SourceFormat> formats,
            Map<String, ZoneId> zones, Duration patience) {
        return new SourcesConfig(rawTopic, jobsTopic,
                formats.stream().collect(Collectors.toMap(SourceFormat::name, Function.identity())), zones, patience);
    }

    Optional<SourceFormat> format(String name) {
        return Optional.ofNullable(formats.get(name));
    }

    ZoneId zone(String source, String format) {
        return zones.getOrDefault(source, USUAL.getOrDefault(format, UTC));
    }
}
