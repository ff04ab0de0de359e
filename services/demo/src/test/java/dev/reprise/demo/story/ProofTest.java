// SPDX-License-Identifier: Apache-2.0
package dev.reprise.demo.story;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowable;

import java.io.OutputStream;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

import dev.reprise.demo.warehouse.Effects;
import dev.reprise.demo.warehouse.Fault;
import dev.reprise.demo.warehouse.Warehouse;
import dev.reprise.demo.warehouse.WarehouseException;
import dev.reprise.demo.warehouse.WarehouseJob;
import dev.reprise.demo.warehouse.WarehouseTask;
import dev.reprise.schemas.alert.Alert;
import dev.reprise.schemas.alert.AlertContent;
import dev.reprise.schemas.alert.AlertFiring;
import dev.reprise.schemas.alert.AlertResolved;
import dev.reprise.schemas.decision.Reason;
import dev.reprise.schemas.decision.Severity;
import dev.reprise.schemas.id.AlertKey;
import dev.reprise.schemas.id.InstanceId;

class ProofTest {
    private static final String DAY = "2026-11-28";
    private static final Instant AT = Instant.parse("2026-11-29T07:30:00Z");

    @TempDir
    private Path directory;
    private Warehouse warehouse;

    @BeforeEach
    void playTheFirstRuns() throws InterruptedException {
        warehouse = Warehouse.create(directory, DAY);
        for (Act act : Act.ALL) {
            switch (act.trouble()) {
                case Act.Trouble.Crash crash -> crash(act.task(), crash.fault());
                case Act.Trouble.Kill kill ->
                    crash(act.task(), new Fault.Crash(kill.fault().afterBatch(), "killed"));
                case Act.Trouble.Nothing _ -> run(act.task(), Act.runName(act.task()), new Fault.None());
                case Act.Trouble.WorkerGone _ -> {}
            }
        }
    }

    @AfterEach
    void close() {
        warehouse.close();
    }

    @Test
    void shouldHoldWhenEachJobWasRerunAsOftenAsTheStorySays() throws InterruptedException {
        rerunAsTold();

        assertThat(checks(told(), 0, 0)).isNotEmpty().allSatisfy(check -> assertThat(check.holds()).as("%s", check)
                .isTrue());
    }

    @Test
    void shouldNotHoldWhenNothingWasRerun() {
        assertThat(failing(told(), 0, 0)).contains("daily_sales: rows", "export_orders: lines in the file",
                "invoice_mail: mails in the outbox", "jobs that did their whole work once")
                .doesNotContain("ledger_append: rows, as the failed run left them", "fx_rates: rows");
    }

    @Test
    void shouldNotHoldWhenTheLedgerWasAppendedToAgain() throws InterruptedException {
        rerunAsTold();
        run(WarehouseTask.LEDGER_APPEND, "rr-1", new Fault.None());

        assertThat(failing(told(), 0, 0)).containsExactlyInAnyOrder("ledger_append: rows, as the failed run left them",
                "ledger_append: runs by scheduler + by Reprise", "jobs that did their whole work once");
    }

    @Test
    void shouldNotHoldWhenARerunWasSentTwice() throws InterruptedException {
        rerunAsTold();
        run(WarehouseTask.DAILY_SALES, "rr-2", new Fault.None());

        assertThat(failing(told(), 0, 0)).containsExactlyInAnyOrder("daily_sales: runs by scheduler + by Reprise",
                "jobs that did their whole work once", "jobs that did their whole work twice");
    }

    @Test
    void shouldNotHoldWhenTheOwnerWasNotTold() throws InterruptedException {
        rerunAsTold();

        assertThat(failing(List.of(), 1, 2)).containsExactlyInAnyOrder("ledger_append: owner told of trouble",
                "churn_scores: owner told of trouble", "churn_scores: owner told that it is over",
                "ledger_append: line shown to the owner",
                "jobs the owner was troubled with", "reruns because of events told again",
                "messages to the owner with a false signature");
    }

    private void rerunAsTold() throws InterruptedException {
        for (StoryJob job : StoryJob.ALL) {
            if (job.reruns() > 0) {
                run(job.task(), "rr-1", new Fault.None());
            }
        }
    }

    private List<String> failing(List<Alert> told, int refused, int reruns) {
        return checks(told, refused, reruns).stream().filter(check -> !check.holds()).map(Check::name).toList();
    }

    private List<Check> checks(List<Alert> told, int refused, int reruns) {
        return new Proof(new Effects(warehouse, DAY)).checks(new Board(Map.of(), told, 0, 0, AT), refused, reruns);
    }

    private void crash(WarehouseTask task, Fault.Crash fault) {
        assertThat(catchThrowable(() -> run(task, Act.runName(task), fault))).isInstanceOf(WarehouseException.class);
    }

    private void run(WarehouseTask task, String run, Fault fault) throws InterruptedException {
        new WarehouseJob(task, DAY, run, fault).run(directory,
                new PrintStream(OutputStream.nullOutputStream(), false, StandardCharsets.UTF_8));
    }

    private static List<Alert> told() {
        return List.of(firing(WarehouseTask.LEDGER_APPEND, Reason.NON_IDEMPOTENT),
                firing(WarehouseTask.CHURN_SCORES, Reason.AWAITING_APPROVAL),
                new AlertResolved(key(WarehouseTask.CHURN_SCORES, Reason.AWAITING_APPROVAL), 2,
                        Reason.AWAITING_APPROVAL, Severity.WARNING, content(WarehouseTask.CHURN_SCORES), AT, AT,
                        Reason.APPROVED));
    }

    private static AlertFiring firing(WarehouseTask task, Reason kind) {
        return new AlertFiring(key(task, kind), 1, kind, Severity.WARNING, content(task), AT);
    }

    private static AlertKey key(WarehouseTask task, Reason kind) {
        return AlertKey.of(kind.name(), StoryJob.instance(task, DAY));
    }

    private static AlertContent content(WarehouseTask task) {
        InstanceId instance = StoryJob.instance(task, DAY);
        return new AlertContent(instance.job(), instance.partition(), 1, Optional.empty(), Optional.empty(), Map.of(),
                "", "", Optional.empty(),
                task == WarehouseTask.LEDGER_APPEND ? LedgerDefinition.analysed(AT).findings() : List.of(),
                Optional.empty(), Optional.empty());
    }
}
