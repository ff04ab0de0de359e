// SPDX-License-Identifier: Apache-2.0
package dev.reprise.console.command;

import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Optional;

import dev.reprise.console.query.Views.DecisionView;
import dev.reprise.console.registry.RegistryProblem;
import dev.reprise.schemas.admission.StormAction;
import dev.reprise.schemas.audit.AuditEntry;
import dev.reprise.schemas.control.Control;
import dev.reprise.schemas.decision.Reason;
import dev.reprise.schemas.decision.Statement;
import dev.reprise.schemas.id.InstanceId;
import dev.reprise.schemas.id.JobId;
import dev.reprise.schemas.id.RerunId;
import dev.reprise.schemas.job.DefinitionAnalysis;

/** Bodies of the command API. Names and forms are part of its contract: a field may be added, never changed. */
public final class CommandViews {

    private CommandViews() {}

    /**
     * Asks for a rerun.
     *
     * @param reason why, 1 to 2048 characters; required
     * @param force whether to rerun although the instance has succeeded; false where absent
     * @param acceptNotIdempotent whether the caller answers for repeating a job that is not known to be idempotent; false
     *     where absent
     * @param withDownstream whether what reads its output is rerun, too, once it has succeeded; false where absent
     * @param requestId the identity of the click, unless the header {@code Idempotency-Key} gives it
     */
    public record RerunBody(Optional<String> reason, Optional<Boolean> force, Optional<Boolean> acceptNotIdempotent,
            Optional<Boolean> withDownstream, Optional<String> requestId) {}

    /**
     * Approves or rejects a proposal.
     *
     * @param rerunId the proposed rerun; required
     * @param reason why, 1 to 2048 characters; required
     * @param requestId the identity of the click, unless the header {@code Idempotency-Key} gives it
     */
    public record ProposalBody(Optional<String> rerunId, Optional<String> reason, Optional<String> requestId) {}

    /**
     * Kafka has the request; whether it is granted is for the coordinator to decide.
     *
     * @param requestId the identity of the click
     * @param instance the instance
     * @param rerunId the rerun it is about: the one that would be started, or the one that was proposed
     * @param topic where the request stands
     * @param kafkaPartition its Kafka partition
     * @param offset its offset
     */
    public record ReceiptView(String requestId, InstanceId instance, RerunId rerunId, String topic, int kafkaPartition,
            long offset) {}

    /**
     * What was decided on a request.
     *
     * @param requestId the identity of the click
     * @param instance the instance
     * @param rerunId the rerun it is about
     * @param kind the kind of the decision
     * @param reason its reason
     * @param meaning the reason in one sentence
     * @param detail what was known then
     * @param statements the same apart from any language
     * @param decisions all decisions that answer the request
     */
    public record OutcomeView(String requestId, InstanceId instance, RerunId rerunId, String kind, Reason reason,
            String meaning, String detail, List<Statement> statements, List<DecisionView> decisions) {}

    /**
     * The policy refuses the request (RFC 9457 with members of its own).
     *
     * @param type {@code urn:reprise:refused}
     * @param title the kind of problem
     * @param status 409
     * @param detail the reason in words, and what was known
     * @param statements the same apart from any language
     * @param reason the code of the rule
     * @param kind the kind of the decision
     * @param requestId the identity of the click
     */
    public record RefusalView(String type, String title, int status, String detail, List<Statement> statements,
            Reason reason, String kind, String requestId) {}

    /**
     * Holds or releases a group.
     *
     * @param reason why, 1 to 2048 characters; required
     * @param requestId the identity of the click, unless the header {@code Idempotency-Key} gives it
     */
    public record ReasonBody(Optional<String> reason, Optional<String> requestId) {}

    /**
     * Kafka has what is to be done with a group.
     *
     * @param requestId the identity of the click
     * @param group the concurrency group
     * @param action what is done
     * @param topic where it stands
     * @param kafkaPartition its Kafka partition
     * @param offset its offset
     */
    public record GroupReceiptView(String requestId, String group, StormAction action, String topic,
            int kafkaPartition, long offset) {}

    /**
     * Pauses or freezes; in place of what held under the scope before.
     *
     * @param scope {@code *}, a namespace, or {@code NAMESPACE/NAME}; required
     * @param kind {@code PAUSE} or {@code FREEZE}; required
     * @param until when it ends by itself, with its zone; absent: when a person lifts it
     * @param reason why, 1 to 2048 characters; required
     * @param requestId the identity of the click, unless the header {@code Idempotency-Key} gives it
     */
    public record ControlBody(Optional<String> scope, Optional<String> kind, Optional<String> until,
            Optional<String> reason, Optional<String> requestId) {}

    /**
     * Kafka has the change of a pause or freeze.
     *
     * @param requestId the identity of the click
     * @param scope the scope
     * @param before what held before, as far as the read model knows
     * @param after what holds from now on; absent: nothing
     */
    public record ControlReceiptView(String requestId, String scope, Optional<Control> before,
            Optional<Control> after) {}

    /**
     * A registry document with what its sender found out about the definitions that it names.
     *
     * @param document the document, YAML or JSON, as text; required
     * @param analyses what analysis says of each job's definition, by {@code NAMESPACE/NAME}
     */
    public record ApplyBody(Optional<String> document, Optional<Map<String, DefinitionAnalysis>> analyses) {}

    /**
     * What an application of a registry document does.
     *
     * @param dryRun whether nothing was written
     * @param added jobs that were not there
     * @param changed jobs that were there and differ
     * @param changes the keys that differ, by changed job, such as {@code policy.max-reruns}
     * @param unchanged how many jobs are as they were
     * @param removed jobs that are removed
     * @param unanalysed jobs whose definition is named in the document and was not analysed
     * @param revision how the jobs stood that the document concerns, for {@code If-Match}
     */
    public record ApplyView(boolean dryRun, List<JobId> added, List<JobId> changed,
            Map<JobId, List<String>> changes, int unchanged, List<JobId> removed, List<JobId> unanalysed,
            String revision) {}

    /**
     * The jobs that a document concerns are not as its sender saw them; the registry stays as it is (RFC 9457 with members
     * of its own).
     *
     * @param type {@code urn:reprise:stale-revision}
     * @param title the kind of problem
     * @param status 412
     * @param detail what changed, in a sentence
     * @param field the header that told what the sender saw
     * @param fix what to do about it
     * @param revision how the jobs stand now
     * @param changes what was done to them since, the newest first, as far as the audit is known
     */
    public record RegistryStaleView(String type, String title, int status, String detail, String field, String fix,
            String revision, List<JobChangeView> changes) {}

    /**
     * What somebody did to a job.
     *
     * @param job the job
     * @param action {@code job.add}, {@code job.change} or {@code job.remove}
     * @param actor who
     * @param at when
     * @param reason why, where it was said
     */
    public record JobChangeView(String job, String action, String actor, Instant at, Optional<String> reason) {

        static JobChangeView of(AuditEntry entry) {
            return new JobChangeView(entry.subject(), entry.action(), entry.actor(), entry.at(), entry.reason());
        }

        String text() {
            String done = switch (action) {
                case "job.add" -> "added";
                case "job.remove" -> "removed";
                default -> "changed";
            };
            return job + " was " + done + " by " + actor + " at " + at;
        }
    }

    /**
     * The document is refused; the registry stays as it is (RFC 9457 with a member of its own).
     *
     * @param type {@code urn:reprise:registry-refused}
     * @param title the kind of problem
     * @param status 400
     * @param detail how many problems there are
     * @param problems every problem
     */
    public record RegistryRefusalView(String type, String title, int status, String detail,
            List<RegistryProblem> problems) {}
}
