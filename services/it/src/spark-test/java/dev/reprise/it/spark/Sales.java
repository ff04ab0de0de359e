// SPDX-License-Identifier: Apache-2.0
package dev.reprise.it.spark;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.IntStream;
import java.util.stream.Stream;

/**
 * A job's own little warehouse: orders to read, a table to write, the script between them, and faults on order.
 *
 * @param directory where it stands
 */
record Sales(Path directory) {
    /** Orders of each day. */
    static final int ORDERS = 10;

    /** One with orders of two days. */
    static Sales in(Path directory, String script) {
        Sales sales = new Sales(directory);
        try {
            Files.createDirectories(sales.faults());
            Files.createDirectories(directory.resolve("orders"));
            for (String day : List.of("2026-11-27", "2026-11-28")) {
                Files.write(directory.resolve("orders/" + day + ".csv"),
                        orders(day).map(row -> row + "," + day).toList());
            }
            Files.writeString(sales.script(), script);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
        return sales;
    }

    /** What a day must hold in the end: each order once. */
    static Stream<String> orders(String day) {
        return IntStream.range(0, ORDERS).mapToObj(id -> id + "," + day.substring(8) + id);
    }

    Path script() {
        return directory.resolve("sales.sql");
    }

    List<String> arguments() {
        return List.of(directory.resolve("orders").toString(), table().toString(), script().toString(),
                faults().toString());
    }

    void order(String fault) throws IOException {
        Files.createFile(faults().resolve(fault));
    }

    void lift(String fault) throws IOException {
        Files.delete(faults().resolve(fault));
    }

    /** The rows of a day as they stand in its files. */
    List<String> rows(String day) throws IOException {
        Path folder = table().resolve("dt=" + day);
        if (!Files.isDirectory(folder)) {
            return List.of();
        }
        List<String> rows = new ArrayList<>();
        try (Stream<Path> files = Files.list(folder)) {
            for (Path file : files.filter(each -> each.getFileName().toString().startsWith("part-")).toList()) {
                rows.addAll(Files.readAllLines(file));
            }
        }
        return rows;
    }

    private Path faults() {
        return directory.resolve("faults");
    }

    private Path table() {
        return directory.resolve("sales");
    }
}
