// SPDX-License-Identifier: Apache-2.0
package dev.reprise.core.instance;

import java.util.EnumSet;
import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.Set;
import java.util.stream.Stream;

import dev.reprise.schemas.decision.Decision;
import dev.reprise.schemas.decision.Gate;
import dev.reprise.schemas.decision.Reason;
import dev.reprise.schemas.event.PermitRequested;
import dev.reprise.schemas.id.AttemptId;

/**
 * What a gated run is answered. Each permit is given at most once for a generation of the instance, and none after its
 * success; where the holder is over, whoever comes next opens a generation of its own, so that a retry is never shut out.
 */
final class PermitRules {
    /** Refusals after which the run has no part in the instance any more, however its scheduler reports its end. */
    private static final Set<Reason> ENDING = EnumSet.of(Reason.PERMIT_SUPERSEDED, Reason.PERMIT_DUPLICATE_RUN,
            Reason.PERMIT_ALREADY_SUCCEEDED, Reason.PERMIT_COMMITTED_ALREADY);

    /** Refusals to publish of which a person should know: two runs have done the same work. */
    private static final Set<Reason> TOLD_AT_COMMIT = EnumSet.of(Reason.PERMIT_SUPERSEDED, Reason.PERMIT_DUPLICATE_RUN,
            Reason.PERMIT_COMMITTED_ALREADY, Reason.PERMIT_RERUN_UNKNOWN);

    /** Refusals to start of which a person should know: somebody starts the instance beside us, or state was lost. */
    private static final Set<Reason> TOLD_AT_START = EnumSet.of(Reason.PERMIT_DUPLICATE_RUN,
            Reason.PERMIT_RERUN_UNKNOWN);

    private PermitRules() {}

    static List<Decision> decide(Situation situation, PermitRequested request, long position) {
        Decision answer = answer(situation, request, position);
        boolean told = answer instanceof Decision.Refuse refuse
                && (refuse.gate() == Gate.START ? TOLD_AT_START : TOLD_AT_COMMIT).contains(refuse.reason());
        return told
                ? Situation.all(List.of(answer), situation.notice(answer.reason()))
                : List.of(answer);
    }

    /** The answer to a run of a job that nobody registered: its successes are not followed, so nothing can be promised. */
    static Decision unregistered(Situation situation, PermitRequested request) {
        return new Asked(situation.seen(), request, 0).refuse(Reason.UNKNOWN_JOB);
    }

    /** Whether a refused run is over for the instance, whatever its scheduler makes of its exit code. */
    static boolean ends(InstanceState state, Decision.Refuse refuse) {
        AttemptId attempt = refuse.attempt();
        // A twin of the holder has the same name: what is reported under it is the holder's.
        boolean named = Stream.of(Gate.values())
                .flatMap(gate -> state.gate().holder(gate, state.generation()).stream())
                .anyMatch(holder -> holder.attempt().equals(attempt));
        return ENDING.contains(refuse.reason()) && !named
                && state.succeededBy().filter(attempt::equals).isEmpty();
    }

    private static Decision answer(Situation situation, PermitRequested request, long position) {
        InstanceState state = situation.seen();
        Optional<Decision> before = state.gate().answer(request.requestId());
        if (before.isPresent()) {
            return before.get();
        }
        Asked asked = new Asked(state, request, position);
        if (situation.now().isAfter(request.expiresAt())) {
            return asked.refuse(Reason.PERMIT_EXPIRED);
        }
        if (state.succeeded() || state.gate().done()) {
            return asked.refuse(Reason.PERMIT_ALREADY_SUCCEEDED);
        }
        return asked.again().orElseGet(asked::judged);
    }

    /**
     * A request and what it meets.
     *
     * @param state the instance
     * @param request what is asked
     * @param position where it stands in the log
     */
    private record Asked(InstanceState state, PermitRequested request, long position) {

        AttemptId attempt() {
            return new AttemptId(state.runs().resolve(request.run()), request.attempt());
        }

        Optional<Permits.Holder> holder(Gate gate) {
            return state.gate().holder(gate, state.generation());
        }

        /** The same process asks again: its answer was lost. */
        Optional<Decision> again() {
            return holder(request.gate()).filter(holder -> holder.is(attempt(), request.asker()))
                    .map(holder -> grant(state.generation(), holder.token()));
        }

        Decision judged() {
            return switch (Standing.of(state, request, attempt())) {
                case UNKNOWN_RERUN -> refuse(Reason.PERMIT_RERUN_UNKNOWN);
                case OLD -> refuse(holder(Gate.START).isPresent() && !state.runs().knows(attempt().run())
                        ? Reason.PERMIT_DUPLICATE_RUN
                        : Reason.PERMIT_SUPERSEDED);
                case NEWEST -> newest();
            };
        }

        private Decision newest() {
            if (holder(Gate.START).filter(this::isLater).isPresent()) {
                return refuse(Reason.PERMIT_SUPERSEDED);
            }
            if (state.memory().knowsFailure(attempt())) {
                return refuse(Reason.PERMIT_RUN_ENDED);
            }
            return request.gate() == Gate.START ? start() : commit();
        }

        private Decision start() {
            Optional<Permits.Holder> starter = holder(Gate.START);
            Optional<Permits.Holder> publisher = holder(Gate.COMMIT);
            if (starter.isPresent() && !yields(starter.get())) {
                return refuse(Reason.PERMIT_DUPLICATE_RUN);
            }
            if (publisher.isPresent() && !yields(publisher.get())) {
                return refuse(Reason.PERMIT_COMMITTED_ALREADY);
            }
            boolean takesOver = state.phase() instanceof Phase.Pending && !isOurs()
                    && !state.runs().knows(attempt().run());
            return opened(starter.isPresent() || publisher.isPresent() || takesOver || isOfAnOlderGeneration());
        }

        private Decision commit() {
            Optional<Permits.Holder> starter = holder(Gate.START);
            Optional<Permits.Holder> publisher = holder(Gate.COMMIT);
            if (starter.isPresent() && !starter.get().is(attempt(), request.asker())) {
                return refuse(Reason.PERMIT_DUPLICATE_RUN);
            }
            if (publisher.isPresent() && !yields(publisher.get())) {
                return refuse(Reason.PERMIT_COMMITTED_ALREADY);
            }
            return opened(publisher.isPresent() || isOfAnOlderGeneration());
        }

        /** A holder gives way once it is over, or to a later try of the same run. */
        private boolean yields(Permits.Holder holder) {
            return holder.isBefore(attempt()) || state.memory().knowsFailure(holder.attempt());
        }

        private boolean isLater(Permits.Holder holder) {
            return holder.attempt().run().equals(attempt().run())
                    && holder.attempt().number() > attempt().number();
        }

        private boolean isOurs() {
            return request.rerunId().isPresent() || state.claimNames(attempt().run());
        }

        private boolean isOfAnOlderGeneration() {
            OptionalLong known = state.runs().generation(attempt().run());
            return known.isPresent() && known.getAsLong() >= 0 && known.getAsLong() < state.generation();
        }

        private Decision opened(boolean newGeneration) {
            return grant(newGeneration ? state.generation() + 1 : state.generation(),
                    Math.max(state.gate().lastToken() + 1, position));
        }

        private Decision.Grant grant(long generation, long token) {
            return new Decision.Grant(Reason.PERMIT_GRANTED, request.requestId(), request.gate(), attempt(),
                    request.asker(), generation, token);
        }

        Decision.Refuse refuse(Reason reason) {
            return new Decision.Refuse(reason, request.requestId(), request.gate(), attempt(), state.generation(),
                    holder(Gate.COMMIT).filter(_ -> request.gate() == Gate.COMMIT).or(() -> holder(Gate.START))
                            .map(Permits.Holder::attempt));
        }
    }
}
