// SPDX-License-Identifier: Apache-2.0
package dev.reprise.demo.story;

import java.io.PrintStream;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;

/** Tells the story, line by line, in {@value #WIDTH} columns. Safe for use by many threads. */
public final class Narrator {
    /** The widest line, unless a single word is wider. */
    static final int WIDTH = 100;
    private static final int INDENT = 38;
    private static final double MILLIS = 1000.0;

    private final PrintStream out;
    private final boolean colour;
    private final InstantSource clock;
    private final Instant start;

    /**
     * Begins to count time.
     *
     * @param out where the story is told
     * @param colour whether ANSI colours may be used
     */
    public Narrator(PrintStream out, boolean colour, InstantSource clock) {
        this.out = out;
        this.colour = colour;
        this.clock = clock;
        this.start = clock.instant();
    }

    /** Time since the beginning. */
    public Duration elapsed() {
        return Duration.between(start, clock.instant());
    }

    /**
     * Tells that somebody did something.
     *
     * @param subject the job it is about
     * @param text what
     */
    synchronized void tell(Voice voice, String subject, String text) {
        String head = String.format(Locale.ROOT, "%6.1fs  %-18s ", elapsed().toMillis() / MILLIS, subject);
        String who = String.format(Locale.ROOT, "%-10s", voice.word());
        List<String> lines = wrap(text, WIDTH - INDENT);
        out.println(head + painted(who, voice.colour()) + lines.getFirst());
        lines.stream().skip(1).forEach(line -> out.println(" ".repeat(INDENT) + line));
        out.flush();
    }

    /** Says something that is no part of the action. */
    synchronized void say(String text) {
        if (text.isEmpty()) {
            out.println();
        } else {
            wrap(text, WIDTH).forEach(out::println);
        }
        out.flush();
    }

    /** Shows what was counted, and whether it is what it must be. */
    synchronized void show(List<Check> checks) {
        out.println(row("what was counted", "expected", "found", ""));
        for (Check check : checks) {
            String mark = check.holds() ? painted("holds", "32") : painted("DOES NOT HOLD", "31");
            out.println(row(check.name(), check.expected(), check.found(), mark));
        }
        out.flush();
    }

    private static String row(String name, String expected, String found, String mark) {
        return String.format(Locale.ROOT, "%-50s  %-15s  %-15s  %s", name, expected, found, mark).stripTrailing();
    }

    private String painted(String text, String parameter) {
        return colour ? "\u001b[" + parameter + "m" + text + "\u001b[0m" : text;
    }

    /** Lines of at most so many columns; control characters become spaces, as an error message may hold anything. */
    static List<String> wrap(String text, int width) {
        List<String> lines = new ArrayList<>();
        StringBuilder line = new StringBuilder();
        for (String word : text.replaceAll("\\p{Cntrl}", " ").strip().split(" +", -1)) {
            if (!line.isEmpty() && line.length() + 1 + word.length() > width) {
                lines.add(line.toString());
                line.setLength(0);
            }
            line.append(line.isEmpty() ? "" : " ").append(word);
        }
        lines.add(line.toString());
        return lines;
    }
}
