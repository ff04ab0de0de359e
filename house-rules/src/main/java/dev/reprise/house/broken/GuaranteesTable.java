// SPDX-License-Identifier: Apache-2.0
package dev.reprise.house.broken;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/**
 * The table of breaks in {@code docs/guarantees.md}: {@code | break | caught by | after at most |}. The last is a bound, so
 * that not every change of the engine is a change of the page.
 */
public final class GuaranteesTable {
    private static final Path PAGE = Path.of("docs", "guarantees.md");
    private static final String BEGIN = "<!-- breaks: begin -->";
    private static final String END = "<!-- breaks: end -->";

    private GuaranteesTable() {}

    /**
     * What a layer found.
     *
     * @param removed the name of the break
     * @param layer what caught it
     * @param runs after how many runs
     */
    public record Caught(String removed, String layer, long runs) {}

    /**
     * What is wrong with the page, one line each; empty when it says of each break what was found.
     *
     * @param root the root of the project
     */
    public static List<String> problems(Path root, List<Caught> found) {
        List<String[]> rows = rows(root);
        List<String> problems = new ArrayList<>();
        for (Caught caught : found) {
            boolean told = rows.stream().anyMatch(row -> row.length == 3 && row[0].equals(caught.removed())
                    && row[1].equals(caught.layer()) && caught.runs() <= bound(row[2]));
            if (!told) {
                problems.add("| " + caught.removed() + " | " + caught.layer() + " | " + caught.runs() + " |");
            }
        }
        return problems;
    }

    /** The names of the breaks that the page says a layer has caught. */
    public static List<String> caughtBy(Path root, String layer) {
        return rows(root).stream().filter(row -> row.length == 3 && row[1].startsWith(layer)).map(row -> row[0])
                .toList();
    }

    private static List<String[]> rows(Path root) {
        try {
            String page = Files.readString(root.resolve(PAGE));
            int begin = page.indexOf(BEGIN);
            int end = page.indexOf(END);
            if (begin < 0 || end < begin) {
                throw new IllegalStateException(PAGE + " has no table between " + BEGIN + " and " + END);
            }
            return page.substring(begin + BEGIN.length(), end).lines().filter(line -> line.startsWith("| "))
                    .map(line -> line.substring(2, line.lastIndexOf(" |")).split(" \\| ", -1)).toList();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private static long bound(String cell) {
        String digits = cell.replace(",", "").replaceAll("[^0-9]", "");
        return digits.isEmpty() ? 0 : Long.parseLong(digits);
    }
}
