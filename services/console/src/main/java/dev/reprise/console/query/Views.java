// SPDX-License-Identifier: Apache-2.0
package dev.reprise.console.query;

import com.fasterxml.jackson.annotation.JsonUnwrapped;
import java.time.Instant;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;

import dev.reprise.console.store.Cursor;
import dev.reprise.console.store.Page;
import dev.reprise.console.store.Questions.OpenProposal;
import dev.reprise.console.store.Questions.StoredDecision;
import dev.reprise.console.store.TimelineEntry;
import dev.reprise.schemas.alert.Acknowledgement;
import dev.reprise.schemas.alert.Alert;
import dev.reprise.schemas.alert.AlertContent;
import dev.reprise.schemas.alert.AlertResolved;
import dev.reprise.schemas.decision.Cause;
import dev.reprise.schemas.decision.Decision;
import dev.reprise.schemas.decision.DecisionRecord;
import dev.reprise.schemas.decision.InstanceStatus;
import dev.reprise.schemas.decision.Reason;
import dev.reprise.schemas.decision.Severity;
import dev.reprise.schemas.decision.Statement;
import dev.reprise.schemas.event.ErrorEvidence;
import dev.reprise.schemas.id.AlertKey;
import dev.reprise.schemas.id.AttemptId;
import dev.reprise.schemas.id.InstanceId;
import dev.reprise.schemas.id.JobId;
import dev.reprise.schemas.id.PartitionKey;
import dev.reprise.schemas.id.RerunId;
import dev.reprise.schemas.instance.InstanceSnapshot;
import dev.reprise.schemas.job.JobDefinition;
import dev.reprise.schemas.job.Owner;
import dev.reprise.schemas.lineage.JobLineage;
import dev.reprise.schemas.match.AlertLabels;
import dev.reprise.schemas.silence.Silence;
import dev.reprise.schemas.wire.WireType;

/** What the API answers. Names and forms are part of its contract: a field may be added, never changed. */
public final class Views {

    private Views() {}

    /**
     * A page of a list.
     *
     * @param <T> an item
     * @param items the items
     * @param next to be passed as {@code cursor} for the next page; absent at the end
     */
    public record PageView<T>(List<T> items, Optional<String> next) {
        static <T> PageView<T> of(Page<T> page) {
            return new PageView<>(page.items(), page.next().map(Cursor::text));
        }
    }

    /**
     * A code and what it means.
     *
     * @param code the code
     * @param meaning one sentence
     */
    public record ReasonView(String code, String meaning) {}

    /**
     * An instance in a list: its snapshot with two fields more.
     *
     * @param instance its key, as in paths
     * @param meaning what the reason means
     * @param snapshot the snapshot
     */
    public record InstanceView(InstanceId instance, Optional<String> meaning,
            @JsonUnwrapped InstanceSnapshot snapshot) {
        /** The view of a snapshot. */
        public static InstanceView of(InstanceSnapshot snapshot) {
            return new InstanceView(snapshot.instance(), snapshot.reason().map(Reason::meaning), snapshot);
        }
    }

    /**
     * One instance with what a person asks next.
     *
     * @param summary as in the list
     * @param owner who answers for its job
     * @param lastDecisions the newest decisions, newest first, at most 20
     * @param openAlerts alerts about it that are not resolved
     */
    public record InstanceDetail(@JsonUnwrapped InstanceView summary, Optional<Owner> owner,
            List<DecisionView> lastDecisions, List<AlertView> openAlerts) {}

    /**
     * One job with what its events showed.
     *
     * @param definition its entry in the registry, with what analysis says of the definition it names
     * @param lineage the datasets it was seen to read and write, and what analysis says of the definition in its events
     */
    public record JobDetail(@JsonUnwrapped JobDefinition definition, Optional<JobLineage> lineage) {}

    /**
     * A decision with its reason in words.
     *
     * @param instance the instance
     * @param at when it was decided
     * @param kind rerun, wait, suppress, alert, resolve or withdraw
     * @param reason the code of the rule
     * @param meaning the rule in one sentence
     * @param detail what was known then
     * @param statements the same apart from any language
     * @param cause the record or timer it answers
     * @param attempt the attempt it is about
     * @param before the status before it
     * @param after the status after it
     * @param generation the generation after it
     * @param episode the episode
     * @param policyVersion the policy in force
     * @param decision the decision with all its fields
     * @param kafkaPartition where it stands in the decisions topic
     * @param offset where it stands in the decisions topic
     */
    public record DecisionView(InstanceId instance, Instant at, String kind, Reason reason, String meaning,
            String detail, List<Statement> statements,
            Cause cause, Optional<AttemptId> attempt, InstanceStatus before, InstanceStatus after, long generation,
            long episode, String policyVersion, Decision decision, int kafkaPartition, long offset) {
        /** The view of a decision at its place. */
        public static DecisionView of(StoredDecision stored) {
            DecisionRecord record = stored.decision();
            Reason reason = record.decision().reason();
            return new DecisionView(record.instance(), record.at(), record.decision().kind(), reason,
                    reason.meaning(), record.detail(), record.statements(), record.cause(), record.attempt(),
                    record.before(),
                    record.after(),
                    record.generation(), record.episode(), record.policyVersion(), record.decision(),
                    stored.kafkaPartition(), stored.offset());
        }
    }

    /**
     * An alert with its state.
     *
     * @param state firing, acked or resolved
     * @param instance the instance it is about
     * @param meaning what its kind means
     * @param acknowledgement who has taken it, while that holds
     * @param silencedBy ids of the silences that hide it
     * @param alert the alert
     */
    public record AlertView(String state, InstanceId instance, String meaning,
            Optional<Acknowledgement> acknowledgement, List<String> silencedBy, @JsonUnwrapped Alert alert) {
        /** The view of an alert by itself. */
        public static AlertView of(Alert alert) {
            return new AlertView(AlertState.of(alert).word(),
                    new InstanceId(alert.content().job(), alert.content().partition()), alert.kind().meaning(),
                    Optional.empty(), List.of(), alert);
        }

        /**
         * With what people did about it.
         *
         * @param taken who took it last
         * @param silences those that hold
         * @param now the time
         */
        public static AlertView of(Alert alert, Optional<Acknowledgement> taken, List<Silence> silences, Instant now) {
            AlertView plain = of(alert);
            if (alert instanceof AlertResolved) {
                return plain;
            }
            Optional<Acknowledgement> holding = taken.filter(ack -> ack.holds(alert.revision(), now));
            Map<String, String> labels = AlertLabels.of(alert);
            List<String> hiding = silences.stream().filter(silence -> silence.hides(labels)).map(Silence::id).toList();
            return new AlertView(holding.isPresent() ? AlertState.ACKED.word() : plain.state(), plain.instance(),
                    plain.meaning(), holding, hiding, alert);
        }
    }

    /**
     * A silence and whether it holds.
     *
     * @param state {@code pending}, {@code active} or {@code ended}
     * @param silence the silence
     */
    public record SilenceView(String state, @JsonUnwrapped Silence silence) {
        /** The view of a silence at a moment. */
        public static SilenceView of(Silence silence, Instant now) {
            boolean pending = now.isBefore(silence.startsAt());
            return new SilenceView(pending ? "pending" : silence.activeAt(now) ? "active" : "ended", silence);
        }
    }

    /**
     * A rerun that waits for a person.
     *
     * @param instance the instance
     * @param job its job
     * @param partition its data partition
     * @param rerunId what is proposed; to be named in the approval
     * @param since how long it has waited
     * @param expiresAt when the proposal ends
     * @param attempt the attempt that failed
     * @param severity how soon a person must look
     * @param summary one line
     * @param description what happened and why it was decided so
     * @param evidence what is known of the failure
     * @param owner who answers for the job
     * @param alertKey the alert that told it
     */
    public record ApprovalView(InstanceId instance, JobId job, PartitionKey partition, Optional<RerunId> rerunId,
            Instant since, Optional<Instant> expiresAt, Optional<AttemptId> attempt, Optional<Severity> severity,
            Optional<String> summary, Optional<String> description, List<Statement> statements,
            Optional<ErrorEvidence> evidence,
            Optional<Owner> owner,
            Optional<AlertKey> alertKey) {
        static ApprovalView of(OpenProposal proposal) {
            InstanceSnapshot snapshot = proposal.instance();
            Optional<AlertContent> content = proposal.alert().map(Alert::content);
            return new ApprovalView(snapshot.instance(), snapshot.job(), snapshot.partition(), snapshot.rerunId(),
                    snapshot.updatedAt(), content.flatMap(AlertContent::proposalExpiresAt).or(snapshot::nextAt),
                    content.flatMap(AlertContent::attempt).or(snapshot::attempt), proposal.alert().map(Alert::severity),
                    content.map(AlertContent::summary), content.map(AlertContent::description),
                    content.map(AlertContent::statements).orElse(List.of()),
                    content.flatMap(AlertContent::evidence), content.flatMap(AlertContent::owner),
                    proposal.alert().map(Alert::alertKey));
        }
    }

    /**
     * One thing that happened.
     *
     * @param at when
     * @param source audit, decision, dispatch or notification
     * @param type the CloudEvents type of the record
     * @param meaning what the reason of a decision means
     * @param record the record itself
     * @param kafkaPartition its Kafka partition in that topic
     * @param offset its offset there
     */
    public record TimelineView(Instant at, String source, String type, Optional<String> meaning, Record record,
            int kafkaPartition, long offset) {
        static TimelineView of(TimelineEntry entry) {
            Optional<String> meaning = entry.record() instanceof DecisionRecord decision
                    ? Optional.of(decision.decision().reason().meaning())
                    : Optional.empty();
            return new TimelineView(entry.at(), entry.source().name().toLowerCase(Locale.ROOT),
                    WireType.of(entry.record()).ceType(), meaning, entry.record(), entry.kafkaPartition(),
                    entry.offset());
        }
    }
}
