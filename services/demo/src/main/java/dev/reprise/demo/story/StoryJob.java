// SPDX-License-Identifier: Apache-2.0
package dev.reprise.demo.story;

import java.util.List;

import dev.reprise.demo.warehouse.WarehouseTask;
import dev.reprise.schemas.id.InstanceId;
import dev.reprise.schemas.id.JobId;
import dev.reprise.schemas.id.PartitionKey;
import dev.reprise.schemas.job.Idempotency;

/**
 * A job of the story and what must have become of it at the end.
 *
 * @param task the job
 * @param habit how it writes, as a sentence
 * @param declared what its owner says of it in the registry
 * @param size how many rows, lines or mails there must be
 * @param scheduled how many of its runs that the scheduler started must have begun their body
 * @param reruns how many that Reprise started
 */
record StoryJob(WarehouseTask task, String habit, Idempotency declared, long size, int scheduled, int reruns) {
    /** The namespace of all jobs of the story. */
    static final String NAMESPACE = "demo";

    /** All jobs, in the order in which the scheduler starts them. */
    static final List<StoryJob> ALL = List.of(
            whole(WarehouseTask.DAILY_SALES, "It overwrites one day.", Idempotency.IDEMPOTENT, 1, 1),
            // The one that stays as its failed run left it.
            new StoryJob(WarehouseTask.LEDGER_APPEND, "It appends.", Idempotency.NOT_IDEMPOTENT,
                    (long) Act.LEDGER_BATCHES * WarehouseTask.LEDGER_APPEND.batchSize(), 1, 0),
            whole(WarehouseTask.EXPORT_ORDERS, "It replaces a file.", Idempotency.IDEMPOTENT, 1, 1),
            whole(WarehouseTask.CUSTOMER_SNAPSHOT, "It overwrites one day.", Idempotency.IDEMPOTENT, 1, 1),
            whole(WarehouseTask.FX_RATES, "It merges by key.", Idempotency.IDEMPOTENT, 2, 0),
            whole(WarehouseTask.INVOICE_MAIL, "It sends mails.", Idempotency.NOT_IDEMPOTENT, 0, 1),
            whole(WarehouseTask.CHURN_SCORES, "It overwrites one day.", Idempotency.UNKNOWN, 1, 1));

    private static StoryJob whole(WarehouseTask task, String habit, Idempotency declared, int scheduled, int reruns) {
        return new StoryJob(task, habit, declared, task.size(), scheduled, reruns);
    }

    /** The job's entry. */
    static StoryJob of(WarehouseTask task) {
        return ALL.stream().filter(job -> job.task() == task).findFirst()
                .orElseThrow(() -> new IllegalStateException(task + " has no part in the story"));
    }

    /** What is to be known of it when it starts. */
    String introduction() {
        return habit + switch (declared) {
            case IDEMPOTENT -> " Declared idempotent.";
            case NOT_IDEMPOTENT -> " Declared not idempotent.";
            case UNKNOWN -> " Nobody has said whether it may be repeated.";
        };
    }

    /** Whether it must have done its whole work, and once. */
    boolean completes() {
        return size == task.size();
    }

    /** The instance of a job for a day. */
    static InstanceId instance(WarehouseTask task, String day) {
        return new InstanceId(new JobId(NAMESPACE, task.jobName()), new PartitionKey("ds=" + day));
    }
}
