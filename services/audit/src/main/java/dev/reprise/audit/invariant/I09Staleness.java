// SPDX-License-Identifier: Apache-2.0
package dev.reprise.audit.invariant;

import java.time.Instant;
import java.util.List;
import java.util.Optional;
import java.util.Set;

import dev.reprise.audit.finding.Judgement;
import dev.reprise.audit.history.EventNote;
import dev.reprise.audit.history.History;
import dev.reprise.audit.history.Logged;
import dev.reprise.schemas.command.RunnerCommand;
import dev.reprise.schemas.command.StartRerun;
import dev.reprise.schemas.id.InstanceId;
import dev.reprise.schemas.job.JobDefinition;
import dev.reprise.schemas.topic.Topics;

/** Nothing is rerun for a failure that is too old, and a command's life is counted from its failure. */
final class I09Staleness implements Invariant {
    @Override
    public String id() {
        return "I9";
    }

    @Override
    public String promise() {
        return "no command is older than its failure allows when it is decided";
    }

    @Override
    public Set<Topics> needs() {
        return Set.of(Topics.EVENTS, Topics.DECISIONS, Topics.COMMANDS);
    }

    @Override
    public void judge(History history, Judgement judgement) {
        for (Logged<RunnerCommand> command : history.commands()) {
            if (command.message() instanceof StartRerun start) {
                judgement.require(!start.decidedAt().isAfter(start.notAfter()), start.instance() + " rerun "
                        + start.rerunId() + " (" + command.position() + ") was decided at " + start.decidedAt()
                        + ", after its life had ended at " + start.notAfter());
            }
        }
        for (InstanceId instance : history.instances()) {
            for (Claim claim : Claim.of(history, instance)) {
                if (claim.rerun().approval().isEmpty()
                        && Origin.of(history, claim) instanceof Origin.Failure failure) {
                    judgeLife(history, claim, history.failuresOf(instance, failure.attempt()), judgement);
                }
            }
        }
    }

    /** The earliest report may be another source's: the life must fit one that was there in time. */
    private static void judgeLife(History history, Claim claim, List<Logged<EventNote>> failures,
            Judgement judgement) {
        Optional<Logged<JobDefinition>> job = history.jobs(claim.instance().job()).stream()
                .filter(entry -> entry.message().policy().version().equals(claim.logged().message().policyVersion()))
                .findFirst();
        Optional<Instant> oldest = failures.stream().map(History::happenedAt).min(Instant::compareTo);
        Optional<Instant> latest = failures.stream().map(History::happenedAt).max(Instant::compareTo);
        if (job.isEmpty() || oldest.isEmpty() || latest.isEmpty()
                || job.get().message().updatedAt().isAfter(oldest.get())) {
            judgement.notJudged();
            return;
        }
        Instant life = latest.get().plus(job.get().message().policy().maxAge());
        judgement.require(!claim.rerun().notAfter().isAfter(life), claim.name() + " may live until "
                + claim.rerun().notAfter() + ", but its failure happened at " + latest.get()
                + " and the policy allows it to live until " + life);
    }
}
