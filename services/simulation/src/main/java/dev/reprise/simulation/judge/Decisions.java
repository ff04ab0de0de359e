// SPDX-License-Identifier: Apache-2.0
package dev.reprise.simulation.judge;

import java.time.Instant;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;

import dev.reprise.schemas.decision.Decision;
import dev.reprise.schemas.decision.Reason;
import dev.reprise.schemas.decision.WaitPurpose;
import dev.reprise.schemas.event.InstanceEvent;
import dev.reprise.schemas.event.ReconciledState;
import dev.reprise.schemas.event.RerunRequested;
import dev.reprise.schemas.event.RunCleared;
import dev.reprise.schemas.event.RunEvent;
import dev.reprise.schemas.event.RunFailed;
import dev.reprise.schemas.event.RunKilled;
import dev.reprise.schemas.event.RunLost;
import dev.reprise.schemas.event.RunReconciled;
import dev.reprise.schemas.event.RunStarted;
import dev.reprise.schemas.event.RunSucceeded;
import dev.reprise.schemas.id.AttemptId;
import dev.reprise.schemas.id.RunId;
import dev.reprise.schemas.job.Idempotency;
import dev.reprise.simulation.log.Entry;
import dev.reprise.simulation.world.Decided;
import dev.reprise.simulation.world.Setting;

/** What is promised of the decisions on one instance: I2, I3, I7, I8, I10, I15, and of I9 the coordinator's half. */
final class Decisions {
    private static final String ALIAS = "alias-of-";
    private final Setting setting;
    private final Findings findings;
    private final Ledgers ledgers;
    private final List<Entry> events = new ArrayList<>();
    private final List<Entry> decisions = new ArrayList<>();
    private final List<Claim> claims = new ArrayList<>();
    private final Set<Answer> answers = new HashSet<>();

    /** A decided rerun; {@code bound} is the offset up to which everything had to be known. */
    private record Claim(Decision.Rerun rerun, int life, long bound, long readUpTo) {}

    private record Answer(int life, long event, int index) {}

    Decisions(Setting setting, Findings findings, Ledgers ledgers) {
        this.setting = setting;
        this.findings = findings;
        this.ledgers = ledgers;
    }

    void event(Entry entry) {
        events.add(entry);
    }

    void decided(Entry entry) {
        Decided decided = (Decided) entry.value();
        decisions.add(entry);
        decided.event().ifPresent(offset -> findings.require("I7",
                answers.add(new Answer(decided.life(), offset, decided.index())),
                () -> "the event at offset " + offset + " was answered twice"));
        if (decided.decision() instanceof Decision.Rerun rerun) {
            long bound = decided.barrier() ? decided.event().orElseThrow() : decided.readUpTo();
            Claim claim = new Claim(rerun, decided.life(), bound, decided.readUpTo());
            claim(claim, decided.now());
            claims.add(claim);
        }
    }

    private void claim(Claim claim, Instant now) {
        Decision.Rerun rerun = claim.rerun();
        if (!claims.isEmpty() && claims.getLast().life() == claim.life()) {
            Claim last = claims.getLast();
            boolean anew = last.bound() < rememberedFrom(claim.bound());
            findings.require("I2", anew || rerun.generation() > last.rerun().generation(), () -> "generation "
                    + rerun.generation() + " was claimed after " + last.rerun().generation());
            findings.require(Judge.isAutomatic(rerun.reason()) && Judge.isAutomatic(last.rerun().reason())
                    ? "I2"
                    : "I15", isOver(last, claim),
                    () -> "rerun " + rerun.rerunId() + " was decided while "
                            + last.rerun().rerunId() + " was open");
        }
        standingSuccess(claim.bound()).filter(_ -> !isForced(claim))
                .ifPresent(success -> findings.require("I3", false, () -> "rerun "
                        + rerun.rerunId() + " was decided at event " + claim.bound() + " past the success at event "
                        + success));
        findings.require("I9", !now.isAfter(rerun.notAfter()),
                () -> "rerun " + rerun.rerunId() + " was decided at " + now + ", but not after " + rerun.notAfter());
        if (Judge.isAutomatic(rerun.reason())) {
            automatic(claim);
        }
        findings.require("I8", setting.policy().idempotency() == Idempotency.IDEMPOTENT || rerun.approval().isPresent(),
                () -> "rerun " + rerun.rerunId() + " of a job that is not known to be idempotent has no approval");
    }

    /** Whoever forces it wants it whatever has succeeded. */
    private boolean isForced(Claim claim) {
        return !Judge.isAutomatic(claim.rerun().reason()) && events.stream().anyMatch(
                entry -> entry.offset() < claim.bound() && entry.value() instanceof RerunRequested request
                        && request.force());
    }

    private void automatic(Claim claim) {
        boolean ofFailure = claim.rerun().answers().filter(attempt -> events.stream()
                .filter(entry -> isFailure(entry.value()) && isAbout((RunEvent) entry.value(), attempt))
                .anyMatch(entry -> happenedAt(entry).plus(setting.policy().maxAge()).equals(claim.rerun().notAfter())))
                .isPresent();
        findings.require("I9", ofFailure, () -> "rerun " + claim.rerun().rerunId() + " lives until "
                + claim.rerun().notAfter() + ", which is no function of the failure it answers");
        long since = Math.max(lastSuccess(claim.bound()), rememberedFrom(claim.bound()) - 1);
        long used = claims.stream().filter(before -> before.life() == claim.life() && before.bound() > since
                && Judge.isAutomatic(before.rerun().reason())).count();
        findings.require("I10", used < setting.policy().maxReruns(),
                () -> "rerun " + claim.rerun().rerunId() + " is number " + (used + 1) + " of its episode");
    }

    /** At rest, nothing that was told is without an answer, and nothing waits for what will never come. */
    void rest(int life) {
        Set<Long> answered = new HashSet<>();
        for (Entry entry : decisions) {
            Decided decided = (Decided) entry.value();
            if (decided.life() == life) {
                decided.event().ifPresent(answered::add);
            }
        }
        for (Entry entry : events) {
            findings.require("I7", !isFailure(entry.value()) || answered.contains(entry.offset()),
                    () -> "the failure at event " + entry.offset() + " led to no decision");
        }
        if (!decisions.isEmpty()) {
            Decided last = (Decided) decisions.getLast().value();
            boolean news = events.stream().anyMatch(entry -> entry.offset() >= last.readUpTo());
            // What had been appended may have been read later: a success behind all that was answered needs no word.
            long lastAnswered = answered.stream().mapToLong(Long::longValue).max().orElse(-1);
            boolean over = events.stream().anyMatch(
                    entry -> entry.offset() > lastAnswered && entry.value() instanceof RunSucceeded);
            findings.require("I6", news || over || !(last.decision() instanceof Decision.Wait wait)
                    || wait.purpose() == WaitPurpose.OTHER_RUN || wait.purpose() == WaitPurpose.APPROVAL,
                    () -> "the last word is " + last.decision());
        }
    }

    /** How many decisions say that a person was told of a doubt, or that there was none to tell of. */
    long toldOfDoubt() {
        return decisions.stream().map(entry -> ((Decided) entry.value()).decision())
                .filter(decision -> decision.reason() == Reason.IN_DOUBT
                        || decision.reason() == Reason.UNSOLICITED_RESULT
                        || decision instanceof Decision.Suppress suppress
                                && suppress.repeats().filter(Reason.IN_DOUBT::equals).isPresent())
                .count();
    }

    private boolean isOver(Claim last, Claim next) {
        return ledgers.isEnded(last.rerun().rerunId())
                || decisions.stream()
                        .anyMatch(entry -> ((Decided) entry.value()).decision() instanceof Decision.Withdraw withdraw
                                && withdraw.rerunId().equals(last.rerun().rerunId()))
                || isGivenUp(last)
                || events.stream().filter(entry -> entry.offset() > last.bound() && entry.offset() < next.bound())
                        .anyMatch(entry -> ends(entry.value(), last.rerun()));
    }

    /** Its time is over, and people were told that no runner has said what became of it: they know what they do. */
    private boolean isGivenUp(Claim last) {
        return decisions.stream().map(entry -> (Decided) entry.value())
                .anyMatch(decided -> decided.decision() instanceof Decision.Alert alert
                        && alert.reason() == Reason.RERUN_UNANSWERED
                        && decided.now().isAfter(last.rerun().notAfter()));
    }

    private static boolean ends(Object event, Decision.Rerun rerun) {
        return event instanceof RunStarted || event instanceof RunCleared || event instanceof RunKilled
                || isSuccess(event) || event instanceof RunEvent run && rerun.rerunId().names(run.run());
    }

    /** The last success before an offset that nothing between them has opened again; told again it is no news. */
    private Optional<Long> standingSuccess(long bound) {
        Optional<Long> success = Optional.empty();
        Set<String> known = new HashSet<>();
        long from = rememberedFrom(bound);
        for (Entry entry : events) {
            if (entry.offset() >= bound) {
                break;
            }
            if (entry.offset() < from) {
                continue;
            }
            if (isSuccess(entry.value())) {
                if (known.add(trueRun((RunEvent) entry.value()))) {
                    success = Optional.of(entry.offset());
                }
            } else if (reopens(entry.value())) {
                success = Optional.empty();
            }
        }
        return success;
    }

    /** The first event of those before an offset that must be remembered: before it there was silence for long enough. */
    private long rememberedFrom(long bound) {
        long from = 0;
        Optional<Instant> before = Optional.empty();
        for (Entry entry : events) {
            if (entry.offset() >= bound) {
                break;
            }
            if (before.filter(last -> !entry.appendedAt().isBefore(last.plus(setting.remembered())))
                    .isPresent()) {
                from = entry.offset();
            }
            before = Optional.of(entry.appendedAt());
        }
        return from;
    }

    private long lastSuccess(long bound) {
        long last = -1;
        for (Entry entry : events) {
            if (entry.offset() < bound && isSuccess(entry.value())) {
                last = entry.offset();
            }
        }
        return last;
    }

    private static boolean isSuccess(Object event) {
        return event instanceof RunSucceeded
                || event instanceof RunReconciled answer && answer.state() == ReconciledState.SUCCESS;
    }

    private static boolean reopens(Object event) {
        return event instanceof RunStarted || event instanceof RunCleared
                || event instanceof RerunRequested request && request.force();
    }

    private static boolean isFailure(Object event) {
        return event instanceof RunFailed || event instanceof RunLost || event instanceof RunReconciled answer
                && (answer.state() == ReconciledState.FAILED || answer.state() == ReconciledState.GONE);
    }

    private static boolean isAbout(RunEvent event, AttemptId attempt) {
        return trueRun(event).equals(trueRun(attempt.run(), attempt.number()));
    }

    /** The execution that is told of: sources tell of an alias under a name that says whose. */
    private static String trueRun(RunEvent event) {
        return trueRun(event.run(), event.attempt());
    }

    private static String trueRun(RunId run, int attempt) {
        String told = run.value();
        return (told.startsWith(ALIAS) ? told.substring(ALIAS.length()) : told) + "#" + attempt;
    }

    private static Instant happenedAt(Entry entry) {
        Instant at = ((InstanceEvent) entry.value()).at();
        return at.isBefore(entry.appendedAt()) ? at : entry.appendedAt();
    }

}
