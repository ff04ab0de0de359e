// SPDX-License-Identifier: Apache-2.0
package dev.reprise.core.instance;

import java.util.Optional;
import java.util.OptionalLong;
import java.util.stream.Stream;

import dev.reprise.schemas.event.PermitRequested;
import dev.reprise.schemas.id.AttemptId;
import dev.reprise.schemas.id.RunId;

/** Where a run that asks for a permit stands among the generations of its instance. */
enum Standing {
    /** It is, or may become, the newest generation. */
    NEWEST,
    /** Something newer has begun or was decided. */
    OLD,
    /** It says that it carries out a rerun of which nothing is known. */
    UNKNOWN_RERUN;

    static Standing of(InstanceState state, PermitRequested request, AttemptId attempt) {
        RunId run = attempt.run();
        Optional<Claim> claim = state.claim()
                .filter(last -> request.rerunId().map(last.rerunId()::equals).orElseGet(() -> last.names(run)));
        if (claim.isPresent()) {
            return ours(state, claim.get(), request, attempt);
        }
        if (request.rerunId().isPresent()) {
            return state.runs().knows(request.rerunId().get().asRun()) ? OLD : UNKNOWN_RERUN;
        }
        return foreign(state, attempt);
    }

    /** Whether the core takes it for the execution that goes on now. */
    private static boolean isCurrent(InstanceState state, AttemptId attempt) {
        return state.phase() instanceof Phase.Running && state.runs().isActive(attempt.run())
                && state.runs().current().filter(attempt::equals).isPresent();
    }

    private static Standing ours(InstanceState state, Claim claim, PermitRequested request, AttemptId attempt) {
        if (request.generation().filter(told -> told != claim.generation()).isPresent()) {
            return request.generation().get() < claim.generation() ? OLD : UNKNOWN_RERUN;
        }
        // A later try of the same rerun may have opened a generation of its own.
        long own = Math.max(claim.generation(), state.runs().generation(attempt.run()).orElse(claim.generation()));
        return own < state.generation() && !isCurrent(state, attempt) ? OLD : NEWEST;
    }

    private static Standing foreign(InstanceState state, AttemptId attempt) {
        OptionalLong known = state.runs().generation(attempt.run());
        boolean placed = known.isPresent() && known.getAsLong() >= 0;
        if (isCurrent(state, attempt) || placed && known.getAsLong() >= state.generation()) {
            return NEWEST;
        }
        if (isRerunUnderWay(state) || wasLetIn(state, attempt)) {
            return OLD;
        }
        return placed && attempt.number() <= lastSeen(state, attempt.run()) ? OLD : NEWEST;
    }

    /** A parked rerun may itself be what asks here under a name of the target's. */
    private static boolean isRerunUnderWay(InstanceState state) {
        return switch (state.phase()) {
            case Phase.InDoubt doubt -> !doubt.parked();
            case Phase.Claimed _ -> true;
            case Phase.Running running -> running.ours();
            case Phase.Idle _,Phase.Succeeded _,Phase.Pending _,Phase.Cleared _,Phase.Closed _,Phase.GaveUp _ -> false;
        };
    }

    /** It was let in when an older generation was the newest. */
    private static boolean wasLetIn(InstanceState state, AttemptId attempt) {
        return state.permits().filter(permits -> permits.generation() < state.generation())
                .flatMap(Permits::start).filter(holder -> holder.attempt().equals(attempt)).isPresent();
    }

    /** The highest attempt of a run of which anything was seen; 0 when none was. */
    private static int lastSeen(InstanceState state, RunId run) {
        return Stream.concat(state.memory().starts().stream().map(Memory.StartSeen::attempt),
                state.memory().failures().stream().map(Memory.FailureSeen::attempt))
                .filter(seen -> seen.run().equals(run)).mapToInt(AttemptId::number).max().orElse(0);
    }
}
