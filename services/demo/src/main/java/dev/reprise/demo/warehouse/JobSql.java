// SPDX-License-Identifier: Apache-2.0
package dev.reprise.demo.warehouse;

import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;

/** Jobs whose SQL is a file of its own, as it is where people keep it: what is analysed is what runs. */
public final class JobSql {
    /** The file of the ledger's job. */
    public static final String LEDGER_APPEND = "ledger_append.sql";

    private JobSql() {}

    /**
     * The text of a file.
     *
     * @throws UncheckedIOException if the program was put together without it
     */
    public static String read(String file) {
        try (InputStream stream = JobSql.class.getResourceAsStream(file)) {
            if (stream == null) {
                throw new IOException(file + " is missing from the program");
            }
            return new String(stream.readAllBytes(), StandardCharsets.UTF_8);
        } catch (IOException e) {
            throw new UncheckedIOException("cannot read the SQL of a job", e);
        }
    }
}
