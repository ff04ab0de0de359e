// SPDX-License-Identifier: Apache-2.0
package dev.reprise.audit.invariant;

import java.util.HashMap;
import java.util.Map;
import java.util.Set;

import dev.reprise.audit.finding.Judgement;
import dev.reprise.audit.history.History;
import dev.reprise.audit.history.Logged;
import dev.reprise.schemas.command.RunnerCommand;
import dev.reprise.schemas.command.StartRerun;
import dev.reprise.schemas.id.InstanceId;
import dev.reprise.schemas.id.RerunId;
import dev.reprise.schemas.topic.Topics;

/**
 * What of determinism topics can show: a rerun's name is the documented function of what it answers, and whoever decides
 * or commands it again says the same. That a replay decides the same needs the engine, and is tested there.
 */
final class I11DerivedNames implements Invariant {
    @Override
    public String id() {
        return "I11";
    }

    @Override
    public String promise() {
        return "a rerun's name and life are functions of what it answers, however often it is decided";
    }

    @Override
    public Set<Topics> needs() {
        return Set.of(Topics.EVENTS, Topics.DECISIONS, Topics.COMMANDS);
    }

    @Override
    public void judge(History history, Judgement judgement) {
        judgement.note("that a replay decides the same is not judged here: it needs the engine itself");
        Map<RerunId, Claim> first = new HashMap<>();
        for (InstanceId instance : history.instances()) {
            for (Claim claim : Claim.of(history, instance)) {
                switch (Origin.of(history, claim)) {
                    case Origin.Failure _,Origin.Request _ -> judgement.checked();
                    case Origin.Rewrite _,Origin.Gone _ -> judgement.notJudged();
                    case Origin.Nothing _ -> judgement.require(false, claim.name()
                            + " is named after neither the failure that it answers nor any request of a person");
                }
                Claim before = first.putIfAbsent(claim.rerun().rerunId(), claim);
                if (before != null) {
                    judgement.require(same(before, claim), claim.name() + " was decided before ("
                            + before.logged().position() + ") with another instance, attempt or life");
                }
            }
        }
        Map<RerunId, Logged<RunnerCommand>> commands = new HashMap<>();
        for (Logged<RunnerCommand> command : history.commands()) {
            if (command.message() instanceof StartRerun start) {
                Logged<RunnerCommand> before = commands.putIfAbsent(start.rerunId(), command);
                if (before != null) {
                    StartRerun earlier = (StartRerun) before.message();
                    judgement.require(earlier.instance().equals(start.instance())
                            && earlier.answers().equals(start.answers())
                            && earlier.notAfter().equals(start.notAfter()),
                            start.instance() + " rerun "
                                    + start.rerunId() + " was commanded again (" + command.position()
                                    + ") with another instance, attempt or life than at " + before.position());
                }
            }
        }
    }

    private static boolean same(Claim one, Claim other) {
        return one.instance().equals(other.instance()) && one.rerun().answers().equals(other.rerun().answers())
                && one.rerun().notAfter().equals(other.rerun().notAfter());
    }
}
