// SPDX-License-Identifier: Apache-2.0
package dev.reprise.core.instance;

import java.util.Optional;

import dev.reprise.schemas.dispatch.DispatchAccepted;
import dev.reprise.schemas.dispatch.RerunDispatch;
import dev.reprise.schemas.event.AdmissionRuled;
import dev.reprise.schemas.event.Barrier;
import dev.reprise.schemas.event.CoordinatorEvent;
import dev.reprise.schemas.event.OperatorCommand;
import dev.reprise.schemas.event.PermitRequested;
import dev.reprise.schemas.event.RunEvent;
import dev.reprise.schemas.event.StormEnded;
import dev.reprise.schemas.event.UpstreamAwaited;
import dev.reprise.schemas.event.UpstreamRecovered;
import dev.reprise.schemas.event.UpstreamRewritten;
import dev.reprise.schemas.id.InstanceId;

/**
 * The only thing that changes an instance. It copies what a fact says and never decides: no policy and no arithmetic of
 * time come in here, so that old facts replay to the same state for ever. A changed meaning is a new fact, not an edited
 * branch.
 */
public final class Evolution {

    private Evolution() {}

    /** The state after a fact. */
    public static InstanceState evolve(InstanceState state, InstanceFact fact) {
        return switch (fact) {
            case InstanceFact.Observed observed -> observe(state, observed);
            case InstanceFact.Dispatched dispatched -> dispatched(state, dispatched);
            case InstanceFact.TimerFired fired -> fired(state, fired);
            case InstanceFact.Diagnosed diagnosed -> state.with(state.remedy().with(diagnosed.classification()));
            case InstanceFact.Forgotten forgotten -> Forgetting.forget(state, forgotten.extent());
            case InstanceFact.Decided decided ->
                DecisionEvolution.of(state, decided.decision(), decided.now());
        };
    }

    private static InstanceState observe(InstanceState before, InstanceFact.Observed observed) {
        InstanceState state = before.appendedAt(observed.appendedAt());
        return switch (observed.event()) {
            case RunEvent event -> RunEvolution.of(state, event, observed);
            case OperatorCommand command -> state.memory().requests().contains(command.requestId())
                    ? state
                    : state.with(state.memory().withRequest(command.requestId()));
            case CoordinatorEvent told -> told(state, told);
            case PermitRequested _ -> state;
        };
    }

    private static InstanceState told(InstanceState state, CoordinatorEvent told) {
        return switch (told) {
            case Barrier _,StormEnded _ -> state;
            case AdmissionRuled ruled -> state.ask().filter(ask -> ask.rerunId().equals(ruled.rerunId()))
                    .map(ask -> state.with(ask.with(ruled))).orElse(state);
            case UpstreamAwaited waits -> state.succeeded()
                    ? state
                    : state.with(state.links()
                            .withWaiter(new InstanceId(waits.downstreamJob(), waits.downstreamPartition())));
            case UpstreamRecovered recovered -> state.with(state.links()
                    .withRecovered(new InstanceId(recovered.upstreamJob(), recovered.upstreamPartition())));
            case UpstreamRewritten rewritten -> state.with(state.links().withRewrite(rewritten,
                    state.phase() instanceof Phase.Running || state.phase() instanceof Phase.Claimed));
        };
    }

    /** A hold that was looked at is looked at again later; every other wait ends by what is decided. */
    private static InstanceState fired(InstanceState state, InstanceFact.TimerFired fired) {
        return state.phase() instanceof Phase.Held held && held.purpose() == fired.purpose()
                && !held.until().isAfter(fired.now())
                        ? state.with(new Phase.Held(held.proposal(), held.why(), held.earliest(),
                                Holds.again(held, fired.now())))
                        : state;
    }

    private static InstanceState dispatched(InstanceState state, InstanceFact.Dispatched fact) {
        RerunDispatch dispatch = fact.dispatch();
        Optional<Claim> claim = state.claim().filter(last -> last.rerunId().equals(dispatch.rerunId()));
        if (claim.isEmpty() || !(dispatch instanceof DispatchAccepted accepted)) {
            return state;
        }
        Claim taken = claim.get().takenAs(accepted.externalRun());
        InstanceState known = state.with(taken)
                .with(state.runs().withKnown(accepted.externalRun(), taken.generation()));
        return state.phase() instanceof Phase.Claimed ? known.with(new Phase.Dispatched(fact.now(), false)) : known;
    }

}
