// SPDX-License-Identifier: Apache-2.0
package dev.reprise.console;

import java.time.Instant;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Optional;

import dev.reprise.schemas.alert.AlertContent;
import dev.reprise.schemas.alert.AlertFiring;
import dev.reprise.schemas.alert.AlertResolved;
import dev.reprise.schemas.audit.AuditEntry;
import dev.reprise.schemas.decision.Cause;
import dev.reprise.schemas.decision.Decision;
import dev.reprise.schemas.decision.DecisionRecord;
import dev.reprise.schemas.decision.FailureClass;
import dev.reprise.schemas.decision.InstanceStatus;
import dev.reprise.schemas.decision.Reason;
import dev.reprise.schemas.decision.Severity;
import dev.reprise.schemas.dispatch.DispatchIntent;
import dev.reprise.schemas.id.AlertKey;
import dev.reprise.schemas.id.AttemptId;
import dev.reprise.schemas.id.InstanceId;
import dev.reprise.schemas.id.JobId;
import dev.reprise.schemas.id.PartitionKey;
import dev.reprise.schemas.id.RerunId;
import dev.reprise.schemas.id.RunId;
import dev.reprise.schemas.instance.InstanceSnapshot;
import dev.reprise.schemas.job.JobDefinition;
import dev.reprise.schemas.job.Owner;
import dev.reprise.schemas.job.Policy;
import dev.reprise.schemas.lineage.JobLineage;
import dev.reprise.schemas.notification.DeliveryOutcome;
import dev.reprise.schemas.notification.Notification;
import dev.reprise.schemas.notification.Page;
import dev.reprise.schemas.notification.PageChange;
import dev.reprise.schemas.notification.PageItem;
import dev.reprise.schemas.notification.PageReason;
import dev.reprise.schemas.notification.Told;

/** Records of the contract with defaults, named by their role in a story: orders failed on the 28th and waits for a person. */
public final class Samples {

    public static final Instant NOON = Instant.parse("2026-11-29T12:00:00Z");
    public static final JobId ORDERS = new JobId("warehouse", "load_orders");
    public static final InstanceId ORDERS_28 = new InstanceId(ORDERS, new PartitionKey("ds=2026-11-28"));
    public static final InstanceId ORDERS_EU = new InstanceId(ORDERS, new PartitionKey("ds=2026-11-28/region=eu"));
    public static final InstanceId REPORT = new InstanceId(new JobId("spark://cluster-1", "daily/report"),
            PartitionKey.WHOLE_JOB);
    public static final AttemptId FAILED = new AttemptId(new RunId("run-7"), 1);

    private Samples() {}

    public static RerunId rerunOf(InstanceId instance) {
        return RerunId.ofFailure(instance, FAILED);
    }

    public static InstanceSnapshot snapshot(InstanceId instance, InstanceStatus status, Instant at) {
        return new InstanceSnapshot(instance.job(), instance.partition(), status, Optional.of(Reason.AWAITING_APPROVAL),
                1,
                1, 0, Optional.of(FAILED), Optional.of(rerunOf(instance)), Optional.of(at.plusSeconds(3600)), 1, at);
    }

    public static DecisionRecord decision(InstanceId instance, Decision decision, Instant at) {
        return decision(instance, decision, at,
                new Cause("dev.reprise.run.failed.v1", Optional.of("reprise.events"), Optional.of(0),
                        Optional.of(41L)));
    }

    public static DecisionRecord decision(InstanceId instance, Decision decision, Instant at, Cause cause) {
        return new DecisionRecord(instance.job(), instance.partition(), at, decision, cause, "abc123", 1, 1,
                Optional.of(FAILED), InstanceStatus.RUNNING, InstanceStatus.AWAITING_APPROVAL,
                Optional.empty(), Optional.empty(), Optional.empty(), "Attempt 1 of run-7 failed with exit code 137.");
    }

    public static DecisionRecord unclassified(InstanceId instance, long episode, String signature, Instant at) {
        DecisionRecord known = decision(instance, suppress(Reason.DUPLICATE), at);
        return new DecisionRecord(instance.job(), instance.partition(), at, known.decision(), known.cause(),
                known.policyVersion(), 1, episode, known.attempt(), known.before(), known.after(),
                Optional.of(FailureClass.UNKNOWN), Optional.empty(), Optional.of(signature), known.detail());
    }

    public static Decision suppress(Reason reason) {
        return new Decision.Suppress(reason, Optional.empty());
    }

    public static AlertFiring firing(InstanceId instance, long revision, Instant at) {
        return new AlertFiring(AlertKey.of("AWAITING_APPROVAL", instance), revision, Reason.AWAITING_APPROVAL,
                Severity.WARNING, content(instance), at);
    }

    public static AlertResolved resolved(InstanceId instance, long revision, Instant at) {
        return new AlertResolved(AlertKey.of("AWAITING_APPROVAL", instance), revision, Reason.AWAITING_APPROVAL,
                Severity.WARNING, content(instance), at, at.plusSeconds(60), Reason.RECOVERED);
    }

    private static AlertContent content(InstanceId instance) {
        return new AlertContent(instance.job(), instance.partition(), 1, Optional.of(FAILED), Optional.of(owner()),
                Map.of("tier", "gold"), "load_orders waits for approval",
                "It failed and nobody said whether it may repeat.",
                Optional.empty(), List.of(), Optional.of(rerunOf(instance)), Optional.of(NOON.plusSeconds(7200)));
    }

    public static Owner owner() {
        return new Owner("data-platform", List.of("platform@example.org"), Optional.empty());
    }

    public static JobDefinition job(JobId job) {
        return new JobDefinition(job, Optional.of(owner()), Map.of("tier", "gold"), Policy.DEFAULTS, Optional.empty(),
                Optional.empty(), NOON,
                "ann");
    }

    public static JobLineage lineage(JobId job) {
        return new JobLineage(job, List.of("warehouse/ods.orders"), List.of("warehouse/dw.orders"), Optional.empty(),
                "spark", NOON);
    }

    public static DispatchIntent intent(InstanceId instance, Instant at) {
        return new DispatchIntent(rerunOf(instance), instance.job(), instance.partition(), 1, 3, at, "0".repeat(64),
                at.plusSeconds(600));
    }

    public static Notification notification(InstanceId instance, Instant at) {
        return new Notification(AlertKey.of("AWAITING_APPROVAL", instance), "slack-ops", 1, Told.FIRING,
                DeliveryOutcome.SENT, 1, at, Optional.empty());
    }

    /** A page about several alerts, or about one under its own key. */
    public static Page page(AlertKey group, long revision, Instant at, AlertFiring... alerts) {
        return new Page(group, "slack-ops", revision, Told.FIRING, PageReason.FIRST, "everybody", "every alert",
                Severity.WARNING, at, at, alerts.length, 0, 0,
                Arrays.stream(alerts).map(each -> new PageItem(each.alertKey(), each.revision(), PageChange.NEW,
                        each.kind(), each.severity(), each.content(), each.startsAt(), Optional.empty(),
                        Optional.empty())).toList());
    }

    /** How a page went. */
    public static Notification notification(Page page, DeliveryOutcome outcome, int attempts, Instant at) {
        return new Notification(page.alertKey(), page.channel(), page.revision(), page.told(), outcome, attempts, at,
                outcome == DeliveryOutcome.SENT ? Optional.empty() : Optional.of("HTTP 500"));
    }

    public static AuditEntry audit(InstanceId instance, Instant at) {
        return new AuditEntry("ann", "rerun.request", instance.key(), at, "api", Optional.of("ledger checked"),
                Optional.empty(), Optional.empty(), Optional.of("click-1"));
    }
}
