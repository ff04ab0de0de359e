// SPDX-License-Identifier: Apache-2.0
package dev.reprise.demo.warehouse;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Set;
import java.util.stream.Stream;

/** What the runs have left in the warehouse, counted. */
public final class Effects {
    static final String BEGAN = "began";
    static final String COMPLETED = "completed";

    private final Warehouse warehouse;
    private final String day;

    /** The effects of one day. */
    public Effects(Warehouse warehouse, String day) {
        this.warehouse = warehouse;
        this.day = day;
    }

    /** Rows of a table, mails in the outbox, or lines below the head of the exported file; 0 where there is no file. */
    public long size(WarehouseTask task) {
        return switch (task) {
            case DAILY_SALES -> rows("daily_sales");
            case LEDGER_APPEND -> rows("ledger");
            case EXPORT_ORDERS -> lines(warehouse.exportFile(day));
            case CUSTOMER_SNAPSHOT -> rows("customer_snapshot");
            case FX_RATES -> rows("fx_rates");
            case INVOICE_MAIL -> rows("outbox");
            case CHURN_SCORES -> rows("churn_scores");
        };
    }

    /**
     * How many runs of a job began their body.
     *
     * @param runs which runs count
     * @param among whether those of {@code runs} are meant, or all others
     */
    public long began(WarehouseTask task, Set<String> runs, boolean among) {
        List<String> began = warehouse.texts("SELECT run FROM effects WHERE job = ?1 AND day = ?2 AND event = ?3",
                task.jobName(), day, BEGAN);
        return began.stream().filter(run -> runs.contains(run) == among).count();
    }

    /** How often a job has done its whole work. */
    public long completed(WarehouseTask task) {
        return warehouse.count("SELECT count(*) FROM effects WHERE job = ?1 AND day = ?2 AND event = ?3",
                task.jobName(), day, COMPLETED);
    }

    private long rows(String table) {
        return warehouse.count("SELECT count(*) FROM " + table + " WHERE day = ?1", day);
    }

    private static long lines(Path file) {
        if (!Files.exists(file)) {
            return 0;
        }
        try (Stream<String> lines = Files.lines(file)) {
            return Math.max(0, lines.count() - 1);
        } catch (IOException e) {
            throw new WarehouseException("cannot count the lines of " + file + ": " + e, e);
        }
    }
}
