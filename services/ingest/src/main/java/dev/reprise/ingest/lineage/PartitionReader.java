// SPDX-License-Identifier: Apache-2.0
package dev.reprise.ingest.lineage;

import java.net.URLDecoder;
import java.nio.charset.StandardCharsets;
import java.time.DateTimeException;
import java.time.Instant;
import java.time.OffsetDateTime;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Function;
import java.util.regex.Pattern;
import tools.jackson.databind.JsonNode;

import dev.reprise.ingest.lineage.LineageEvent.PartitionEvidence;
import dev.reprise.schemas.id.PartitionKey;

/** The ordered rules by which an event says which data partition its run produces. The first that finds one wins. */
final class PartitionReader {

    private static final Pattern SEGMENT = Pattern.compile("[A-Za-z_][A-Za-z0-9_.-]{0,127}=[^/]+");

    private PartitionReader() {}

    private record Rule(PartitionRule name, Function<JsonNode, List<String>> read) {}

    private static final List<Rule> RULES = List.of(
            new Rule(PartitionRule.RUN_TAG, PartitionReader::runTag),
            new Rule(PartitionRule.RUN_FACET, PartitionReader::runFacet),
            new Rule(PartitionRule.OUTPUT_SUBSET, PartitionReader::outputSubset),
            new Rule(PartitionRule.DATA_INTERVAL, PartitionReader::dataInterval),
            new Rule(PartitionRule.STATIC_SQL, PartitionReader::staticSql));

    static Optional<PartitionEvidence> read(JsonNode event) {
        for (Rule rule : RULES) {
            List<PartitionKey> found = rule.read().apply(event).stream().flatMap(text -> key(text).stream()).toList();
            if (!found.isEmpty()) {
                return Optional.of(new PartitionEvidence(rule.name(), found));
            }
        }
        return Optional.empty();
    }

    private static List<String> runTag(JsonNode event) {
        Map<String, String> tags = RunTags.of(event);
        if (tags.containsKey("partition")) {
            return List.of(tags.get("partition"));
        }
        for (String name : List.of("ds", "dt")) {
            if (tags.containsKey(name)) {
                return List.of(name + "=" + tags.get(name));
            }
        }
        return List.of();
    }

    private static List<String> runFacet(JsonNode event) {
        JsonNode partition = event.path("run").path("facets").path("reprise_partition").path("partition");
        return partition.isString() ? List.of(partition.stringValue()) : List.of();
    }

    private static List<String> outputSubset(JsonNode event) {
        List<String> found = new ArrayList<>();
        for (JsonNode output : event.path("outputs")) {
            JsonNode condition = output.path("outputFacets").path("subset").path("outputCondition");
            for (JsonNode partition : condition.path("partitions")) {
                dimensions(partition.path("dimensions")).ifPresent(found::add);
            }
            for (JsonNode location : condition.path("locations")) {
                if (location.isString()) {
                    trailingSegments(location.stringValue()).ifPresent(found::add);
                }
            }
        }
        return found;
    }

    /** Names in the order given, which is the table's; values as text. */
    private static Optional<String> dimensions(JsonNode dimensions) {
        List<String> parts = new ArrayList<>();
        for (Map.Entry<String, JsonNode> each : dimensions.properties()) {
            if (!each.getValue().isValueNode() || each.getValue().isNull()) {
                return Optional.empty();
            }
            parts.add(each.getKey() + "=" + each.getValue().asString());
        }
        return parts.isEmpty() ? Optional.empty() : Optional.of(String.join("/", parts));
    }

    /** The {@code name=value} folders at the end of a path; a path without any has no partition. */
    private static Optional<String> trailingSegments(String location) {
        List<String> segments = List.of(location.replaceAll("/+\\z", "").split("/", -1));
        int from = segments.size();
        while (from > 0 && SEGMENT.matcher(segments.get(from - 1)).matches()) {
            from--;
        }
        return from == segments.size()
                ? Optional.empty()
                : Optional.of(String.join("/", segments.subList(from, segments.size()).stream()
                        .map(PartitionReader::unescaped).toList()));
    }

    /** Folder names carry some characters as {@code %3A}; a slash stays escaped, it would look like one more folder. */
    private static String unescaped(String segment) {
        try {
            return URLDecoder.decode(segment.replace("+", "%2B").replaceAll("(?i)%2F", "%252F"),
                    StandardCharsets.UTF_8);
        } catch (IllegalArgumentException _) {
            return segment; // a bare percent sign: not escaped at all
        }
    }

    private static List<String> dataInterval(JsonNode event) {
        JsonNode facet = event.path("run").path("facets").path("nominalTime");
        Optional<Instant> start = time(facet.path("nominalStartTime"));
        Optional<Instant> end = time(facet.path("nominalEndTime"));
        // equal ends are a manual or data-triggered run: its time names no data
        return start.isPresent() && end.isPresent() && start.get().isBefore(end.get())
                ? List.of(start.get() + "/" + end.get())
                : List.of();
    }

    private static List<String> staticSql(JsonNode event) {
        JsonNode query = event.path("job").path("facets").path("sql").path("query");
        return query.isString() ? StaticPartitionSql.of(query.stringValue()) : List.of();
    }

    private static Optional<Instant> time(JsonNode text) {
        try {
            return text.isString()
                    ? Optional.of(OffsetDateTime.parse(text.stringValue()).toInstant())
                    : Optional.empty();
        } catch (DateTimeException _) {
            return Optional.empty();
        }
    }

    /** A key that our contract allows; what it does not is no evidence. */
    private static Optional<PartitionKey> key(String text) {
        try {
            return Optional.of(new PartitionKey(text.strip()));
        } catch (IllegalArgumentException _) {
            return Optional.empty();
        }
    }
}
