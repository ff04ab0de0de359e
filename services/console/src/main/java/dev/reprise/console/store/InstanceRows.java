// SPDX-License-Identifier: Apache-2.0
package dev.reprise.console.store;

import java.util.ArrayList;
import java.util.Collections;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;

import dev.reprise.console.store.Incoming.Message;
import dev.reprise.console.store.Incoming.Tombstone;
import dev.reprise.schemas.id.JobId;
import dev.reprise.schemas.id.PartitionKey;
import dev.reprise.schemas.id.RerunId;
import dev.reprise.schemas.instance.InstanceSnapshot;

/**
 * Writes the instances of one transaction, and keeps in step with them how many instances of each job stand where and how
 * many there are of each data partition. Of several records of an instance only the last has to be written.
 */
final class InstanceRows {

    /** Sizes of the lists that are asked for: few shapes of a statement, whatever the number of instances. */
    private static final List<Integer> SIZES = List.of(1, 8, 64, 512);

    private final Sql sql;
    private final Documents documents;

    InstanceRows(Sql sql, Documents documents) {
        this.sql = sql;
        this.documents = documents;
    }

    /** Where an instance stood before. */
    private record Before(String jobKey, String dataPartition, String status) {}

    /** A job or a data partition, and where instances of it stand. */
    private record NameStatus(String name, String status) {}

    /** Writes records of the topic of instances, in their order. */
    void write(List<Incoming> records) {
        Map<String, Optional<InstanceSnapshot>> last = new LinkedHashMap<>();
        for (Incoming record : records) {
            if (record instanceof Message(var _, InstanceSnapshot snapshot)) {
                last.put(snapshot.instance().key(), Optional.of(snapshot));
            } else if (record instanceof Tombstone(var _, String key)) {
                last.put(key, Optional.empty());
            }
        }
        if (last.isEmpty()) {
            return;
        }
        Map<String, Before> before = before(new ArrayList<>(last.keySet()));
        Map<NameStatus, Long> jobs = new HashMap<>();
        Map<NameStatus, Long> partitions = new HashMap<>();
        last.forEach((key, snapshot) -> {
            Optional.ofNullable(before.get(key)).ifPresent(stood -> {
                jobs.merge(new NameStatus(stood.jobKey(), stood.status()), -1L, Long::sum);
                partitions.merge(new NameStatus(stood.dataPartition(), stood.status()), -1L, Long::sum);
            });
            snapshot.ifPresent(stands -> {
                jobs.merge(new NameStatus(stands.job().key(), stands.status().name()), 1L, Long::sum);
                partitions.merge(new NameStatus(stands.partition().value(), stands.status().name()), 1L,
                        Long::sum);
            });
            snapshot.ifPresentOrElse(this::write,
                    () -> sql.later("DELETE FROM instances WHERE instance_key = ?", key));
        });
        count(jobs);
        countPartitions(partitions);
    }

    private void write(InstanceSnapshot snapshot) {
        JobId job = snapshot.job();
        sql.later("""
                INSERT INTO instances (instance_key, job_key, namespace, name, data_partition, status, rerun_id, search,
                    updated_at, document) VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?)
                ON CONFLICT (instance_key) DO UPDATE SET status = excluded.status, rerun_id = excluded.rerun_id,
                    updated_at = excluded.updated_at, document = excluded.document""",
                snapshot.instance().key(), job.key(), job.namespace(), job.name(), snapshot.partition().value(),
                snapshot.status().name(), snapshot.rerunId().map(RerunId::value),
                searchable(job) + "/" + searchable(snapshot.partition()), snapshot.updatedAt(),
                documents.text(snapshot));
    }

    /** As a person reads it, without the escapes of the key. */
    static String searchable(JobId job) {
        return (job.namespace() + "/" + job.name()).toLowerCase(Locale.ROOT);
    }

    private static String searchable(PartitionKey partition) {
        return partition.value().toLowerCase(Locale.ROOT);
    }

    private Map<String, Before> before(List<String> keys) {
        Map<String, Before> found = new HashMap<>();
        for (int from = 0; from < keys.size(); from += SIZES.getLast()) {
            List<Object> asked = new ArrayList<>(keys.subList(from, Math.min(keys.size(), from + SIZES.getLast())));
            int size = SIZES.stream().filter(each -> each >= asked.size()).findFirst().orElseThrow();
            asked.addAll(Collections.nCopies(size - asked.size(), asked.getFirst()));
            sql.query("SELECT instance_key, job_key, data_partition, status FROM instances WHERE instance_key IN ("
                    + String.join(", ", Collections.nCopies(size, "?")) + ")",
                    row -> found.put(row.getString(1), new Before(row.getString(2), row.getString(3),
                            row.getString(4))),
                    asked.toArray());
        }
        return found;
    }

    private void count(Map<NameStatus, Long> changes) {
        changes.values().removeIf(change -> change == 0);
        changes.forEach((at, change) -> {
            JobId job = JobId.parse(at.name());
            sql.later("""
                    INSERT INTO job_counts (job_key, status, namespace, search, amount) VALUES (?, ?, ?, ?, ?)
                    ON CONFLICT (job_key, status) DO UPDATE SET amount = job_counts.amount + excluded.amount""",
                    at.name(), at.status(), job.namespace(), searchable(job), change);
        });
        changes.forEach((at, change) -> {
            if (change < 0) {
                sql.later("DELETE FROM job_counts WHERE job_key = ? AND status = ? AND amount < 1", at.name(),
                        at.status());
            }
        });
    }

    private void countPartitions(Map<NameStatus, Long> changes) {
        changes.values().removeIf(change -> change == 0);
        changes.forEach((at, change) -> sql.later(
                """
                        INSERT INTO partition_counts (data_partition, status, search, amount) VALUES (?, ?, ?, ?)
                        ON CONFLICT (data_partition, status) DO UPDATE SET amount = partition_counts.amount + excluded.amount""",
                at.name(), at.status(), searchable(new PartitionKey(at.name())), change));
        changes.forEach((at, change) -> {
            if (change < 0) {
                sql.later("DELETE FROM partition_counts WHERE data_partition = ? AND status = ? AND amount < 1",
                        at.name(), at.status());
            }
        });
    }
}
