// SPDX-License-Identifier: Apache-2.0
package dev.reprise.simulation.judge;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

import dev.reprise.schemas.command.StartRerun;
import dev.reprise.schemas.dispatch.DispatchCancelled;
import dev.reprise.schemas.dispatch.DispatchExpired;
import dev.reprise.schemas.dispatch.DispatchInDoubt;
import dev.reprise.schemas.dispatch.DispatchIntent;
import dev.reprise.schemas.dispatch.DispatchParked;
import dev.reprise.schemas.dispatch.DispatchRecord;
import dev.reprise.schemas.dispatch.DispatchRejected;
import dev.reprise.schemas.dispatch.DispatchResult;
import dev.reprise.schemas.dispatch.RerunDispatch;
import dev.reprise.schemas.dispatch.Takeover;
import dev.reprise.schemas.id.AttemptId;
import dev.reprise.schemas.id.InstanceId;
import dev.reprise.schemas.id.RerunId;
import dev.reprise.simulation.log.Entry;
import dev.reprise.simulation.world.Setting;
import dev.reprise.simulation.world.Start;

/** What is promised of the ledger and of the target's journal: I1, I4, I5, I6, and of I9 the runner's half. */
final class Ledgers {
    private final Setting setting;
    private final Findings findings;
    private final Set<RerunId> commands = new HashSet<>();
    private final Map<RerunId, List<RerunDispatch>> lines = new HashMap<>();
    private final Map<RerunId, Integer> starts = new HashMap<>();
    private final Map<Failed, RerunId> answered = new HashMap<>();
    private long newestEpoch = -1;

    private record Failed(InstanceId instance, AttemptId attempt) {}

    Ledgers(Setting setting, Findings findings) {
        this.setting = setting;
        this.findings = findings;
    }

    void command(StartRerun start) {
        commands.add(start.rerunId());
    }

    void line(Entry entry) {
        switch ((DispatchRecord) entry.value()) {
            case Takeover _ -> newestEpoch = entry.offset();
            case RerunDispatch line -> {
                findings.require("I5", line.epoch() == newestEpoch, () -> "offset " + entry.offset()
                        + " was written with epoch " + line.epoch() + " while " + newestEpoch + " owned the ledger");
                List<RerunDispatch> known = lines(line.rerunId());
                findings.require("I6", known.stream().noneMatch(DispatchResult.class::isInstance),
                        () -> "offset " + entry.offset() + " follows the result of " + line.rerunId());
                known.add(line);
            }
        }
    }

    void start(Start start) {
        RerunId rerunId = start.command().rerunId();
        int count = starts.merge(rerunId, 1, Integer::sum);
        findings.require("I1", count == 1, () -> "rerun " + rerunId + " was started " + count + " times");
        start.command().answers().filter(_ -> Judge.isAutomatic(start.command().reason())).ifPresent(attempt -> {
            RerunId other = answered.putIfAbsent(new Failed(start.command().instance(), attempt), rerunId);
            findings.require("I1", other == null || other.equals(rerunId), () -> "failure " + attempt + " of "
                    + start.command().instance() + " led to the starts of " + other + " and " + rerunId);
        });
        boolean written = lines(rerunId).stream().anyMatch(line -> isOpening(line) && line.epoch() == start.epoch());
        findings.require("I4", written, () -> "rerun " + rerunId + " was started with epoch " + start.epoch()
                + ", which had written no intent");
        findings.require("I4", !setting.isOpaque() || lines(rerunId).stream().noneMatch(
                line -> isOpening(line) && line.epoch() > start.epoch()),
                () -> "rerun " + rerunId + " was started with epoch " + start.epoch() + " after a newer intent");
        findings.require("I9", !start.decidedAt().isAfter(start.command().notAfter().plus(Setting.SKEW)),
                () -> "rerun " + rerunId + " was called at " + start.decidedAt() + ", but not after "
                        + start.command().notAfter());
    }

    /** At rest, every command and every intent has come to one end. */
    void rest() {
        commands.forEach(rerunId -> findings.require("I6", isEnded(rerunId),
                () -> "rerun " + rerunId + " was ordered and came to no end"));
        lines.keySet().forEach(rerunId -> findings.require("I6", isEnded(rerunId),
                () -> "rerun " + rerunId + " was intended and came to no end"));
        if (setting.isFenced()) {
            starts.keySet().forEach(rerunId -> findings.require("I6", lines(rerunId).stream().noneMatch(Ledgers::isNo),
                    () -> "rerun " + rerunId + " was started, and its result says that it never was"));
        }
    }

    boolean isEnded(RerunId rerunId) {
        return lines(rerunId).stream().anyMatch(DispatchResult.class::isInstance);
    }

    /** The reruns of an instance that were parked. */
    long parked(InstanceId instance) {
        return lines.values().stream().flatMap(List::stream)
                .filter(line -> line instanceof DispatchParked && line.instance().equals(instance)).count();
    }

    /** Of a target that answers for sure: the rerun has not been started and never will be. */
    private static boolean isNo(RerunDispatch line) {
        return line instanceof DispatchRejected || line instanceof DispatchExpired || line instanceof DispatchCancelled;
    }

    private static boolean isOpening(RerunDispatch line) {
        return line instanceof DispatchIntent || line instanceof DispatchInDoubt;
    }

    private List<RerunDispatch> lines(RerunId rerunId) {
        return Optional.ofNullable(lines.computeIfAbsent(rerunId, _ -> new ArrayList<>())).orElseThrow();
    }
}
