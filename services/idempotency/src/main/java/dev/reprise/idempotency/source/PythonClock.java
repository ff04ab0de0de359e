// SPDX-License-Identifier: Apache-2.0
package dev.reprise.idempotency.source;

import java.util.HashSet;
import java.util.OptionalInt;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** What a Python program takes from the clock of its host: names that hold a time, and where one is used for more than a message. */
final class PythonClock {
    private static final String NOW = "\\b(?:datetime\\.(?:datetime\\.)?(?:now|today|utcnow)|(?:datetime\\.)?date\\.today|time\\.time"
            + "|time\\.strftime|pendulum\\.(?:now|today|yesterday)|arrow\\.(?:now|utcnow)|Timestamp\\.(?:now|today|utcnow))\\s*\\(";
    private static final Pattern ASSIGNMENT = Pattern.compile("^[ \\t]*(\\w+)\\s*(?::\\s*[\\w.]+\\s*)?=(?!=)([^\\n]*)",
            Pattern.MULTILINE);
    private static final Pattern CALL = Pattern.compile(NOW);
    private static final Pattern MESSAGE = Pattern
            .compile("\\b(?:print|(?:logging|log|logger|LOGGER|LOG|_logger)\\.\\w+)\\s*(\\()");
    private final String text;
    private final Set<String> names = new HashSet<>();

    /** @param text the program without comments */
    PythonClock(String text) {
        this.text = withoutMessages(text);
        int known;
        do {
            known = names.size();
            Matcher assignment = ASSIGNMENT.matcher(this.text);
            while (assignment.find()) {
                if (taken(assignment.group(2))) {
                    names.add(assignment.group(1));
                }
            }
        } while (names.size() > known);
    }

    /** @return the names that hold a time, or what was made of one */
    Set<String> names() {
        return Set.copyOf(names);
    }

    /** @return where a time is used for more than a name or a message, or empty */
    OptionalInt used() {
        String rest = ASSIGNMENT.matcher(text)
                .replaceAll(assignment -> " ".repeat(assignment.end() - assignment.start()));
        Matcher call = CALL.matcher(rest);
        if (call.find()) {
            return OptionalInt.of(call.start());
        }
        return names.stream().map(name -> Pattern.compile("\\b" + name + "\\b").matcher(rest)).filter(Matcher::find)
                .mapToInt(Matcher::start).min();
    }

    private boolean taken(String value) {
        return CALL.matcher(value).find()
                || names.stream().anyMatch(name -> Pattern.compile("\\b" + name + "\\b").matcher(value).find());
    }

    /** What is only printed decides nothing. */
    private static String withoutMessages(String text) {
        StringBuilder out = new StringBuilder(text);
        Matcher message = MESSAGE.matcher(text);
        int from = 0;
        while (message.find(from)) {
            int end = Chains.close(text, message.start(1));
            for (int i = message.start(); i < end; i++) {
                if (out.charAt(i) != '\n') {
                    out.setCharAt(i, ' ');
                }
            }
            from = Math.max(end, message.end());
        }
        return out.toString();
    }
}
