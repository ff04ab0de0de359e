// SPDX-License-Identifier: Apache-2.0
package dev.reprise.runner.ledger;

import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Random;

import dev.reprise.runner.target.CallOutcome;
import dev.reprise.runner.target.FenceOutcome;
import dev.reprise.runner.target.Outcome;
import dev.reprise.runner.target.QueryOutcome;
import dev.reprise.schemas.command.RunnerCommand;
import dev.reprise.schemas.command.StartRerun;
import dev.reprise.schemas.dispatch.DispatchInDoubt;
import dev.reprise.schemas.dispatch.DispatchIntent;
import dev.reprise.schemas.dispatch.DispatchRecord;
import dev.reprise.schemas.dispatch.DispatchResult;
import dev.reprise.schemas.dispatch.RerunDispatch;
import dev.reprise.schemas.dispatch.Takeover;
import dev.reprise.schemas.job.DispatchClass;

/**
 * One rerun, a log, a target that may lose answers, and owners that die at any step, all in memory and from one seed. The
 * same rules as in the product decide; what they may rely on (a fenced log, a target that keeps its key) is played here.
 */
final class History {
    private static final int STEPS = 60;

    private final Random random;
    private final DispatchClass guarantee;
    private final DispatchRules rules = new DispatchRules(RetryTimes.defaults());
    private final StartRerun start = Reruns.aStart("orders", Reruns.aProcess("true"));
    private final List<DispatchRecord> log = new ArrayList<>();
    private Ledger ledger = new Ledger();
    private Instant now = Reruns.NOW;
    private Instant dueAt = now;
    private long epoch;
    private int tries;
    private boolean begun;
    private boolean skipIntent;
    private int effects;
    private int sent;
    private long allowedBy;
    private long installed;
    /** Calls that have not reached the target yet, by their tokens: whoever made them may be gone. */
    private final List<Long> onTheWay = new ArrayList<>();

    History(Random random, DispatchClass guarantee) {
        this.random = random;
        this.guarantee = guarantee;
    }

    /** Breaks the protocol: the intent is not written. */
    History withoutIntent() {
        skipIntent = true;
        return this;
    }

    void run() {
        takeOver();
        for (int step = 0; step < STEPS; step++) {
            now = now.plus(Duration.ofSeconds(random.nextInt(random.nextInt(20) == 0 ? 20_000 : 300)));
            if (!onTheWay.isEmpty() && random.nextInt(4) == 0) {
                arrive(onTheWay.remove(random.nextInt(onTheWay.size())));
            }
            switch (random.nextInt(6)) {
                case 0 -> takeOver();
                case 1 -> command(random.nextInt(4) == 0 ? Reruns.aCancel(start) : start);
                default -> goOn();
            }
        }
    }

    int effects() {
        return effects;
    }

    int sent() {
        return sent;
    }

    List<DispatchResult> results() {
        return log.stream().filter(DispatchResult.class::isInstance).map(DispatchResult.class::cast).toList();
    }

    Optional<LedgerEntry> liveEntry() {
        return ledger.find(start.rerunId());
    }

    Optional<LedgerEntry> rebuiltEntry() {
        Ledger rebuilt = new Ledger();
        for (int offset = 0; offset < log.size(); offset++) {
            rebuilt.apply(offset, log.get(offset));
        }
        return rebuilt.find(start.rerunId());
    }

    private void takeOver() {
        epoch = log.size();
        log.add(new Takeover(0, "runner#place", now));
        ledger = new Ledger();
        for (int offset = 0; offset < log.size(); offset++) {
            ledger.apply(offset, log.get(offset));
        }
        begun = false;
        tries = 0;
    }

    private void command(RunnerCommand command) {
        apply(rules.onCommand(liveEntry(), command, !(command instanceof StartRerun), scene()));
    }

    private void goOn() {
        if (begun && !now.isBefore(dueAt) && liveEntry().orElse(null) instanceof LedgerEntry.Open open) {
            apply(rules.beforeCall(open, start, false, scene()));
        }
    }

    /** Any step may be the last of this owner: then the next takeover finds what was committed. */
    private void apply(NextStep step) {
        switch (step) {
            case NextStep.Skip _ -> {}
            case NextStep.Intend _ -> {
                if (skipIntent) {
                    callWithoutIntent();
                    return;
                }
                write(new DispatchIntent(start.rerunId(), start.job(), start.partition(), start.generation(), epoch,
                        now, "0".repeat(64), start.notAfter()));
                begun = true;
                dueAt = now;
            }
            case NextStep.Call _ -> call();
            case NextStep.Fence _ -> ask(fence());
            case NextStep.Query _ -> ask(query());
            case NextStep.Cleared _ -> {
                now = now.plus(Duration.ofSeconds(random.nextInt(20) == 0 ? 20_000 : 0));
                apply(rules.onCleared(start, scene()));
            }
            case NextStep.Wait wait -> dueAt = wait.until();
            case NextStep.Doubt doubt -> {
                write(new DispatchInDoubt(start.rerunId(), start.job(), start.partition(), start.generation(), epoch,
                        now, doubt.detail(), doubt.nextTryAt()));
                begun = true;
                dueAt = doubt.nextTryAt();
            }
            case NextStep.End end -> {
                write((RerunDispatch) end.result());
                begun = false;
            }
        }
    }

    private void call() {
        tries++;
        ask(target());
    }

    private FenceOutcome fence() {
        tries++;
        int choice = random.nextInt(4);
        if (choice == 0) {
            return new FenceOutcome.Unknown("lost on the way");
        }
        installed = Math.max(installed, allowedBy);
        return choice == 1 ? new FenceOutcome.Unknown("answer lost") : new FenceOutcome.Installed();
    }

    private QueryOutcome query() {
        if (random.nextInt(4) == 0) {
            return new QueryOutcome.Unknown("no answer");
        }
        return effects > 0 ? new QueryOutcome.Found(start.rerunId().asRun()) : new QueryOutcome.NotFound();
    }

    private void ask(Outcome outcome) {
        LedgerEntry.Open open = (LedgerEntry.Open) liveEntry().orElseThrow();
        if (random.nextInt(4) == 0) {
            takeOver();
            return;
        }
        apply(rules.onOutcome(open, start, outcome, tries, scene()));
    }

    private void callWithoutIntent() {
        CallOutcome outcome = target();
        if (random.nextInt(4) != 0 && outcome instanceof CallOutcome.Accepted) {
            LedgerEntry.Open open = new LedgerEntry.Open(epoch, Optional.of(now), Optional.empty(), false);
            apply(rules.onOutcome(open, start, outcome, 1, scene()));
        }
    }

    private CallOutcome target() {
        int choice = random.nextInt(5);
        if (choice == 0) {
            return new CallOutcome.NotSent("no connection");
        }
        sent++;
        if (choice == 1) {
            return new CallOutcome.Refused(false, "answered 400");
        }
        if (choice == 2) {
            if (guarantee instanceof DispatchClass.Fenced && random.nextBoolean()) {
                onTheWay.add(allowedBy);
            }
            return new CallOutcome.Unknown("lost on the way");
        }
        boolean known = guarantee instanceof DispatchClass.Keyed && effects > 0;
        if (guarantee instanceof DispatchClass.Fenced && allowedBy < installed) {
            return new CallOutcome.Refused(true, "a newer token is installed");
        }
        effects += known ? 0 : 1;
        return choice == 3
                ? new CallOutcome.Unknown("answer lost")
                : new CallOutcome.Accepted(start.rerunId().asRun(), known);
    }

    /** A fenced target does not know a key again: only the token holds a late call back. */
    private void arrive(long token) {
        if (token >= installed) {
            effects++;
        }
    }

    private void write(RerunDispatch dispatch) {
        allowedBy = log.size();
        ledger.apply(log.size(), dispatch);
        log.add(dispatch);
    }

    private Scene scene() {
        return new Scene(epoch, now, guarantee);
    }
}
