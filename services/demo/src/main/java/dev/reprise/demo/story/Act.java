// SPDX-License-Identifier: Apache-2.0
package dev.reprise.demo.story;

import java.util.List;
import java.util.Optional;

import dev.reprise.demo.warehouse.Fault;
import dev.reprise.demo.warehouse.WarehouseJob;
import dev.reprise.demo.warehouse.WarehouseTask;
import dev.reprise.schemas.event.RetryOutlook;

/**
 * One attempt that the scheduler makes.
 *
 * @param task the job
 * @param attempt the try inside its run, from 1
 * @param trouble what goes wrong
 * @param retry what the scheduler says of its own next try, should this one fail
 */
record Act(WarehouseTask task, int attempt, Trouble trouble, RetryOutlook retry) {
    static final int LEDGER_BATCHES = 3;
    private static final int KILLED_AT_BATCH = 3;

    /** What goes wrong with an attempt. */
    sealed interface Trouble {
        /**
         * The process meets an error and ends with it.
         *
         * @param fault the error
         */
        record Crash(Fault.Crash fault) implements Trouble {}

        /**
         * The process is killed while it hangs.
         *
         * @param fault where it hangs
         */
        record Kill(Fault.Stall fault) implements Trouble {}

        /** There is nothing on the machine that could start it. */
        record WorkerGone() implements Trouble {}

        /** Nothing. */
        record Nothing() implements Trouble {}

        /** The fault that the process is given. */
        default Fault fault() {
            return switch (this) {
                case Crash crash -> crash.fault;
                case Kill kill -> kill.fault;
                case WorkerGone _,Nothing _ -> new Fault.None();
            };
        }

        /** The line of output at which the process is killed. */
        default Optional<String> killAt() {
            return this instanceof Kill kill
                    ? Optional.of(WarehouseJob.committed(kill.fault.afterBatch()))
                    : Optional.empty();
        }
    }

    /** All attempts, in their order. */
    static final List<Act> ALL = List.of(
            crash(WarehouseTask.DAILY_SALES, 3, "connection to the warehouse lost", RetryOutlook.FINAL),
            crash(WarehouseTask.LEDGER_APPEND, LEDGER_BATCHES, "disk quota exceeded", RetryOutlook.FINAL),
            crash(WarehouseTask.EXPORT_ORDERS, 5, "no space left on device", RetryOutlook.FINAL),
            new Act(WarehouseTask.CUSTOMER_SNAPSHOT, 1, new Trouble.Kill(new Fault.Stall(KILLED_AT_BATCH)),
                    RetryOutlook.FINAL),
            crash(WarehouseTask.FX_RATES, 1, "rate provider answered 503", RetryOutlook.WILL_RETRY),
            new Act(WarehouseTask.FX_RATES, 2, new Trouble.Nothing(), RetryOutlook.FINAL),
            new Act(WarehouseTask.INVOICE_MAIL, 1, new Trouble.WorkerGone(), RetryOutlook.FINAL),
            crash(WarehouseTask.CHURN_SCORES, 2, "deadlock, chosen as the victim", RetryOutlook.FINAL));

    private static Act crash(WarehouseTask task, int afterBatch, String message, RetryOutlook retry) {
        return new Act(task, 1, new Trouble.Crash(new Fault.Crash(afterBatch, message)), retry);
    }

    /** The name of the scheduler's run of a job. */
    static String runName(WarehouseTask task) {
        return task.jobName() + "-run-1";
    }
}
