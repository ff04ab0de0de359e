// SPDX-License-Identifier: Apache-2.0
package dev.reprise.demo.warehouse;

import java.io.PrintStream;
import java.nio.file.Path;
import java.time.Duration;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;

/**
 * One run of one job. It tells the warehouse when its body begins and when its work is done, and its output after each
 * batch. A fault leaves behind what was committed before it.
 */
public final class WarehouseJob {
    private static final Duration LONGEST_STALL = Duration.ofMinutes(5);

    private final WarehouseTask task;
    private final String day;
    private final String run;
    private final Fault fault;

    /**
     * Makes a run.
     *
     * @param task the job
     * @param day the day it is for
     * @param run the name that whoever started it gave it
     * @param fault what will go wrong
     */
    public WarehouseJob(WarehouseTask task, String day, String run, Fault fault) {
        this.task = task;
        this.day = day;
        this.run = run;
        this.fault = fault;
    }

    /**
     * Does the work.
     *
     * @param directory the warehouse
     * @param out takes a line for each batch
     * @throws WarehouseException when it fails
     */
    public void run(Path directory, PrintStream out) throws InterruptedException {
        try (Warehouse warehouse = Warehouse.open(directory)) {
            tell(warehouse, Effects.BEGAN);
            JobBody body = JobBody.of(task, warehouse, day);
            body.begin();
            meet(0);
            for (int batch = 1; batch <= WarehouseTask.BATCHES; batch++) {
                body.batch((batch - 1) * task.batchSize(), batch * task.batchSize());
                out.println(committed(batch));
                meet(batch);
            }
            body.finish();
            tell(warehouse, Effects.COMPLETED);
        }
    }

    /** The line that tells that a batch is committed. */
    public static String committed(int batch) {
        return "batch " + batch + " of " + WarehouseTask.BATCHES + " committed";
    }

    private void tell(Warehouse warehouse, String event) {
        warehouse.update("INSERT INTO effects VALUES (?1, ?2, ?3, ?4)", run, task.jobName(), day, event);
    }

    private void meet(int batch) throws InterruptedException {
        switch (fault) {
            case Fault.Crash crash when crash.afterBatch() == batch -> throw new WarehouseException(crash.message()
                    + " after batch " + batch + " of " + WarehouseTask.BATCHES);
            case Fault.Stall stall when stall.afterBatch() == batch -> {
                // Bounded, so that a process that nobody kills does not stay for ever.
                boolean _ = new CountDownLatch(1).await(LONGEST_STALL.toSeconds(), TimeUnit.SECONDS);
                throw new WarehouseException("nobody ended the stalled run within " + LONGEST_STALL.toMinutes()
                        + " minutes");
            }
            case Fault.None _,Fault.Crash _,Fault.Stall _ -> {}
        }
    }
}
