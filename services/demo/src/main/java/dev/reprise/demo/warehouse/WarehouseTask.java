// SPDX-License-Identifier: Apache-2.0
package dev.reprise.demo.warehouse;

import java.util.Arrays;
import java.util.Locale;
import java.util.stream.Collectors;

/** The jobs of the warehouse. Each works in {@value #BATCHES} batches of its own size, and each batch is committed. */
public enum WarehouseTask {
    /** Overwrites one day: deletes its rows, then writes them. */
    DAILY_SALES(500),
    /** Appends to the ledger. Nothing in the ledger says which rows a run has written. */
    LEDGER_APPEND(500),
    /** Writes a file aside and puts it in its place when it is whole. */
    EXPORT_ORDERS(500),
    /** Overwrites one day, like the sales. */
    CUSTOMER_SNAPSHOT(250),
    /** Merges by key: what is there is replaced. */
    FX_RATES(5),
    /** Puts one mail for each customer of the day into the outbox, from where it is sent. */
    INVOICE_MAIL(25),
    /** Overwrites one day, but nobody has ever said so. */
    CHURN_SCORES(250);

    /** How many batches a run has. */
    public static final int BATCHES = 8;

    private final int batchSize;

    WarehouseTask(int batchSize) {
        this.batchSize = batchSize;
    }

    /** The name on the command line and in the registry. */
    public String jobName() {
        return name().toLowerCase(Locale.ROOT);
    }

    /** Rows, lines or mails in one batch. */
    public int batchSize() {
        return batchSize;
    }

    /** Rows, lines or mails of a whole run. */
    public int size() {
        return BATCHES * batchSize;
    }

    /**
     * The job of that name.
     *
     * @throws WarehouseException listing the names, when there is none
     */
    public static WarehouseTask of(String jobName) {
        return Arrays.stream(values()).filter(task -> task.jobName().equals(jobName)).findFirst()
                .orElseThrow(() -> new WarehouseException("job '" + jobName + "' is not in this warehouse: give one of "
                        + Arrays.stream(values()).map(WarehouseTask::jobName).collect(Collectors.joining(", "))));
    }
}
