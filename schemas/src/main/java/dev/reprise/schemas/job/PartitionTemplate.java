// SPDX-License-Identifier: Apache-2.0
package dev.reprise.schemas.job;

import java.time.DateTimeException;
import java.time.Instant;
import java.time.OffsetDateTime;
import java.time.ZoneId;
import java.time.format.DateTimeFormatter;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

import dev.reprise.schemas.bound.Bounds;
import dev.reprise.schemas.id.PartitionKey;

/**
 * How the data partition of a run is made of what its events say, such as <code>ds={{logical_date|yyyy-MM-dd}}</code>. A
 * placeholder is the name of a value, and for a time a pattern of {@link DateTimeFormatter} after a bar.
 *
 * @param text 1 to {@value #MAX_LENGTH} characters with at least one placeholder
 */
public record PartitionTemplate(String text) {
    /** Longest template, in characters. */
    public static final int MAX_LENGTH = 512;
    /** Values that are times; a pattern may follow them. */
    public static final List<String> TIMES = List.of("logical_date", "data_interval_start", "data_interval_end",
            "run_after", "schedule_time", "bizdate", "start_time", "submit_time");
    /** Values that are plain text. */
    public static final List<String> TEXTS = List.of("run", "name", "namespace", "task", "map_index", "period");
    private static final Pattern PLACEHOLDER = Pattern.compile("\\{\\{([^{}|]*)(?:\\|([^{}]*))?}}");
    private static final Pattern PARAMETER = Pattern.compile("parameter\\.[A-Za-z0-9_.-]{1,128}");

    /**
     * Checks the whole template: unknown names, bad patterns and stray braces are refused.
     *
     * @throws IllegalArgumentException naming what is wrong and what to give instead
     */
    public PartitionTemplate {
        Bounds.text("partition", text, MAX_LENGTH);
        Matcher matcher = PLACEHOLDER.matcher(text);
        boolean any = false;
        while (matcher.find()) {
            any = true;
            check(matcher.group(1), Optional.ofNullable(matcher.group(2)));
        }
        if (!any) {
            throw new IllegalArgumentException(
                    "partition has no placeholder, so that all runs would be one: give {{NAME}} or {{NAME|PATTERN}}");
        }
        String rest = matcher.replaceAll("");
        if (rest.contains("{") || rest.contains("}")) {
            throw new IllegalArgumentException("partition has a brace of its own: give {{NAME}} or {{NAME|PATTERN}}");
        }
    }

    /**
     * The partition of a run.
     *
     * @param values what the run's events say by name; times in RFC 3339 with an offset
     * @param zone the zone in which times are written
     * @return empty where a value is missing, is no time where one is needed, or no partition can be made of it
     */
    public Optional<PartitionKey> render(Map<String, String> values, ZoneId zone) {
        StringBuilder made = new StringBuilder();
        Matcher matcher = PLACEHOLDER.matcher(text);
        int end = 0;
        try {
            while (matcher.find()) {
                String value = values.get(matcher.group(1));
                if (value == null || value.isBlank()) {
                    return Optional.empty();
                }
                made.append(text, end, matcher.start());
                made.append(matcher.group(2) == null ? value : format(matcher.group(2), value, zone));
                end = matcher.end();
            }
            return Optional.of(new PartitionKey(made.append(text.substring(end)).toString()));
        } catch (DateTimeException | IllegalArgumentException e) {
            return Optional.empty();
        }
    }

    private static String format(String pattern, String value, ZoneId zone) {
        Instant at = OffsetDateTime.parse(value).toInstant();
        return DateTimeFormatter.ofPattern(pattern, Locale.ROOT).format(at.atZone(zone));
    }

    private static void check(String name, Optional<String> pattern) {
        boolean known = TIMES.contains(name) || TEXTS.contains(name) || PARAMETER.matcher(name).matches();
        if (!known) {
            List<String> names = new ArrayList<>(TIMES);
            names.addAll(TEXTS);
            throw new IllegalArgumentException("partition has {{" + name + "}}, which no source tells: give one of "
                    + String.join(", ", names) + ", parameter.NAME");
        }
        if (pattern.isEmpty()) {
            return;
        }
        if (TEXTS.contains(name)) {
            throw new IllegalArgumentException("partition has a pattern after " + name + ", which is no time: give {{"
                    + name + "}}");
        }
        if (!formats(pattern.get())) {
            throw new IllegalArgumentException(
                    "partition has the pattern '" + pattern.get() + "', which is none: give one such as yyyy-MM-dd");
        }
    }

    private static boolean formats(String pattern) {
        try {
            return !format(pattern, "1970-01-01T00:00:00Z", ZoneId.of("UTC")).isBlank();
        } catch (IllegalArgumentException | DateTimeException e) {
            return false;
        }
    }
}
