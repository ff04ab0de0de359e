// SPDX-License-Identifier: Apache-2.0
package dev.reprise.demo.scheduler;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

import dev.reprise.demo.warehouse.Effects;
import dev.reprise.demo.warehouse.Fault;
import dev.reprise.demo.warehouse.Warehouse;
import dev.reprise.demo.warehouse.WarehouseJob;
import dev.reprise.demo.warehouse.WarehouseTask;

@Timeout(180)
class JobProcessTest {
    private static final String DAY = "2026-11-28";

    @TempDir
    private Path directory;
    private Warehouse warehouse;
    private Effects effects;
    private JobCommand command;

    @BeforeEach
    void makeWarehouse() {
        warehouse = Warehouse.create(directory, DAY);
        effects = new Effects(warehouse, DAY);
        command = new JobCommand(JobCommand.ownJava(), directory);
    }

    @AfterEach
    void close() {
        warehouse.close();
    }

    @Test
    void shouldTellExitStatusAndErrorOfAProcessThatFails() throws InterruptedException {
        RunEnd end = process(WarehouseTask.LEDGER_APPEND, new Fault.Crash(3, "disk quota exceeded"), Optional.empty());

        assertThat(end).isInstanceOfSatisfying(RunEnd.Exited.class, exited -> {
            assertThat(exited.code()).isOne();
            assertThat(exited.lastLine()).isEqualTo("disk quota exceeded after batch 3 of 8");
        });
        assertThat(effects.size(WarehouseTask.LEDGER_APPEND)).isEqualTo(1_500);
    }

    @Test
    void shouldLeaveACommittedPartBehindWhenKilledAndConvergeWhenRunAgain() throws InterruptedException {
        RunEnd killed = process(WarehouseTask.CUSTOMER_SNAPSHOT, new Fault.Stall(3),
                Optional.of(WarehouseJob.committed(3)));
        long left = effects.size(WarehouseTask.CUSTOMER_SNAPSHOT);
        RunEnd again = process(WarehouseTask.CUSTOMER_SNAPSHOT, new Fault.None(), Optional.empty());

        assertThat(killed).isInstanceOfSatisfying(RunEnd.Exited.class,
                exited -> assertThat(exited.code()).isEqualTo(RunEnd.KILLED));
        assertThat(left).isEqualTo(750);
        assertThat(again.succeeded()).isTrue();
        assertThat(effects.size(WarehouseTask.CUSTOMER_SNAPSHOT)).isEqualTo(2_000);
        assertThat(effects.completed(WarehouseTask.CUSTOMER_SNAPSHOT)).isOne();
    }

    @Test
    void shouldTellThatThereWasNoProcessWhenTheProgramIsMissing() throws InterruptedException {
        String missing = directory.resolve("worker-3/bin/java").toString();

        RunEnd end = new JobProcess(List.of(missing), new Fault.None(), Optional.empty()).run();

        assertThat(end).isInstanceOfSatisfying(RunEnd.NotStarted.class,
                notStarted -> assertThat(notStarted.why()).contains(missing));
    }

    private RunEnd process(WarehouseTask task, Fault fault, Optional<String> killAt) throws InterruptedException {
        return new JobProcess(command.line(task.jobName(), DAY, "run-1"), fault, killAt).run();
    }
}
