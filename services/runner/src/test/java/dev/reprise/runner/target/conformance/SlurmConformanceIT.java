// SPDX-License-Identifier: Apache-2.0
package dev.reprise.runner.target.conformance;

import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

import dev.reprise.runner.target.slurm.SlurmCluster;
import dev.reprise.runner.target.slurm.SlurmStage;
import dev.reprise.schemas.job.DispatchClass;
import dev.reprise.schemas.job.SchedulerAction;

/**
 * The same for a real Slurm. Where it is not installed the test is skipped with the reason, and a table that is written
 * there says so.
 */
class SlurmConformanceIT {
    static final List<String> COVERED = List.of(SchedulerAction.SLURM_REQUEUE.name(),
            SchedulerAction.SLURM_SUBMIT.name());
    private static final Table TABLE = new Table("conformance of Slurm");

    @Test
    void shouldKeepThePromiseAndStandInTheDocumentation(@TempDir Path directory) throws Exception {
        if (!SlurmCluster.missing().isEmpty() && Table.isWritten()) {
            TABLE.mustSay("Not played where this page was written: " + SlurmCluster.missing() + ".\n");
        }
        assumeTrue(SlurmCluster.missing().isEmpty(), SlurmCluster::missing);
        List<Trial> trials = play(directory);
        trials.forEach(Promise::check);
        TABLE.mustSay(Table.of(trials));
    }

    private static List<Trial> play(Path directory) throws IOException, InterruptedException, ExecutionException {
        List<Trial> trials = new ArrayList<>();
        try (SlurmCluster cluster = new SlurmCluster(directory);
                ExecutorService threads = Executors.newFixedThreadPool(8)) {
            List<Callable<Trial>> all = COVERED.stream().map(SchedulerAction::valueOf)
                    .map(action -> new Subject("Slurm, " + action.word(), action.name(), new DispatchClass.Opaque(),
                            SlurmStage.faults(action), fault -> new SlurmStage(cluster, action, fault)))
                    .flatMap(subject -> subject.faults().stream()
                            .map(fault -> (Callable<Trial>) () -> Trial.of(subject, fault)))
                    .toList();
            for (Future<Trial> trial : threads.invokeAll(all)) {
                trials.add(trial.get());
            }
        }
        return trials;
    }
}
