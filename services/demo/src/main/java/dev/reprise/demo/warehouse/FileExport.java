// SPDX-License-Identifier: Apache-2.0
package dev.reprise.demo.warehouse;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.StandardOpenOption;
import java.util.List;

/**
 * Writes the orders of a day to a file: aside first, then put in its place in one step, so that a reader sees all or
 * nothing.
 *
 * @param warehouse where the orders are
 * @param day their day
 */
record FileExport(Warehouse warehouse, String day) implements JobBody {

    @Override
    public void begin() {
        write(List.of("order_id,customer_id,cents"), StandardOpenOption.CREATE, StandardOpenOption.TRUNCATE_EXISTING,
                StandardOpenOption.WRITE);
    }

    @Override
    public void batch(int after, int last) {
        write(warehouse.texts("""
                SELECT id || ',' || customer_id || ',' || cents FROM orders
                WHERE day = ?1 AND id > ?2 AND id <= ?3 ORDER BY id""", day, after, last), StandardOpenOption.APPEND);
    }

    @Override
    public void finish() {
        try {
            Files.move(aside(), warehouse.exportFile(day), StandardCopyOption.ATOMIC_MOVE);
        } catch (IOException e) {
            throw new WarehouseException("cannot put " + warehouse.exportFile(day) + " in its place: " + e, e);
        }
    }

    private void write(List<String> lines, StandardOpenOption... options) {
        try {
            Files.write(aside(), lines, StandardCharsets.UTF_8, options);
        } catch (IOException e) {
            throw new WarehouseException("cannot write " + aside() + ": " + e, e);
        }
    }

    private Path aside() {
        Path file = warehouse.exportFile(day);
        return file.resolveSibling(file.getFileName() + ".part");
    }
}
