// SPDX-License-Identifier: Apache-2.0
package dev.reprise.console.store;

import java.util.Locale;
import java.util.Optional;

import dev.reprise.schemas.decision.InstanceStatus;
import dev.reprise.schemas.id.InstanceId;
import dev.reprise.schemas.id.JobId;

/** Keeps the table of how many instances of each job stand where in step with the instances; before each change of one. */
final class JobCounts {

    private final Sql sql;

    JobCounts(Sql sql) {
        this.sql = sql;
    }

    private record Counted(String jobKey, String status) {}

    /** An instance is new, or has another status. */
    void moved(InstanceId instance, InstanceStatus status) {
        Optional<Counted> before = counted(instance.key());
        if (before.isPresent() && before.get().status().equals(status.name())) {
            return;
        }
        before.ifPresent(this::take);
        JobId job = instance.job();
        sql.update("""
                INSERT INTO job_counts (job_key, status, namespace, search, amount) VALUES (?, ?, ?, ?, 1)
                ON CONFLICT (job_key, status) DO UPDATE SET amount = job_counts.amount + 1""",
                job.key(), status.name(), job.namespace(),
                (job.namespace() + "/" + job.name()).toLowerCase(Locale.ROOT));
    }

    /** An instance is forgotten. */
    void gone(String instanceKey) {
        counted(instanceKey).ifPresent(this::take);
    }

    private Optional<Counted> counted(String instanceKey) {
        return sql.first("SELECT job_key, status FROM instances WHERE instance_key = ?",
                row -> new Counted(row.getString(1), row.getString(2)), instanceKey);
    }

    private void take(Counted counted) {
        sql.update("UPDATE job_counts SET amount = amount - 1 WHERE job_key = ? AND status = ?", counted.jobKey(),
                counted.status());
        sql.update("DELETE FROM job_counts WHERE job_key = ? AND status = ? AND amount < 1", counted.jobKey(),
                counted.status());
    }
}
