// SPDX-License-Identifier: Apache-2.0
package dev.reprise.console.page;

import java.time.Duration;
import java.time.Instant;
import java.time.LocalDate;
import java.time.temporal.ChronoUnit;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;

import dev.reprise.console.ApiServer;
import dev.reprise.console.Samples;
import dev.reprise.schemas.alert.AlertContent;
import dev.reprise.schemas.alert.AlertFiring;
import dev.reprise.schemas.control.Control;
import dev.reprise.schemas.control.ControlKind;
import dev.reprise.schemas.decision.Cause;
import dev.reprise.schemas.decision.Decision;
import dev.reprise.schemas.decision.DecisionRecord;
import dev.reprise.schemas.decision.FailureClass;
import dev.reprise.schemas.decision.InstanceStatus;
import dev.reprise.schemas.decision.Reason;
import dev.reprise.schemas.decision.Severity;
import dev.reprise.schemas.decision.Statement;
import dev.reprise.schemas.decision.WaitPurpose;
import dev.reprise.schemas.decision.Wording;
import dev.reprise.schemas.event.ErrorEvidence;
import dev.reprise.schemas.id.AlertKey;
import dev.reprise.schemas.id.InstanceId;
import dev.reprise.schemas.id.JobId;
import dev.reprise.schemas.id.PartitionKey;
import dev.reprise.schemas.instance.InstanceSnapshot;
import dev.reprise.schemas.job.DefinitionAnalysis;
import dev.reprise.schemas.job.DefinitionFinding;
import dev.reprise.schemas.job.Idempotency;
import dev.reprise.schemas.job.JobDefinition;
import dev.reprise.schemas.job.Policy;
import dev.reprise.schemas.job.PolicyBuilder;
import dev.reprise.schemas.job.Verdict;
import dev.reprise.schemas.notification.DeliveryOutcome;
import dev.reprise.schemas.notification.Notification;
import dev.reprise.schemas.notification.Page;
import dev.reprise.schemas.notification.Told;
import dev.reprise.schemas.silence.Silence;
import dev.reprise.schemas.storm.BreakerState;
import dev.reprise.schemas.storm.StormSnapshot;
import dev.reprise.schemas.subscription.SubscriptionRule;
import dev.reprise.schemas.topic.Topics;

/** A night in a warehouse: most went well, one append gave up, one job waits for a person, a storm holds some. */
final class Night {

    static final JobId LEDGER = new JobId("finance", "ledger_append");
    static final InstanceId LEDGER_28 = new InstanceId(LEDGER, new PartitionKey("ds=2026-11-28"));
    static final String LEDGER_PAGE = "/instances/finance/ledger_append/ds=2026-11-28";
    static final JobId CHURN = new JobId("marketing", "churn_scores");
    static final InstanceId CHURN_28 = new InstanceId(CHURN, new PartitionKey("ds=2026-11-28"));
    private static final List<String> JOBS = List.of("ods_orders", "ods_customers", "dwd_sales", "dws_user_daily",
            "fx_rates", "export_orders", "invoice_mail", "feature_store", "stock_levels", "ads_report");
    private static final LocalDate LAST = LocalDate.parse("2026-11-28");

    private Night() {}

    /** Fills a server; times are around now, since pages say how long ago things were. */
    static void fill(ApiServer server) {
        Instant now = Instant.now().truncatedTo(ChronoUnit.SECONDS);
        List<Record> instances = new ArrayList<>();
        for (String job : JOBS) {
            for (int day = 0; day < 45; day++) {
                instances.add(snapshot(instance("warehouse", job, day), day == 0 ? tonight(job) : past(job, day),
                        now.minus(day, ChronoUnit.DAYS).minusSeconds(job.length() * 60L)));
            }
        }
        instances.add(snapshot(LEDGER_28, InstanceStatus.GAVE_UP, Optional.of(Reason.NON_IDEMPOTENT),
                now.minusSeconds(2400)));
        instances.add(snapshot(CHURN_28, InstanceStatus.AWAITING_APPROVAL, Optional.of(Reason.AWAITING_APPROVAL),
                now.minusSeconds(2820)));
        server.apply(Topics.JOBS, job(LEDGER, Idempotency.NOT_IDEMPOTENT, Optional.of(analysis(now)), now),
                job(CHURN, Idempotency.UNKNOWN, Optional.empty(), now),
                job(new JobId("warehouse", "ods_orders"), Idempotency.IDEMPOTENT, Optional.empty(), now));
        server.apply(Topics.INSTANCES, instances.toArray(Record[]::new));
        server.apply(Topics.DECISIONS,
                decision(LEDGER_28, new Decision.Wait(Reason.SETTLING, WaitPurpose.SETTLE,
                        Optional.of(now.minusSeconds(2430)), Optional.empty()), InstanceStatus.RUNNING,
                        InstanceStatus.SETTLING, now.minusSeconds(2460)),
                decision(CHURN_28, new Decision.Alert(Reason.AWAITING_APPROVAL, AlertKey.of("AWAITING_APPROVAL",
                        CHURN_28), Severity.WARNING, Optional.empty(), Optional.empty()), InstanceStatus.SETTLING,
                        InstanceStatus.AWAITING_APPROVAL, now.minusSeconds(2820)),
                decision(LEDGER_28, new Decision.Alert(Reason.NON_IDEMPOTENT, AlertKey.of("NON_IDEMPOTENT", LEDGER_28),
                        Severity.CRITICAL, Optional.empty(), Optional.empty()), InstanceStatus.SETTLING,
                        InstanceStatus.GAVE_UP, now.minusSeconds(2400)),
                // Told again, as schedulers do: that is not why it was not rerun.
                decision(LEDGER_28, new Decision.Suppress(Reason.DUPLICATE, Optional.empty()), InstanceStatus.GAVE_UP,
                        InstanceStatus.GAVE_UP, now.minusSeconds(2390)));
        server.apply(Topics.ALERTS, alert(LEDGER_28, Reason.NON_IDEMPOTENT, Severity.CRITICAL,
                "disk quota exceeded while writing batch 3 of 8", analysis(now).findings(), now.minusSeconds(2400)),
                alert(CHURN_28, Reason.AWAITING_APPROVAL, Severity.WARNING, "deadlock, chosen as the victim", List.of(),
                        now.minusSeconds(2820)));
        server.apply(Topics.NOTIFICATIONS, Samples.notification(LEDGER_28, now.minusSeconds(2395)),
                new Notification(AlertKey.of("NON_IDEMPOTENT", LEDGER_28), "mail-ops", 1, Told.FIRING,
                        DeliveryOutcome.RETRYING, 1, now.minusSeconds(2394), Optional.of("a try is under way"),
                        List.of(Statement.of(Wording.TRY_UNDER_WAY))));
        AlertFiring ledger = Samples.firing(LEDGER_28, 1, now.minusSeconds(2400));
        AlertFiring churn = Samples.firing(CHURN_28, 1, now.minusSeconds(2820));
        Page both = Samples.page(new AlertKey("GROUP/everybody/7c1e"), 1, now.minusSeconds(2398), churn, ledger);
        Page failed = Samples.page(new AlertKey("GROUP/everybody/7c1e"), 2, now.minusSeconds(900), ledger);
        server.apply(Topics.PAGES, both, failed,
                Samples.page(churn.alertKey(), 2, now.minusSeconds(20), churn));
        server.apply(Topics.NOTIFICATIONS,
                Samples.notification(both, DeliveryOutcome.SENT, 2, now.minusSeconds(2390)),
                Samples.notification(failed, DeliveryOutcome.FAILED, 5, now.minusSeconds(600)));
        server.apply(Topics.SILENCES,
                new Silence("s-1", List.of("owner=\"data-platform\"", "kind=\"DEADLINE_MISSED\""),
                        now.minusSeconds(600), now.plusSeconds(6600), "li.na", "month-end closing runs late"),
                new Silence("s-2", List.of("job=\"warehouse/fx_rates\""), now.minusSeconds(9000),
                        now.minusSeconds(1800), "ann", "the bank is closed"));
        server.apply(Topics.SUBSCRIPTIONS, new SubscriptionRule("critical-to-on-call", Optional.of("platform"),
                List.of("severity=\"critical\""), List.of("namespace", "kind"), Duration.ofSeconds(30),
                Duration.ofMinutes(5), Duration.ofHours(4), List.of("on-call"), Optional.empty(), Optional.empty(),
                List.of(), now.minus(3, ChronoUnit.DAYS), "ann"));
        server.apply(Topics.STORMS, new StormSnapshot("warehouse", "warehouse", Optional.empty(), BreakerState.OPEN,
                now.minusSeconds(600), 43, 3, 1, Optional.of(now.plusSeconds(180)), Optional.empty(),
                Optional.of(instance("warehouse", "dwd_sales", 0)), now));
        server.apply(Topics.CONTROLS, new Control("finance", ControlKind.PAUSE, now.minusSeconds(7200),
                Optional.of(now.plusSeconds(3600)), "li.na", "month-end closing"));
        server.apply(Topics.AUDIT, Samples.audit(CHURN_28, now.minusSeconds(90)));
    }

    private static InstanceId instance(String namespace, String job, int day) {
        return new InstanceId(new JobId(namespace, job), new PartitionKey("ds=" + LAST.minusDays(day)));
    }

    private static InstanceStatus tonight(String job) {
        return switch (job) {
            case "dwd_sales", "dws_user_daily", "ads_report" -> InstanceStatus.HELD;
            case "fx_rates" -> InstanceStatus.RERUNNING;
            case "export_orders" -> InstanceStatus.RUNNING;
            default -> InstanceStatus.SUCCEEDED;
        };
    }

    private static InstanceStatus past(String job, int day) {
        return job.equals("invoice_mail") && day % 17 == 5 ? InstanceStatus.GAVE_UP : InstanceStatus.SUCCEEDED;
    }

    private static InstanceSnapshot snapshot(InstanceId instance, InstanceStatus status, Instant at) {
        return snapshot(instance, status, switch (status) {
            case HELD -> Optional.of(Reason.STORM_HELD);
            case RERUNNING -> Optional.of(Reason.FINAL_FAILURE);
            case GAVE_UP -> Optional.of(Reason.BUDGET_EXHAUSTED);
            default -> Optional.empty();
        }, at);
    }

    private static InstanceSnapshot snapshot(InstanceId instance, InstanceStatus status, Optional<Reason> reason,
            Instant at) {
        return new InstanceSnapshot(instance.job(), instance.partition(), status, reason, 1, 1, 0,
                Optional.of(Samples.FAILED),
                status == InstanceStatus.AWAITING_APPROVAL
                        ? Optional.of(Samples.rerunOf(instance))
                        : Optional.empty(),
                Optional.empty(), 0, at);
    }

    private static JobDefinition job(JobId job, Idempotency idempotency, Optional<DefinitionAnalysis> analysis,
            Instant at) {
        Policy policy = new PolicyBuilder(Policy.DEFAULTS).idempotency(idempotency).build();
        return new JobDefinition(job, Optional.of(Samples.owner()), Map.of("tier", "gold"), policy, Optional.empty(),
                analysis, at.minus(20, ChronoUnit.DAYS), "li.na");
    }

    private static DefinitionAnalysis analysis(Instant at) {
        return new DefinitionAnalysis(Verdict.NOT_IDEMPOTENT, Verdict.NOT_IDEMPOTENT, Verdict.NOT_IDEMPOTENT, List.of(),
                List.of(new DefinitionFinding("RR101", "sql/ledger_append.sql:12",
                        Optional.of("INSERT INTO ledger SELECT day, account, amount FROM staging_ledger"),
                        "It appends: run twice, each row is there twice.",
                        Optional.of("INSERT OVERWRITE the partition of the day, or delete the day first."))),
                "sql/ledger_append.sql", "0".repeat(64), at.minus(20, ChronoUnit.DAYS));
    }

    private static DecisionRecord decision(InstanceId instance, Decision decision, InstanceStatus before,
            InstanceStatus after, Instant at) {
        return new DecisionRecord(instance.job(), instance.partition(), at, decision,
                new Cause("dev.reprise.run.failed.v1", Optional.of("reprise.events"), Optional.of(3),
                        Optional.of(8812L)),
                "9f2c41aa", 1, 1, Optional.of(Samples.FAILED), before, after, Optional.of(FailureClass.RESOURCE),
                Optional.of("disk-quota"), Optional.of("disk quota exceeded while writing batch <n> of <n>"),
                "Run run-7 failed (exit 1).", List.of(Statement.of(Wording.RUN_FAILED, "run", "run-7")
                        .with("error", "exit 1"), Statement.of(Wording.REASON, "reason", decision.reason()),
                        Statement.of(Wording.TAKEN_FOR, "class", "resource").with("rule", "disk-quota")));
    }

    private static AlertFiring alert(InstanceId instance, Reason kind, Severity severity, String error,
            List<DefinitionFinding> findings, Instant at) {
        return new AlertFiring(AlertKey.of(kind.name(), instance), 1, kind, severity, new AlertContent(instance.job(),
                instance.partition(), 1, Optional.of(Samples.FAILED), Optional.of(Samples.owner()),
                Map.of("tier", "gold"), instance + ": " + kind.meaning(), kind.meaning(),
                Optional.of(new ErrorEvidence(error, Optional.of("IOException"), Optional.empty(), Optional.of(1),
                        Optional.of("batch 1 committed\nbatch 2 committed\n" + error), Optional.empty())),
                findings,
                kind == Reason.AWAITING_APPROVAL ? Optional.of(Samples.rerunOf(instance)) : Optional.empty(),
                Optional.of(at.plusSeconds(14_400)), Optional.empty(),
                List.of(Statement.of(Wording.REASON, "reason", kind), Statement.of(Wording.LINE),
                        Statement.of(Wording.ADVICE_MEND, "place", "'" + instance + "'"))),
                at);
    }
}
