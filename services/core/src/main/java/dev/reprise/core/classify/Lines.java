// SPDX-License-Identifier: Apache-2.0
package dev.reprise.core.classify;

import java.util.Optional;
import java.util.regex.Pattern;

/** Which line of a text says what went wrong. */
final class Lines {
    private static final String TRACEBACK = "Traceback (most recent call last):";
    private static final Pattern FRAME = Pattern
            .compile("at [\\w.$/<>@]+\\(|\\.\\.\\. \\d+ more|File \"[^\"]*\", line \\d+");
    private static final Pattern LETTER = Pattern.compile("\\p{L}");
    /** A log writer's time, place and level, in the orders of Log4j, Logback, Python and Airflow. */
    private static final Pattern LOG_PREFIX = Pattern.compile("^\\[?(?:\\d{4}-\\d{2}-\\d{2}|\\d{2}/\\d{2}/\\d{2})[T, ]+"
            + "\\d{2}:\\d{2}:\\d{2}[^\\s\\]]*(?: UTC)?\\]?\\s+(?:\\{[^}]*\\}\\s*)?(?:-\\s*)?"
            + "(?:\\[?(?:ERROR|WARN|WARNING|INFO|FATAL|CRITICAL)\\]?[\\s:-]*)?");

    /**
     * What engines put around the error of a task, the same for every error: Spark the task that was lost, Py4J the call into
     * Java, Tez the vertex and the attempt.
     */
    private static final Pattern WRAPPING = Pattern.compile("^(?:[\\w.$]+: )?(?:"
            + "Job aborted due to stage failure: .{0,400}?most recent failure: (?:Lost task [^:]{0,200}?\\): )?"
            + "|An error occurred while calling [\\w.$]{1,100}"
            + "|(?:Status: Failed )?Vertex failed, .{0,600}?info=\\[(?:Error: )?)");

    private Lines() {}

    /** The first line that is no decoration, without what is put around it; after a Python traceback the line that ends it. */
    static Optional<String> first(String text) {
        Optional<String> wrapping = Optional.empty();
        boolean inTraceback = false;
        for (int from = 0; from < text.length();) {
            int newLine = text.indexOf('\n', from);
            int to = newLine < 0 ? text.length() : newLine;
            String line = text.substring(from, to);
            from = to + 1;
            if (line.contains(TRACEBACK)) {
                inTraceback = true;
            } else if (telling(line) && !(inTraceback && Character.isWhitespace(line.charAt(0)))) {
                String content = withoutLogPrefix(line);
                String error = WRAPPING.matcher(content).replaceFirst("");
                if (LETTER.matcher(error).find()) {
                    return Optional.of(error.length() == content.length() ? withoutColon(content) : error);
                }
                wrapping = wrapping.or(() -> Optional.of(content));
            }
        }
        return wrapping;
    }

    /** Py4J begins the line of the error in Java with a colon. */
    private static String withoutColon(String line) {
        return line.startsWith(": ") ? WRAPPING.matcher(line.substring(2)).replaceFirst("") : line;
    }

    /** The last line that is no decoration. */
    static Optional<String> last(String text) {
        return text.lines().filter(Lines::telling).reduce((_, last) -> last).map(Lines::withoutLogPrefix);
    }

    /** One line without runs of white space, control characters or more than so many characters. */
    static String squeezed(String text, int most) {
        StringBuilder line = new StringBuilder();
        for (int at = 0; at < text.length() && line.length() < most; at++) {
            char character = text.charAt(at);
            if (character > ' ' && !Character.isISOControl(character) && !Character.isWhitespace(character)
                    && !Character.isSpaceChar(character)) {
                line.append(character);
            } else if (!line.isEmpty() && line.charAt(line.length() - 1) != ' ') {
                line.append(' ');
            }
        }
        return line.toString().strip();
    }

    private static boolean telling(String line) {
        String content = line.strip();
        return !FRAME.matcher(content).lookingAt() && LETTER.matcher(content).find();
    }

    private static String withoutLogPrefix(String line) {
        String content = line.strip();
        String rest = LOG_PREFIX.matcher(content).replaceFirst("");
        return rest.isBlank() ? content : rest;
    }
}
