// SPDX-License-Identifier: Apache-2.0
package dev.reprise.demo.story;

import java.nio.file.Path;
import java.time.Duration;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

import dev.reprise.demo.alert.AlertInbox;
import dev.reprise.demo.client.RepriseClient;
import dev.reprise.demo.client.RepriseUnavailableException;
import dev.reprise.demo.scheduler.JobCommand;
import dev.reprise.demo.scheduler.JobProcess;
import dev.reprise.demo.scheduler.Reports;
import dev.reprise.demo.scheduler.RunEnd;
import dev.reprise.demo.scheduler.ScheduledRun;
import dev.reprise.demo.warehouse.Effects;
import dev.reprise.demo.warehouse.Warehouse;
import dev.reprise.demo.warehouse.WarehouseTask;
import dev.reprise.schemas.decision.InstanceStatus;
import dev.reprise.schemas.id.RerunId;
import dev.reprise.schemas.id.RunId;
import dev.reprise.schemas.wire.WireCodec;

/** The story from the first run to the last count, once, on a server that has never heard of these jobs. */
public final class Performance {
    /** For a machine that is busy with other things; on an idle one all is over in half a minute. */
    private static final Duration PATIENCE = Duration.ofMinutes(3);
    /** Longer than the settle time and the way of an event: a rerun that duplicates caused would have been seen. */
    private static final Duration SILENCE = Duration.ofSeconds(4);
    private static final String EVERYTHING = "";

    private final Stage stage;
    private final Narrator narrator;
    private final WireCodec codec = new WireCodec();

    /**
     * What the story is played on.
     *
     * @param reprise the server
     * @param inbox where it tells the owner
     * @param command how a job process is started
     * @param day the day that the jobs are for, such as 2026-11-28
     * @param clock the time
     */
    public record Stage(RepriseClient reprise, AlertInbox inbox, JobCommand command, String day,
            InstantSource clock) {}

    /** Prepares; nothing happens before {@link #play()}. */
    public Performance(Stage stage, Narrator narrator) {
        this.stage = stage;
        this.narrator = narrator;
    }

    /**
     * Plays it.
     *
     * @return what was counted
     * @throws RepriseUnavailableException when the server does not answer, or has heard of the jobs before
     */
    public List<Check> play() throws InterruptedException {
        requireNewServer();
        Path directory = stage.command().warehouse();
        try (Warehouse warehouse = Warehouse.create(directory, stage.day());
                InstanceWatch watch = new InstanceWatch(stage.reprise(), stage.inbox(), narrator, stage.clock())) {
            narrator.say("A warehouse of " + StoryJob.ALL.size() + " jobs in " + directory.resolve(Warehouse.FILE)
                    + ". Each runs in a process of its own, and each is about to fail. Every event is told twice.");
            narrator.say("");
            stage.reprise().apply(RegistryDocument.of(stage.command(), codec.mapper()),
                    RegistryDocument.analyses(stage.clock().instant()));
            watch.start();
            Reports reports = new Reports(stage.reprise(), codec);
            for (Act act : Act.ALL) {
                play(act, reports);
            }
            approve(watch);
            if (!watch.await(Board::settled, PATIENCE)) {
                narrator.say("Not everything has come to its end within " + PATIENCE.toMinutes() + " minutes.");
            }
            int rerunsOfDuplicates = tellAllAgain(watch, reports);
            List<Check> checks = new Proof(new Effects(warehouse, stage.day())).checks(watch.board(),
                    stage.inbox().refused(), rerunsOfDuplicates);
            narrator.say("");
            narrator.show(checks);
            return checks;
        }
    }

    private void requireNewServer() {
        if (stage.reprise().jobs(StoryJob.NAMESPACE) > 0 || !stage.reprise().instances(StoryJob.NAMESPACE).isEmpty()) {
            throw new RepriseUnavailableException("the server knows jobs of the namespace '" + StoryJob.NAMESPACE
                    + "' already: play the demo on a server with an empty data directory");
        }
    }

    private void play(Act act, Reports reports) throws InterruptedException {
        String job = act.task().jobName();
        ScheduledRun run = new ScheduledRun(StoryJob.instance(act.task(), stage.day()),
                new RunId(Act.runName(act.task())), act.attempt(), act.retry());
        boolean workerGone = act.trouble() instanceof Act.Trouble.WorkerGone;
        narrator.tell(Voice.SCHEDULER, job, act.attempt() == 1
                ? "starts it. " + StoryJob.of(act.task()).introduction()
                : "tries again by itself, attempt " + act.attempt() + ".");
        if (!workerGone) {
            reports.tell(run, run.started(stage.clock().instant()));
        }
        RunEnd end = new JobProcess(line(act, run, workerGone), act.trouble().fault(), act.trouble().killAt()).run();
        // Its directory is named in the first line; here it would only fill the line.
        narrator.tell(Voice.SCHEDULER, job, Phrases.of(end).replace(stage.command().warehouse() + "/", ""));
        reports.tell(run, run.ended(end, stage.clock().instant()));
    }

    private List<String> line(Act act, ScheduledRun run, boolean workerGone) {
        List<String> line = new ArrayList<>(
                stage.command().line(act.task().jobName(), stage.day(), run.run().value()));
        if (workerGone) {
            line.set(0, stage.command().warehouse().resolve("worker-3/bin/java").toString());
        }
        return line;
    }

    private void approve(InstanceWatch watch) throws InterruptedException {
        boolean asked = watch.await(board -> board.status(WarehouseTask.CHURN_SCORES)
                .filter(InstanceStatus.AWAITING_APPROVAL::equals).isPresent(), PATIENCE);
        Optional<RerunId> proposed = watch.board().proposed(WarehouseTask.CHURN_SCORES);
        if (!asked || proposed.isEmpty()) {
            narrator.say("Nobody was asked to approve a rerun of " + WarehouseTask.CHURN_SCORES.jobName() + ".");
            return;
        }
        narrator.tell(Voice.PERSON, WarehouseTask.CHURN_SCORES.jobName(),
                "has looked at the job: it deletes its day before it writes. Approves the rerun.");
        stage.reprise().approve(StoryJob.instance(WarehouseTask.CHURN_SCORES, stage.day()), proposed.get(),
                "it deletes its day before it writes");
    }

    private int tellAllAgain(InstanceWatch watch, Reports reports) throws InterruptedException {
        Board before = watch.board();
        narrator.tell(Voice.SCHEDULER, EVERYTHING,
                "tells all " + reports.events() + " events once more, the last one first.");
        watch.tellNoMore();
        reports.tellAllAgain();
        // Only when all are answered does silence mean anything: on a busy machine an answer may take longer than that.
        boolean answered = watch.await(board -> board.decisions() >= before.decisions() + reports.ends(), PATIENCE);
        if (!answered || !watch.awaitSilence(SILENCE, PATIENCE)) {
            narrator.say("Not every event was answered, or it has not become quiet, within " + PATIENCE.toMinutes()
                    + " minutes.");
        }
        Board after = watch.board();
        int reruns = after.reruns() - before.reruns();
        narrator.tell(Voice.REPRISE, EVERYTHING, "makes " + (after.decisions() - before.decisions())
                + " decisions on them, and " + (reruns == 0 ? "none" : String.valueOf(reruns))
                + " of them is a rerun.");
        return reruns;
    }
}
