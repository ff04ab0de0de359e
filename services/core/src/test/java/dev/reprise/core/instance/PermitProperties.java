// SPDX-License-Identifier: Apache-2.0
package dev.reprise.core.instance;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import net.jqwik.api.Arbitraries;
import net.jqwik.api.Arbitrary;
import net.jqwik.api.Combinators;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.Provide;

import dev.reprise.core.instance.History.Move;
import dev.reprise.core.instance.History.What;
import dev.reprise.schemas.decision.Decision;
import dev.reprise.schemas.decision.Gate;
import dev.reprise.schemas.decision.Reason;
import dev.reprise.schemas.event.RunSucceeded;
import dev.reprise.schemas.event.SuccessProof;
import dev.reprise.schemas.job.Idempotency;
import dev.reprise.schemas.job.Policy;
import dev.reprise.schemas.job.PolicyBuilder;
import dev.reprise.schemas.job.RerunRule;

/** What the gate promises for every history, however odd. */
final class PermitProperties {
    private static final Policy POLICY = new PolicyBuilder(Policy.DEFAULTS).version("test").rerun(RerunRule.ALWAYS)
            .idempotency(Idempotency.IDEMPOTENT).maxReruns(3).build();

    /** One door of one generation. */
    private record Door(long generation, Gate gate) {}

    @Property(tries = 2000)
    void shouldLetOneProcessPassEachGateOfAGeneration(@ForAll("histories") List<Move> moves) {
        Map<Door, String> passed = new HashMap<>();
        for (Decision.Grant grant : grants(History.of(POLICY, moves))) {
            String before = passed.putIfAbsent(new Door(grant.generation(), grant.gate()), grant.asker());
            assertThat(before == null ? grant.asker() : before).as("%s of %s", grant, moves).isEqualTo(grant.asker());
        }
    }

    @Property(tries = 2000)
    void shouldLetNobodyPassAfterSuccessUntilARerunIsDecided(@ForAll("histories") List<Move> moves) {
        boolean done = false;
        Set<String> asked = new HashSet<>();
        for (InstanceFact fact : History.of(POLICY, moves).facts) {
            if (fact instanceof InstanceFact.Observed observed && observed.event() instanceof RunSucceeded success
                    && success.proof() == SuccessProof.OWNER) {
                done = true;
            } else if (fact instanceof InstanceFact.Decided decided) {
                done = done && !(decided.decision() instanceof Decision.Rerun);
                // The same question told again is answered as it was the first time.
                boolean passes = decided.decision() instanceof Decision.Grant grant && asked.add(grant.requestId());
                assertThat(done && passes).as("%s of %s", decided, moves).isFalse();
            }
        }
    }

    @Property(tries = 1000)
    void shouldCountTokensUp(@ForAll("histories") List<Move> moves) {
        List<Long> tokens = grants(History.of(POLICY, moves)).stream().map(Decision.Grant::token).distinct().toList();

        assertThat(tokens).isSorted();
    }

    @Property(tries = 1000)
    void shouldAnswerTheSameWhenARequestComesTwice(@ForAll("histories") List<Move> moves) {
        History doubled = new History(POLICY);
        for (Move move : moves) {
            int from = doubled.decisions.size();
            doubled.play(move);
            List<Decision> first = answers(doubled, from);
            int again = doubled.decisions.size();
            InstanceState before = doubled.state();
            doubled.repeat(move);

            if (move.what().name().contains("ASK")) {
                assertThat(answers(doubled, again)).isEqualTo(first);
                assertThat(doubled.state()).isEqualTo(before);
            }
        }
    }

    @Property(tries = 1000)
    void shouldAnswerEveryRequestOnce(@ForAll("histories") List<Move> moves) {
        History history = History.of(POLICY, moves);
        long asked = moves.stream().filter(move -> move.what().name().contains("ASK")).count();

        assertThat(answers(history, 0)).hasSize((int) asked);
    }

    /** A permit starts no rerun and holds none back: with every answer left out, the same reruns are decided. */
    @Property(tries = 1000)
    void shouldNeitherStartNorHoldBackARerunByAGrant(@ForAll("histories") List<Move> moves) {
        History gated = History.of(POLICY, moves);
        boolean refused = gated.decisions.stream().anyMatch(decision -> decision instanceof Decision.Refuse refuse
                && refuse.reason() != Reason.PERMIT_EXPIRED);
        List<Move> ungated = moves.stream().map(move -> move.what().name().contains("ASK")
                ? new Move(What.HEARTBEAT, 9, 9, move.seconds())
                : move).toList();

        if (!refused && !opensAGeneration(gated)) {
            assertThat(gated.reruns()).isEqualTo(History.of(POLICY, ungated).reruns());
        }
    }

    private static boolean opensAGeneration(History history) {
        InstanceState state = InstanceState.initial(History.INSTANCE);
        for (InstanceFact fact : history.facts) {
            if (fact instanceof InstanceFact.Decided decided && decided.decision() instanceof Decision.Grant grant
                    && grant.generation() > state.generation()) {
                return true;
            }
            state = Evolution.evolve(state, fact);
        }
        return false;
    }

    private static List<Decision.Grant> grants(History history) {
        return history.decisions.stream().filter(Decision.Grant.class::isInstance).map(Decision.Grant.class::cast)
                .toList();
    }

    private static List<Decision> answers(History history, int from) {
        List<Decision> answers = new ArrayList<>();
        for (Decision decision : history.decisions.subList(from, history.decisions.size())) {
            if (decision instanceof Decision.Grant || decision instanceof Decision.Refuse) {
                answers.add(decision);
            }
        }
        return answers;
    }

    /** Half of the moves ask, so that most histories have something to refuse. */
    @Provide
    Arbitrary<List<Move>> histories() {
        Arbitrary<What> what = Arbitraries.frequencyOf(
                net.jqwik.api.Tuple.of(1, Arbitraries.of(What.class)),
                net.jqwik.api.Tuple.of(1, Arbitraries.of(What.ASK_START, What.ASK_COMMIT, What.TWIN_ASKS_START,
                        What.TWIN_ASKS_COMMIT, What.STARTED, What.FAILED_FINAL, What.SUCCEEDED)));
        Arbitrary<Move> move = Combinators.combine(what, Arbitraries.integers().between(0, 2),
                Arbitraries.integers().between(1, 2), Arbitraries.of(0, 1, 20, 45, 400, 5000)).as(Move::new);
        return move.list().ofMinSize(1).ofMaxSize(25);
    }
}
