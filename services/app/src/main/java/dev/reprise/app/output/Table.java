// SPDX-License-Identifier: Apache-2.0
package dev.reprise.app.output;

import java.io.PrintStream;
import java.util.ArrayList;
import java.util.List;

/** Rows under a header, in columns as wide as their widest cell; nothing is cut. */
public final class Table {

    private static final String GAP = "  ";

    private final List<List<String>> rows = new ArrayList<>();

    /** A table with its header. */
    public Table(String... header) {
        rows.add(List.of(header));
    }

    /**
     * Adds a row; control characters are shown as spaces, since a name may have come from anywhere.
     *
     * @throws IllegalArgumentException when it has another number of cells than the header
     */
    public Table row(String... cells) {
        if (cells.length != rows.getFirst().size()) {
            throw new IllegalArgumentException("the table has " + rows.getFirst().size() + " columns, the row "
                    + cells.length);
        }
        rows.add(List.of(cells).stream().map(PlainText::oneLine).toList());
        return this;
    }

    /** Prints header and rows. */
    public void print(PrintStream out) {
        int columns = rows.getFirst().size();
        int[] widths = new int[columns];
        for (List<String> row : rows) {
            for (int column = 0; column < columns; column++) {
                widths[column] = Math.max(widths[column], PlainText.width(row.get(column)));
            }
        }
        for (List<String> row : rows) {
            StringBuilder line = new StringBuilder();
            for (int column = 0; column < columns; column++) {
                String cell = row.get(column);
                line.append(cell);
                if (column < columns - 1) {
                    line.append(" ".repeat(widths[column] - PlainText.width(cell))).append(GAP);
                }
            }
            out.println(line.toString().stripTrailing());
        }
    }
}
