// SPDX-License-Identifier: Apache-2.0
package dev.reprise.core.instance;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.time.Instant;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import net.jqwik.api.Arbitraries;
import net.jqwik.api.Arbitrary;
import net.jqwik.api.Combinators;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.Provide;

import dev.reprise.core.instance.History.Move;
import dev.reprise.core.instance.History.What;
import dev.reprise.core.instance.InstanceFact.Forgotten.Extent;
import dev.reprise.schemas.decision.Decision;
import dev.reprise.schemas.decision.Reason;
import dev.reprise.schemas.event.RunFailed;
import dev.reprise.schemas.event.RunPhase;
import dev.reprise.schemas.id.AlertKey;
import dev.reprise.schemas.id.AttemptId;
import dev.reprise.schemas.id.RerunId;
import dev.reprise.schemas.job.AdmissionRule;
import dev.reprise.schemas.job.ApprovalRule;
import dev.reprise.schemas.job.Backoff;
import dev.reprise.schemas.job.Blackout;
import dev.reprise.schemas.job.BreakerRelease;
import dev.reprise.schemas.job.Cascade;
import dev.reprise.schemas.job.Deadline;
import dev.reprise.schemas.job.Dependency;
import dev.reprise.schemas.job.Flapping;
import dev.reprise.schemas.job.Idempotency;
import dev.reprise.schemas.job.NativeRetries;
import dev.reprise.schemas.job.OnRewrite;
import dev.reprise.schemas.job.PartitionMapping;
import dev.reprise.schemas.job.Policy;
import dev.reprise.schemas.job.PolicyBuilder;
import dev.reprise.schemas.job.RerunMode;
import dev.reprise.schemas.job.RerunRule;
import dev.reprise.schemas.job.WhenUnknown;

/** What must hold for every history, however odd. */
final class InstanceProperties {

    @Property(tries = 1000)
    void shouldReplayToTheLiveState(@ForAll("policies") Policy policy, @ForAll("histories") List<Move> moves) {
        History history = History.of(policy, moves);

        InstanceState replayed = InstanceState.initial(History.INSTANCE);
        for (InstanceFact fact : history.facts) {
            replayed = Evolution.evolve(replayed, fact);
        }

        assertThat(replayed).isEqualTo(history.state());
    }

    @Property(tries = 1000)
    void shouldDecideTheSameTwice(@ForAll("policies") Policy policy, @ForAll("histories") List<Move> moves) {
        assertThat(History.of(policy, moves).decisions).isEqualTo(History.of(policy, moves).decisions);
    }

    @Property(tries = 1000)
    void shouldDecideOneRerunForAFailureAtMost(
            @ForAll("policies") Policy policy, @ForAll("histories") List<Move> moves) {
        List<RerunId> reruns = History.of(policy, moves).reruns().stream().map(Decision.Rerun::rerunId).toList();

        assertThat(reruns).doesNotHaveDuplicates();
    }

    @Property(tries = 1000)
    void shouldNotDecideMoreWhenEachEventComesTwice(
            @ForAll("policies") Policy policy, @ForAll("histories") List<Move> moves) {
        History doubled = new History(policy);
        for (Move move : moves) {
            doubled.play(move);
            int decided = doubled.reruns().size();
            InstanceState before = doubled.state();
            doubled.repeat(move);

            assertThat(doubled.reruns()).hasSize(decided);
            assertThat(doubled.state().status()).as("%s of %s", move, moves).isEqualTo(before.status());
        }
    }

    @Property(tries = 1000)
    void shouldStayWithinTheBudgetOfAnEpisode(
            @ForAll("policies") Policy policy, @ForAll("histories") List<Move> moves) {
        History history = History.of(policy, moves);

        assertThat(history.states).allSatisfy(state -> assertThat(state.reruns()).isLessThanOrEqualTo(
                policy.maxReruns() + approvals(history)));
    }

    @Property(tries = 1000)
    void shouldNeverRepeatAJobThatIsNotIdempotentByItself(
            @ForAll("policies") Policy policy, @ForAll("histories") List<Move> moves) {
        History history = History.of(policy, moves);
        Set<AttemptId> neverStarted = new HashSet<>();
        for (InstanceFact fact : history.facts) {
            if (fact instanceof InstanceFact.Observed observed && observed.event() instanceof RunFailed failed
                    && failed.phase() == RunPhase.NEVER_STARTED) {
                neverStarted.add(failed.attemptId());
            }
        }

        for (Decision.Rerun rerun : history.reruns()) {
            boolean may = policy.rerun() != RerunRule.NEVER
                    && (policy.idempotency() == Idempotency.IDEMPOTENT
                            || policy.idempotency() == Idempotency.UNKNOWN && policy.whenUnknown() == WhenUnknown.RERUN
                            || rerun.approval().isPresent()
                            || rerun.answers().filter(neverStarted::contains).isPresent());
            assertThat(may).as("%s under %s", rerun, policy).isTrue();
        }
    }

    @Property(tries = 1000)
    void shouldNotSendARerunBesideARunThatLives(
            @ForAll("policies") Policy policy, @ForAll("histories") List<Move> moves) {
        InstanceState state = InstanceState.initial(History.INSTANCE);
        for (InstanceFact fact : History.of(policy, moves).facts) {
            if (fact instanceof InstanceFact.Decided decided && decided.decision() instanceof Decision.Rerun) {
                assertThat(state.runs().active()).isEmpty();
            }
            state = Evolution.evolve(state, fact);
        }
    }

    @Property(tries = 1000)
    void shouldCountGenerationsUp(@ForAll("policies") Policy policy, @ForAll("histories") List<Move> moves) {
        List<Long> generations = History.of(policy, moves).reruns().stream().map(Decision.Rerun::generation).toList();

        assertThat(generations).isSorted().doesNotHaveDuplicates();
    }

    @Property(tries = 1000)
    void shouldResolveWhatItToldAndNothingElse(
            @ForAll("policies") Policy policy, @ForAll("histories") List<Move> moves) {
        Map<AlertKey, Boolean> open = new HashMap<>();
        for (Decision decision : History.of(policy, moves).decisions) {
            if (decision instanceof Decision.Alert alert) {
                open.put(alert.alertKey(), true);
            } else if (decision instanceof Decision.Resolve resolve) {
                assertThat(open.put(resolve.alertKey(), false)).as("%s", resolve).isEqualTo(true);
            }
        }
    }

    @Property(tries = 1000)
    void shouldAnswerEveryFailure(@ForAll("policies") Policy policy, @ForAll("histories") List<Move> moves) {
        List<InstanceFact> facts = History.of(policy, moves).facts;
        for (int i = 0; i < facts.size(); i++) {
            if (facts.get(i) instanceof InstanceFact.Observed observed && observed.event() instanceof RunFailed) {
                int answer = i + 1 < facts.size() && facts.get(i + 1) instanceof InstanceFact.Diagnosed ? i + 2 : i + 1;
                assertThat(answer < facts.size() && facts.get(answer) instanceof InstanceFact.Decided).isTrue();
            }
        }
    }

    @Property(tries = 500)
    void shouldForgetInTheEndWhateverIsAtRest(
            @ForAll("policies") Policy policy, @ForAll("histories") List<Move> moves) {
        History history = History.of(policy, moves);
        history.passUntilForgotten();
        InstanceState state = history.state();

        boolean underWay = state.phase() instanceof Phase.Running || state.phase() instanceof Phase.Claimed
                || state.phase() instanceof Phase.Reconciling;
        boolean gated = state.permits().filter(permits -> !permits.done()).isPresent();
        boolean tellsOfOthers = state.openAlerts().stream().anyMatch(alert -> !alert.isAbout(History.INSTANCE));
        assertThat(underWay || gated || tellsOfOthers || state.equals(InstanceState.initial(History.INSTANCE)))
                .as("%s", state).isTrue();
        assertThat(Timers.of(state, history.job())).isEmpty();
    }

    @Property(tries = 500)
    void shouldForgetNothingThatIsOpenOrFresh(
            @ForAll("policies") Policy policy, @ForAll("histories") List<Move> moves) {
        History history = History.of(policy, moves);
        history.passUntilForgotten();
        InstanceState state = InstanceState.initial(History.INSTANCE);
        Instant heard = Instant.EPOCH;
        Instant now = Instant.EPOCH;
        for (InstanceFact fact : history.facts) {
            switch (fact) {
                case InstanceFact.Observed observed -> heard = observed.appendedAt();
                case InstanceFact.TimerFired fired -> now = fired.now();
                case InstanceFact.Forgotten forgotten -> {
                    assertThat(state.openAlerts().isEmpty() || forgotten.extent() == Extent.DETAILS).isTrue();
                    assertThat(state.phase().proposed()).isEmpty();
                    assertThat(state.phase()).isNotInstanceOfAny(Phase.Running.class, Phase.Claimed.class,
                            Phase.Pending.class);
                    assertThat(Duration.between(heard, now)).isGreaterThanOrEqualTo(policy.maxAge().multipliedBy(2));
                }
                case InstanceFact.Dispatched _,InstanceFact.Diagnosed _,InstanceFact.Decided _ -> {
                    // Of no interest here.
                }
            }
            state = Evolution.evolve(state, fact);
        }
        assertThat(state).isEqualTo(history.state());
    }

    /** Once forgotten, the log may be read again from its beginning: all in it is older than a rerun may answer. */
    @Property(tries = 500)
    void shouldNotRerunForWhatIsReadAgainAfterItWasForgotten(
            @ForAll("policies") Policy policy, @ForAll("histories") List<Move> moves) {
        History history = History.of(policy, moves);
        List<InstanceFact> log = List.copyOf(history.facts);
        history.pass(Duration.ofDays(8));
        int before = history.reruns().size();

        history.readAgain(log);
        history.pass(Duration.ofDays(200));
        history.readAgain(log);
        history.pass(Duration.ofDays(1));

        assertThat(history.reruns()).hasSize(before);
    }

    private static int approvals(History history) {
        return (int) history.decisions.stream().filter(decision -> decision.reason() == Reason.APPROVED).count();
    }

    @Provide
    Arbitrary<List<Move>> histories() {
        Arbitrary<Move> move = Combinators.combine(Arbitraries.of(What.class), Arbitraries.integers().between(0, 2),
                Arbitraries.integers().between(1, 2), Arbitraries.of(0, 1, 20, 45, 400, 5000)).as(Move::new);
        return move.list().ofMinSize(1).ofMaxSize(25);
    }

    @Provide
    Arbitrary<Policy> policies() {
        Arbitrary<Policy> plain = Combinators.combine(Arbitraries.of(RerunRule.class),
                Arbitraries.of(Idempotency.class),
                Arbitraries.of(WhenUnknown.class), Arbitraries.integers().between(0, 3), Arbitraries.of(true, false),
                Arbitraries.integers().between(1, 3), Arbitraries.of(true, false))
                .as((rule, idempotency, unknown, max, spaced, attempts, watched) -> new PolicyBuilder(Policy.DEFAULTS)
                        .version("test").rerun(rule).idempotency(idempotency).whenUnknown(unknown)
                        .approval(new ApprovalRule(Duration.ofMinutes(30), false)).maxReruns(max)
                        .backoff(new Backoff(spaced ? Duration.ofMinutes(1) : Duration.ZERO, 2, Duration.ofMinutes(10),
                                0.2))
                        .maxAge(Duration.ofHours(1))
                        .lostAfter(watched ? Optional.of(Duration.ofMinutes(5)) : Optional.empty())
                        .nativeRetries(new NativeRetries(attempts, Duration.ofMinutes(1)))
                        .flapping(new Flapping(5, Duration.ofHours(1))).build());
        return Combinators.combine(plain, Arbitraries.of(RerunMode.LIVE, RerunMode.LIVE, RerunMode.SHADOW),
                Arbitraries.of(Optional.<Integer>empty(), Optional.of(0), Optional.of(2)), Arbitraries.of(true, false),
                Arbitraries.of(OnRewrite.class))
                .as((policy, mode, parallel, dark, onRewrite) -> new PolicyBuilder(policy).mode(mode)
                        .admission(parallel.map(most -> new AdmissionRule("warehouse", 3, Duration.ofMinutes(5),
                                Duration.ofMinutes(5), 1, 10, BreakerRelease.AUTOMATIC, most, 100, 0)))
                        .blackouts(dark ? List.of(new Blackout("00:10", "00:40", "UTC", List.of())) : List.of())
                        .deadline(dark ? Optional.of(new Deadline("00:20", "UTC", 1)) : Optional.empty())
                        .expectedDuration(Optional.of(Duration.ofMinutes(10)))
                        .cascade(new Cascade(parallel.isPresent()
                                ? List.of(new Dependency(History.UPSTREAM.job(), PartitionMapping.SAME))
                                : List.of(), onRewrite))
                        .build());
    }
}
