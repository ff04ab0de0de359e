// SPDX-License-Identifier: Apache-2.0
package dev.reprise.demo.warehouse;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.ByteArrayOutputStream;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.Optional;
import java.util.Set;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

class WarehouseJobTest {
    private static final String DAY = "2026-11-28";
    private static final Fault NONE = new Fault.None();

    private final ByteArrayOutputStream output = new ByteArrayOutputStream();

    @TempDir
    private Path directory;
    private Warehouse warehouse;
    private Effects effects;

    @BeforeEach
    void makeWarehouse() {
        warehouse = Warehouse.create(directory, DAY);
        effects = new Effects(warehouse, DAY);
    }

    @AfterEach
    void close() {
        warehouse.close();
    }

    @ParameterizedTest
    @EnumSource(WarehouseTask.class)
    void shouldDoItsWholeWork(WarehouseTask task) throws InterruptedException {
        run(task, "run-1", NONE);

        assertThat(effects.size(task)).isEqualTo(task.size());
        assertThat(effects.completed(task)).isOne();
        assertThat(effects.began(task, Set.of("run-1"), true)).isOne();
        assertThat(effects.began(task, Set.of("run-1"), false)).isZero();
        assertThat(output.toString(StandardCharsets.UTF_8).lines()).hasSize(WarehouseTask.BATCHES)
                .last().isEqualTo("batch 8 of 8 committed");
    }

    @Test
    void shouldLeaveWhatWasCommittedWhenItFailsInTheMiddle() {
        assertThatThrownBy(() -> run(WarehouseTask.DAILY_SALES, "run-1", new Fault.Crash(3, "connection lost")))
                .isInstanceOf(WarehouseException.class).hasMessage("connection lost after batch 3 of 8");

        assertThat(effects.size(WarehouseTask.DAILY_SALES)).isEqualTo(1_500);
        assertThat(effects.completed(WarehouseTask.DAILY_SALES)).isZero();
        assertThat(effects.began(WarehouseTask.DAILY_SALES, Set.of(), false)).isOne();
    }

    @ParameterizedTest
    @EnumSource(value = WarehouseTask.class, names = {"DAILY_SALES", "EXPORT_ORDERS", "CUSTOMER_SNAPSHOT", "FX_RATES",
        "CHURN_SCORES"
    })
    void shouldConvergeWhenItIsRepeatedAfterAFailure(WarehouseTask task) throws InterruptedException {
        assertThatThrownBy(() -> run(task, "run-1", new Fault.Crash(3, "connection lost")))
                .isInstanceOf(WarehouseException.class);
        run(task, "run-2", NONE);

        assertThat(effects.size(task)).isEqualTo(task.size());
        assertThat(effects.completed(task)).isOne();
    }

    @ParameterizedTest
    @EnumSource(value = WarehouseTask.class, names = {"LEDGER_APPEND", "INVOICE_MAIL"})
    void shouldDoubleWhatWasThereWhenAnAppendIsRepeated(WarehouseTask task) throws InterruptedException {
        assertThatThrownBy(() -> run(task, "run-1", new Fault.Crash(3, "disk quota exceeded")))
                .isInstanceOf(WarehouseException.class);
        run(task, "run-2", NONE);

        assertThat(effects.size(task)).isEqualTo(task.size() + 3L * task.batchSize());
    }

    @Test
    void shouldPublishNoFileBeforeItIsWhole() {
        assertThatThrownBy(() -> run(WarehouseTask.EXPORT_ORDERS, "run-1", new Fault.Crash(8, "no space left")))
                .isInstanceOf(WarehouseException.class);

        assertThat(warehouse.exportFile(DAY)).doesNotExist();
        assertThat(effects.size(WarehouseTask.EXPORT_ORDERS)).isZero();
    }

    @Test
    void shouldNotTouchAnotherDay() throws InterruptedException {
        warehouse.update("INSERT INTO daily_sales VALUES ('2026-11-27', 1, 100)");

        run(WarehouseTask.DAILY_SALES, "run-1", NONE);

        assertThat(warehouse.count("SELECT count(*) FROM daily_sales WHERE day = '2026-11-27'")).isOne();
    }

    @Test
    void shouldEndWithZeroWhenTheWorkIsDone() throws InterruptedException {
        assertThat(main(Optional.of(""), directory.toString(), "fx_rates", DAY, "run-1")).isZero();
    }

    @Test
    void shouldEndWithOneAndTheErrorAsItsLastLineWhenItFails() throws InterruptedException {
        int code = main(Optional.of("crash-after:2:rate provider answered 503"), directory.toString(), "fx_rates", DAY,
                "run-1");

        assertThat(code).isOne();
        assertThat(output.toString(StandardCharsets.UTF_8).lines()).last()
                .isEqualTo("rate provider answered 503 after batch 2 of 8");
    }

    @Test
    void shouldSayWhichJobsThereAreWhenOneIsUnknown() throws InterruptedException {
        assertThat(main(Optional.empty(), directory.toString(), "weekly_sales", DAY, "run-1")).isEqualTo(2);

        assertThat(output.toString(StandardCharsets.UTF_8)).contains("job 'weekly_sales' is not in this warehouse",
                "daily_sales, ledger_append");
    }

    @Test
    void shouldSayWhatItExpectsWhenArgumentsAreMissing() throws InterruptedException {
        assertThat(main(Optional.empty(), "daily_sales")).isEqualTo(2);

        assertThat(output.toString(StandardCharsets.UTF_8)).contains("expected DIRECTORY JOB DAY RUN, found 1");
    }

    @Test
    void shouldRefuseADirectoryThatHoldsAWarehouse() {
        assertThatThrownBy(() -> Warehouse.create(directory, DAY)).isInstanceOf(WarehouseException.class)
                .hasMessageContaining("exists already: give a directory without one");
    }

    @Test
    void shouldRefuseADirectoryWithoutAWarehouse() {
        Path other = directory.resolve("other");

        assertThatThrownBy(() -> Warehouse.open(other)).isInstanceOf(WarehouseException.class)
                .hasMessageContaining("does not exist: give the warehouse's directory");
    }

    private void run(WarehouseTask task, String run, Fault fault) throws InterruptedException {
        new WarehouseJob(task, DAY, run, fault).run(directory, stream());
    }

    private int main(Optional<String> fault, String... arguments) throws InterruptedException {
        return WarehouseJobMain.run(arguments, fault, stream(), stream());
    }

    private PrintStream stream() {
        return new PrintStream(output, true, StandardCharsets.UTF_8);
    }
}
