// SPDX-License-Identifier: Apache-2.0
package dev.reprise.runner.target;

import java.util.Collection;
import java.util.List;
import java.util.regex.Pattern;

/**
 * Takes secrets out of a text before it becomes a record: the values known to have been used, and what looks like a
 * secret by its name.
 */
public final class Redaction {
    private static final String STARS = "***";
    /** Shorter ones are left: they would turn every text into stars and hide nothing. */
    private static final int SHORTEST = 4;
    // Every repetition is bounded or cannot begin again inside itself: a hostile output must not cost quadratic time.
    private static final Pattern NAMED = Pattern.compile("(?i)((?:password|passwd|pwd|secret|token|api[_-]?key|"
            + "access[_-]?key|private[_-]?key|credential)s?[\"']?\\s{0,8}[=:]\\s{0,8}[\"']?)[^\\s\"'&,;}]+");
    private static final Pattern AUTHORIZATION = Pattern.compile("(?i)(authorization[\"']?\\s{0,8}[=:]\\s{0,8}[\"']?)"
            + "[^\\r\\n\"']+|\\b(bearer|basic) [A-Za-z0-9._~+/=-]{8,}");
    private static final Pattern USER_INFO = Pattern
            .compile("(?i)(?<![a-z0-9+.-])([a-z][a-z0-9+.-]{0,31}://)[^\\s/@]{1,512}@");

    private final List<String> values;

    /**
     * Makes one.
     *
     * @param values the values that must not be seen
     */
    public Redaction(Collection<String> values) {
        this.values = values.stream().filter(value -> value.length() >= SHORTEST).distinct()
                .sorted((left, right) -> right.length() - left.length()).toList();
    }

    /** The text without them. */
    public String apply(String text) {
        String result = text;
        for (String value : values) {
            result = result.replace(value, STARS);
        }
        result = AUTHORIZATION.matcher(result)
                .replaceAll(match -> match.group(1) == null ? match.group(2) + " " + STARS : "$1" + STARS);
        result = NAMED.matcher(result).replaceAll("$1" + STARS);
        return USER_INFO.matcher(result).replaceAll("$1" + STARS + "@");
    }
}
