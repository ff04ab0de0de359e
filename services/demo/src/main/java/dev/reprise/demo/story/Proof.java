// SPDX-License-Identifier: Apache-2.0
package dev.reprise.demo.story;

import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.stream.Collectors;

import dev.reprise.demo.warehouse.Effects;
import dev.reprise.demo.warehouse.WarehouseTask;

/** Counts what is in the warehouse and what the owner was told, and sets it beside what must be. */
final class Proof {
    private final Effects effects;
    private final Set<String> scheduled = Act.ALL.stream().map(act -> Act.runName(act.task()))
            .collect(Collectors.toSet());

    Proof(Effects effects) {
        this.effects = effects;
    }

    /**
     * All checks.
     *
     * @param board what was seen at the end
     * @param refused how many messages the webhook refused
     * @param rerunsOfDuplicates how many reruns were decided after everything was told once more
     */
    List<Check> checks(Board board, int refused, int rerunsOfDuplicates) {
        List<Check> checks = new ArrayList<>();
        for (StoryJob job : StoryJob.ALL) {
            checks.add(Check.of(job.task().jobName() + ": " + unit(job.task()), job.size(),
                    effects.size(job.task())));
        }
        for (StoryJob job : StoryJob.ALL) {
            checks.add(new Check(job.task().jobName() + ": runs by scheduler + by Reprise",
                    job.scheduled() + " + " + job.reruns(), effects.began(job.task(), scheduled, true) + " + "
                            + effects.began(job.task(), scheduled, false)));
        }
        checks.add(Check.of("jobs that did their whole work once",
                StoryJob.ALL.stream().filter(StoryJob::completes).count(),
                StoryJob.ALL.stream().filter(job -> effects.completed(job.task()) == 1).count()));
        checks.add(Check.of("jobs that did their whole work twice", 0,
                StoryJob.ALL.stream().filter(job -> effects.completed(job.task()) > 1).count()));
        checks.add(Check.of("reruns because of events told again", 0, rerunsOfDuplicates));
        for (WarehouseTask task : List.of(WarehouseTask.LEDGER_APPEND, WarehouseTask.CHURN_SCORES)) {
            checks.add(new Check(task.jobName() + ": owner told of trouble", "yes",
                    yes(board.toldFiring().contains(task.jobName()))));
        }
        checks.add(new Check(WarehouseTask.LEDGER_APPEND.jobName() + ": line shown to the owner",
                LedgerDefinition.analysed(Instant.EPOCH).findings().stream().map(LedgerDefinition::shown).findFirst()
                        .orElse("none"),
                board.shown(WarehouseTask.LEDGER_APPEND).stream().findFirst().orElse("none")));
        checks.add(new Check(WarehouseTask.CHURN_SCORES.jobName() + ": owner told that it is over", "yes",
                yes(board.toldResolved().contains(WarehouseTask.CHURN_SCORES.jobName()))));
        checks.add(Check.of("jobs the owner was troubled with", 2, board.toldFiring().size()));
        checks.add(Check.of("messages to the owner with a false signature", 0, refused));
        return checks;
    }

    private static String unit(WarehouseTask task) {
        return switch (task) {
            case EXPORT_ORDERS -> "lines in the file";
            case INVOICE_MAIL -> "mails in the outbox";
            case LEDGER_APPEND -> "rows, as the failed run left them";
            case DAILY_SALES, CUSTOMER_SNAPSHOT, FX_RATES, CHURN_SCORES -> "rows";
        };
    }

    private static String yes(boolean told) {
        return told ? "yes" : "no";
    }
}
