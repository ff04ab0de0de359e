// SPDX-License-Identifier: Apache-2.0
package dev.reprise.demo.warehouse;

/** What a job does between its beginning and its end. Each step is durable when it returns. */
sealed interface JobBody permits SqlLoad, FileExport {
    /** Makes ready, before the first batch. */
    void begin();

    /**
     * Writes one batch.
     *
     * @param after the id before its first row
     * @param last the id of its last row
     */
    void batch(int after, int last);

    /** Publishes, after the last batch. */
    void finish();

    /** The body of a job for one day. */
    static JobBody of(WarehouseTask task, Warehouse warehouse, String day) {
        return switch (task) {
            case DAILY_SALES -> SqlLoad.overwrite(warehouse, day, "DELETE FROM daily_sales WHERE day = ?1", """
                    INSERT INTO daily_sales SELECT day, id, cents FROM orders
                    WHERE day = ?1 AND id > ?2 AND id <= ?3""");
            case LEDGER_APPEND -> SqlLoad.add(warehouse, day, JobSql.read(JobSql.LEDGER_APPEND));
            case EXPORT_ORDERS -> new FileExport(warehouse, day);
            case CUSTOMER_SNAPSHOT ->
                SqlLoad.overwrite(warehouse, day, "DELETE FROM customer_snapshot WHERE day = ?1", """
                        INSERT INTO customer_snapshot SELECT ?1, id, name FROM customers WHERE id > ?2 AND id <= ?3""");
            case FX_RATES -> SqlLoad.add(warehouse, day, """
                    INSERT INTO fx_rates SELECT ?1, id, rate FROM currency_pairs WHERE id > ?2 AND id <= ?3
                    ON CONFLICT (day, pair_id) DO UPDATE SET rate = excluded.rate""");
            case INVOICE_MAIL -> SqlLoad.add(warehouse, day, """
                    INSERT INTO outbox SELECT ?1, id FROM customers WHERE id > ?2 AND id <= ?3""");
            case CHURN_SCORES -> SqlLoad.overwrite(warehouse, day, "DELETE FROM churn_scores WHERE day = ?1", """
                    INSERT INTO churn_scores SELECT ?1, id, id * 7 % 100 FROM customers WHERE id > ?2 AND id <= ?3""");
        };
    }
}
