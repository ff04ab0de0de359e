// SPDX-License-Identifier: Apache-2.0
package dev.reprise.console.query;

import com.fasterxml.jackson.annotation.JsonUnwrapped;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Optional;

import dev.reprise.console.store.GridRow;
import dev.reprise.console.store.Questions.StoredAudit;
import dev.reprise.runtime.health.HealthReport;
import dev.reprise.runtime.http.Role;
import dev.reprise.schemas.audit.AuditEntry;
import dev.reprise.schemas.decision.InstanceStatus;
import dev.reprise.schemas.id.JobId;

/** What the API answers about everything together. Names and forms are part of its contract. */
public final class FigureViews {

    private FigureViews() {}

    /**
     * Everything at a glance.
     *
     * @param at when the read model was last brought up to date
     * @param statuses how many instances stand where; those that nobody is in are absent
     * @param oldestApproval since when the longest of the proposals waits
     * @param firing alerts that nobody has taken
     * @param acked alerts that somebody has taken
     * @param storms breakers that are not closed
     * @param activeControls pauses and freezes in force
     * @param deadLetters unusable records that are kept
     * @param rerunsLastDay reruns decided in the last 24 hours
     */
    public record OverviewView(Instant at, Map<InstanceStatus, Long> statuses, Optional<Instant> oldestApproval,
            long firing, long acked, long storms, long activeControls, long deadLetters, long rerunsLastDay) {}

    /**
     * Jobs against data partitions.
     *
     * @param at when the read model was last brought up to date
     * @param legend the statuses that the letters of {@code states} stand for: {@code a} for the first, and so on
     * @param partitions the columns, in the order of their names
     * @param earlier whether there are partitions before the first column
     * @param jobs how many jobs there are on all pages
     * @param items the rows of this page
     * @param next to be passed as {@code cursor} for the next page; absent at the end
     */
    public record GridView(Instant at, List<InstanceStatus> legend, List<String> partitions, boolean earlier,
            long jobs, List<GridRowView> items, Optional<String> next) {}

    /**
     * One job of the grid.
     *
     * @param job the job
     * @param trouble how many of its instances, in all partitions, want attention
     * @param states a letter for each column; a space where there is no instance
     */
    public record GridRowView(JobId job, long trouble, String states) {
        static GridRowView of(GridRow row, List<String> partitions) {
            StringBuilder states = new StringBuilder(partitions.size());
            for (String partition : partitions) {
                InstanceStatus status = row.statuses().get(partition);
                states.append(status == null ? ' ' : (char) ('a' + status.ordinal()));
            }
            return new GridRowView(row.job(), row.trouble(), states.toString());
        }
    }

    /**
     * A change by a person or a program.
     *
     * @param entry the change
     * @param kafkaPartition where it stands in the audit topic
     * @param offset where it stands in the audit topic
     */
    public record AuditView(@JsonUnwrapped AuditEntry entry, int kafkaPartition, long offset) {
        static AuditView of(StoredAudit stored) {
            return new AuditView(stored.entry(), stored.kafkaPartition(), stored.offset());
        }
    }

    /**
     * Who is calling.
     *
     * @param name as it will stand in the audit
     * @param roles what the caller may do
     * @param method how the caller was recognised
     */
    public record CallerView(String name, List<Role> roles, String method) {}

    /**
     * How the process is.
     *
     * @param version the release
     * @param revision the commit it was built from
     * @param topicPrefix the prefix of the topics
     * @param caughtUp whether the read model has read what there is
     * @param lag records that it has still to read
     * @param committedAt when it was last brought up to date
     * @param checks each check of readiness
     * @param positions how far each topic was read
     */
    public record SystemView(String version, String revision, String topicPrefix, boolean caughtUp, long lag,
            Instant committedAt, List<HealthReport.NamedState> checks, List<PositionView> positions) {}

    /**
     * How far a Kafka partition was read.
     *
     * @param topic the topic, without the prefix
     * @param kafkaPartition the Kafka partition
     * @param nextOffset what is read next
     */
    public record PositionView(String topic, int kafkaPartition, long nextOffset) {}
}
