// SPDX-License-Identifier: Apache-2.0
package dev.reprise.it.spark.driver;

import java.io.IOException;
import java.io.Serializable;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.concurrent.TimeUnit;
import org.apache.spark.sql.api.java.UDF1;

/**
 * What befalls a task while it reads: nothing, unless a file in the directory of faults says so.
 * <ul>
 * <li>{@code fail}: the read ends with a lost connection, once; the file is taken away with it.
 * <li>{@code hang}: the read waits as long as the file is there.
 * </ul>
 *
 * @param directory the directory of faults
 */
record Fault(String directory) implements UDF1<Integer, Integer>, Serializable {
    private static final long serialVersionUID = 1L;
    /** The last order of a day: those before it have been read, and written, when it strikes. */
    private static final int STRIKES_AT = 9;

    @Override
    public Integer call(Integer amount) throws IOException, InterruptedException {
        if (amount % 10 == STRIKES_AT) {
            if (Files.deleteIfExists(Path.of(directory, "fail"))) {
                throw new IOException("Connection reset by peer");
            }
            while (Files.exists(Path.of(directory, "hang"))) {
                TimeUnit.MILLISECONDS.sleep(100);
            }
        }
        return amount;
    }
}
