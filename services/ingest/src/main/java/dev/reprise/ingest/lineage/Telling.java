// SPDX-License-Identifier: Apache-2.0
package dev.reprise.ingest.lineage;

import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

import dev.reprise.ingest.lineage.LineageMapping.Step;
import dev.reprise.ingest.lineage.RunFacts.Failure;
import dev.reprise.ingest.lineage.RunFacts.Success;
import dev.reprise.schemas.event.FailureKind;
import dev.reprise.schemas.event.KilledBy;
import dev.reprise.schemas.event.RetryOutlook;
import dev.reprise.schemas.event.RunEvent;
import dev.reprise.schemas.event.RunFailed;
import dev.reprise.schemas.event.RunHeartbeat;
import dev.reprise.schemas.event.RunKilled;
import dev.reprise.schemas.event.RunPhase;
import dev.reprise.schemas.event.RunStarted;
import dev.reprise.schemas.event.RunSucceeded;
import dev.reprise.schemas.event.SuccessProof;
import dev.reprise.schemas.id.JobId;
import dev.reprise.schemas.id.PartitionKey;
import dev.reprise.schemas.id.RunId;

/** Tells each instance the difference between what is known of a run and what it has been told. */
final class Telling {

    /** Signs of life closer together than this are one. */
    private static final Duration HEARTBEAT_INTERVAL = Duration.ofSeconds(10);

    private final RunFacts facts;
    private final JobId job;
    private final RunId run;
    private final int attempt;
    private final List<RunEvent> events = new ArrayList<>();

    private Telling(RunContext context) {
        facts = context.facts();
        job = context.owner().ref().job();
        run = facts.runName().orElse(context.owner().ref().run());
        attempt = context.owner().attempt();
    }

    static Step of(RunContext context) {
        Telling telling = new Telling(context);
        List<Told> told = new ArrayList<>();
        for (PartitionKey named : context.choice().partitions()) {
            PartitionKey partition = telling.sliced(named);
            told.add(telling.tell(context.told().stream().filter(each -> each.partition().equals(partition)).findFirst()
                    .orElseGet(() -> Told.nothing(partition))));
        }
        return new Step(new RunContext(context.owner(), context.facts(), context.choice(), told), telling.events);
    }

    private PartitionKey sliced(PartitionKey partition) {
        return facts.slice().map(part -> partition.equals(PartitionKey.WHOLE_JOB)
                ? new PartitionKey(part)
                : new PartitionKey(partition.value() + "/" + part)).orElse(partition);
    }

    private Told tell(Told before) {
        Told told = started(before);
        told = facts.ended() ? told : alive(told);
        told = failed(told);
        told = succeeded(told);
        return killed(told);
    }

    private Told started(Told told) {
        if (told.started() || facts.started().isEmpty()) {
            return told;
        }
        Instant at = facts.started().get();
        events.add(new RunStarted(job, told.partition(), run, attempt, at, facts.source(), facts.rerunOf(),
                Optional.empty(), false));
        // a sign of life may have been told before, where the report of the start came late
        return told.alive().filter(last -> last.isAfter(at)).isPresent() ? told.start() : told.start().heartbeat(at);
    }

    private Told alive(Told told) {
        Optional<Instant> due = told.alive().map(last -> last.plus(HEARTBEAT_INTERVAL));
        if (facts.alive().isEmpty() || due.isPresent() && facts.alive().get().isBefore(due.get())) {
            return told;
        }
        Instant at = facts.alive().get();
        events.add(new RunHeartbeat(job, told.partition(), run, attempt, at, facts.source()));
        return told.heartbeat(at);
    }

    /** Once, and once more when only a later report says whether the scheduler will try again. */
    private Told failed(Told told) {
        if (facts.failure().isEmpty() || outweighed(facts.failure().get())) {
            return told;
        }
        boolean better = told.failed().filter(RetryOutlook.UNSTATED::equals).isPresent()
                && facts.retry() != RetryOutlook.UNSTATED;
        if (told.failed().isPresent() && !better) {
            return told;
        }
        Failure failure = facts.failure().get();
        events.add(new RunFailed(job, told.partition(), run, attempt, failure.at(), facts.source(), FailureKind.FAILED,
                facts.retry(), RunPhase.MAY_HAVE_RUN, failure.error()));
        return told.failure(facts.retry());
    }

    /** A part failed, but the owner says that the whole succeeded: it has dealt with the failure itself. */
    private boolean outweighed(Failure failure) {
        return !failure.byOwner()
                && facts.success().filter(success -> success.proof() == SuccessProof.OWNER).isPresent();
    }

    private Told succeeded(Told told) {
        if (facts.success().isEmpty() || facts.failure().filter(failure -> !outweighed(failure)).isPresent()) {
            return told;
        }
        Success success = facts.success().get();
        if (told.succeeded().filter(proof -> proof == SuccessProof.OWNER || proof == success.proof()).isPresent()) {
            return told;
        }
        events.add(
                new RunSucceeded(job, told.partition(), run, attempt, success.at(), facts.source(), success.proof()));
        return told.success(success.proof());
    }

    private Told killed(Told told) {
        if (told.killed() || facts.killed().isEmpty() || facts.failure().isPresent() || facts.success().isPresent()) {
            return told;
        }
        events.add(new RunKilled(job, told.partition(), run, attempt, facts.killed().get(), facts.source(),
                KilledBy.UNKNOWN, Optional.empty()));
        return told.kill();
    }
}
