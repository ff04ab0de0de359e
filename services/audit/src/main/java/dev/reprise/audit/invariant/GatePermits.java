// SPDX-License-Identifier: Apache-2.0
package dev.reprise.audit.invariant;

import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import org.jspecify.annotations.Nullable;

import dev.reprise.audit.finding.Judgement;
import dev.reprise.audit.history.EventNote;
import dev.reprise.audit.history.History;
import dev.reprise.audit.history.Logged;
import dev.reprise.schemas.decision.Gate;
import dev.reprise.schemas.id.InstanceId;
import dev.reprise.schemas.permit.Permit;
import dev.reprise.schemas.permit.PermitGranted;
import dev.reprise.schemas.permit.PermitRefused;

/**
 * The permits of gated runs: one run passes a gate of a generation, none after success unless a rerun was decided since,
 * tokens grow, and a request that is told again is answered alike.
 */
final class GatePermits {
    private record Passage(InstanceId instance, long generation, Gate gate) {}

    private record Request(InstanceId instance, String requestId) {}

    private final History history;
    private final Judgement judgement;
    private final Map<Passage, Logged<Permit>> passed = new HashMap<>();
    private final Map<Request, Logged<Permit>> answered = new HashMap<>();
    private final Map<InstanceId, Set<Long>> tokens = new HashMap<>();

    private GatePermits(History history, Judgement judgement) {
        this.history = history;
        this.judgement = judgement;
    }

    static void judge(History history, Judgement judgement) {
        GatePermits gate = new GatePermits(history, judgement);
        history.permits().forEach(gate::judge);
    }

    private void judge(Logged<Permit> logged) {
        Permit permit = logged.message();
        Logged<Permit> before = answered.putIfAbsent(new Request(permit.instance(), permit.requestId()), logged);
        judgement.require(before == null || isSame(before.message(), permit), name(logged) + " answers request "
                + permit.requestId() + " otherwise than " + where(before));
        if (permit instanceof PermitGranted granted) {
            one(logged, granted);
            if (tokens.computeIfAbsent(permit.instance(), _ -> new HashSet<>()).add(granted.token())) {
                grows(logged, granted);
                notPastSuccess(logged, granted);
            }
        }
    }

    private void one(Logged<Permit> logged, PermitGranted granted) {
        Logged<Permit> other = passed.putIfAbsent(
                new Passage(granted.instance(), granted.generation(), granted.gate()), logged);
        judgement.require(other == null || other.message() instanceof PermitGranted first
                && first.token() == granted.token(), name(logged) + " is the second to pass " + granted.gate()
                        + " of generation " + granted.generation() + " after " + where(other));
    }

    private void grows(Logged<Permit> logged, PermitGranted granted) {
        long highest = tokens.getOrDefault(granted.instance(), Set.of()).stream().mapToLong(Long::longValue).max()
                .orElse(granted.token());
        judgement.require(granted.token() >= highest,
                name(logged) + " has token " + granted.token() + " after " + highest);
    }

    private void notPastSuccess(Logged<Permit> logged, PermitGranted granted) {
        InstanceId instance = granted.instance();
        List<Logged<EventNote>> events = history.events(instance);
        Optional<Logged<EventNote>> asked = events.stream().filter(event -> event.message().permit()
                .filter(request -> request.requestId().equals(granted.requestId())).isPresent()).findFirst();
        if (asked.isEmpty()) {
            judgement.notJudged();
            return;
        }
        long at = asked.get().position().offset();
        Optional<Logged<EventNote>> success = events.stream()
                .filter(event -> event.message().what() == EventNote.What.SUCCEEDED && event.position().offset() < at)
                .filter(event -> !Successes.isIgnored(history, event)).reduce((_, last) -> last);
        List<Claim> claims = Claim.of(history, instance);
        boolean ordered = success.isEmpty() || claims.stream().flatMap(claim -> claim.barrier().stream())
                .anyMatch(barrier -> barrier.offset() > success.get().position().offset() && barrier.offset() < at);
        judgement.require(ordered, name(logged) + " may " + granted.gate() + " although the instance had succeeded at "
                + success.map(event -> event.position().toString()).orElse("") + " and no rerun was decided since");
    }

    private static boolean isSame(Permit first, Permit second) {
        return switch (first) {
            case PermitGranted granted -> second instanceof PermitGranted again && again.token() == granted.token();
            case PermitRefused refused -> second instanceof PermitRefused again && again.reason() == refused.reason();
        };
    }

    private static String name(Logged<Permit> logged) {
        return logged.message().instance() + " run " + logged.message().run() + " (" + logged.position() + ")";
    }

    private static String where(@Nullable Logged<Permit> other) {
        return other == null ? "nothing" : String.valueOf(other.position());
    }
}
