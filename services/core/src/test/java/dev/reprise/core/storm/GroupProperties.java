// SPDX-License-Identifier: Apache-2.0
package dev.reprise.core.storm;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import net.jqwik.api.Arbitraries;
import net.jqwik.api.Arbitrary;
import net.jqwik.api.Combinators;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.Provide;
import net.jqwik.api.Tuple;

import dev.reprise.schemas.admission.AdmissionMessage;
import dev.reprise.schemas.admission.AdmissionOutcome;
import dev.reprise.schemas.admission.StormAction;
import dev.reprise.schemas.event.AdmissionRuled;
import dev.reprise.schemas.event.AdmissionRuling;
import dev.reprise.schemas.event.CoordinatorEvent;
import dev.reprise.schemas.event.StormEnded;
import dev.reprise.schemas.id.RerunId;
import dev.reprise.schemas.job.AdmissionRule;
import dev.reprise.schemas.job.BreakerRelease;

/** What must hold for every history of a group, however odd. */
final class GroupProperties {
    private static final List<String> SIGNATURES = List.of("", "refused", "disk full");

    enum What {
        FAIL, SLOT, SUCCEEDED, FAILED, WITHDRAWN, RAN, HOLD, RELEASE, PASS
    }

    record Move(What what, int number, int seconds) {}

    private static void play(GroupRig rig, Move move) {
        rig.pass(Duration.ofSeconds(move.seconds()));
        message(rig, move).ifPresent(rig::tell);
    }

    private static Optional<AdmissionMessage> message(GroupRig rig, Move move) {
        int number = move.number();
        return Optional.ofNullable(switch (move.what()) {
            case FAIL -> rig.failure(number, SIGNATURES.get(number % 3), number % 2 == 0,
                    number % 5 == 0 ? Optional.of(GroupRig.START.plusSeconds(number * 60L)) : Optional.empty());
            case SLOT -> rig.slot(number);
            case SUCCEEDED -> rig.settled(number, AdmissionOutcome.SUCCEEDED);
            case FAILED -> rig.settled(number, AdmissionOutcome.FAILED);
            case WITHDRAWN -> rig.settled(number, AdmissionOutcome.WITHDRAWN);
            case RAN -> rig.ran(Duration.ofSeconds(number));
            case HOLD -> rig.control(StormAction.HOLD, "click-" + number + "-" + rig.now);
            case RELEASE -> rig.control(StormAction.RELEASE, "click-" + number + "-" + rig.now);
            case PASS -> null;
        });
    }

    private static GroupRig played(AdmissionRule rule, List<Move> moves) {
        GroupRig rig = new GroupRig(rule);
        moves.forEach(move -> play(rig, move));
        return rig;
    }

    @Property(tries = 200)
    void shouldKeepItsBooks(@ForAll("rules") AdmissionRule rule, @ForAll("histories") List<Move> moves) {
        GroupRig rig = new GroupRig(rule);
        for (Move move : moves) {
            play(rig, move);
            GroupState.Counts counts = rig.state.counts();
            int held = 0;
            for (String signature : rig.state.storming().keySet()) {
                held += rig.rows.breaker(signature).orElseThrow().storm().orElseThrow().held();
            }
            assertThat(counts.storm()).isEqualTo(held);
            int known = 0;
            int underWay = 0;
            for (int number = 0; number <= 40; number++) {
                Optional<Ask> ask = rig.rows.ask(GroupRig.id(number));
                known += ask.flatMap(Ask::lane).isPresent() ? 1 : 0;
                underWay += ask.filter(asked -> asked.standing() == Ask.Standing.UNDER_WAY).isPresent() ? 1 : 0;
            }
            assertThat(counts.held()).isEqualTo(known);
            assertThat(counts.underWay()).isEqualTo(underWay);
        }
    }

    @Property(tries = 200)
    void shouldAnswerEveryQuestion(@ForAll("rules") AdmissionRule rule, @ForAll("histories") List<Move> moves) {
        GroupRig rig = new GroupRig(rule);
        for (Move move : moves) {
            rig.pass(Duration.ofSeconds(move.seconds()));
            Optional<AdmissionMessage> message = message(rig, move);
            if (message.isPresent()) {
                List<CoordinatorEvent> answers = rig.tell(message.get()).answers();
                if (move.what() == What.FAIL || move.what() == What.SLOT) {
                    assertThat(answers).anyMatch(answer -> answer instanceof AdmissionRuled ruled
                            && ruled.rerunId().equals(GroupRig.id(move.number())));
                }
            }
        }
    }

    @Property(tries = 200)
    void shouldAdmitNoMoreThanTheLimitWhileClosed(@ForAll("failures") List<Move> moves) {
        AdmissionRule rule = GroupRig.rule(4, BreakerRelease.MANUAL, 0, 100, 0);
        GroupRig rig = new GroupRig(rule);
        List<Instant> admitted = new ArrayList<>();
        for (Move move : moves) {
            rig.pass(Duration.ofSeconds(move.seconds()));
            boolean known = rig.rows.ask(GroupRig.id(move.number())).isPresent();
            rig.tell(rig.failure(move.number()));
            if (!known && rig.admitted(move.number())) {
                admitted.add(rig.now);
            }
            Instant from = rig.now.minus(rule.window());
            assertThat(admitted.stream().filter(moment -> moment.isAfter(from))).hasSizeLessThanOrEqualTo(4);
        }
    }

    @Property(tries = 200)
    void shouldGiveNoMoreSlotsThanThereAre(@ForAll("rules") AdmissionRule rule, @ForAll("histories") List<Move> moves) {
        GroupRig rig = new GroupRig(rule);
        for (Move move : moves) {
            play(rig, move);
            if (rule.maxParallel() > 0) {
                assertThat(rig.state.counts().underWay()).isLessThanOrEqualTo(rule.maxParallel());
            }
        }
    }

    @Property(tries = 200)
    void shouldChangeNothingWhenToldTwice(@ForAll("rules") AdmissionRule rule, @ForAll("histories") List<Move> moves) {
        GroupRig rig = new GroupRig(rule);
        for (Move move : moves) {
            rig.pass(Duration.ofSeconds(move.seconds()));
            Optional<AdmissionMessage> message = message(rig, move);
            if (message.isEmpty() || move.what() == What.RAN) {
                continue;
            }
            List<CoordinatorEvent> first = rig.tell(message.get()).answers();
            settleDown(rig);
            GroupState state = rig.state;
            MemoryRows rows = rig.rows.copy();
            Optional<AdmissionRuled> told = Optional.ofNullable(rig.ruling(move.number()));
            GroupStep again = rig.tell(message.get());

            assertThat(rig.state).isEqualTo(state);
            assertThat(rig.rows).isEqualTo(rows);
            assertThat(again.changed()).isEmpty();
            if (move.what() == What.FAIL || move.what() == What.SLOT) {
                assertThat(first).isNotEmpty();
                assertThat(again.answers()).containsExactly(told.orElseThrow());
            }
        }
    }

    /** What a release owes at this very moment is not the repetition's doing. */
    private static void settleDown(GroupRig rig) {
        rig.pass(Duration.ZERO);
    }

    @Property(tries = 150)
    void shouldComeToTheSameStateFromEveryPrefix(
            @ForAll("rules") AdmissionRule rule, @ForAll("histories") List<Move> moves) {
        GroupRig rig = played(rule, moves);
        for (int cut = 0; cut <= rig.inputs.size(); cut += 7) {
            GroupState state = GroupState.initial(GroupRig.GROUP);
            MemoryRows rows = new MemoryRows();
            for (GroupInput input : rig.inputs.subList(0, cut)) {
                state = GroupMachine.step(state, input, rows).next();
            }
            MemoryRows restored = rows.copy();
            for (GroupInput input : rig.inputs.subList(cut, rig.inputs.size())) {
                state = GroupMachine.step(state, input, restored).next();
            }
            assertThat(state).isEqualTo(rig.state);
            assertThat(restored).isEqualTo(rig.rows);
        }
    }

    @Property(tries = 150)
    void shouldReleaseAllInTheEndWhenProbesSucceed(@ForAll("histories") List<Move> moves) {
        GroupRig rig = played(GroupRig.rule(2, BreakerRelease.AUTOMATIC, 2, 100, 0), moves);
        rig.tell(rig.control(StormAction.RELEASE, "last"));
        for (int hour = 0; hour < 60; hour++) {
            for (int number = 0; number <= 40; number++) {
                boolean waits = rig.rows.ask(GroupRig.id(number)).flatMap(Ask::lane).isPresent();
                boolean settled = rig.rows.ask(GroupRig.id(number))
                        .filter(ask -> ask.standing() == Ask.Standing.SETTLED).isPresent();
                if (!waits && !settled) {
                    rig.tell(rig.settled(number, AdmissionOutcome.SUCCEEDED));
                }
            }
            rig.pass(Duration.ofMinutes(20));
        }

        assertThat(rig.state.counts().held()).isZero();
        assertThat(rig.state.storming()).isEmpty();
    }

    @Property(tries = 150)
    void shouldEndEachAlertOfAStormOnce(@ForAll("rules") AdmissionRule rule, @ForAll("histories") List<Move> moves) {
        GroupRig rig = new GroupRig(rule);
        Set<String> open = new HashSet<>();
        Set<RerunId> openers = new HashSet<>();
        for (Move move : moves) {
            int from = rig.answers.size();
            play(rig, move);
            for (CoordinatorEvent answer : rig.answers.subList(from, rig.answers.size())) {
                switch (answer) {
                    case AdmissionRuled ruled when ruled.opened() -> {
                        // The same question told again repeats the same answer.
                        if (openers.add(ruled.rerunId())) {
                            assertThat(open.add(ruled.subject())).as("%s", ruled).isTrue();
                        }
                    }
                    case StormEnded ended -> {
                        assertThat(open.remove(ended.subject())).as("%s", ended).isTrue();
                        openers.clear();
                    }
                    default -> {}
                }
            }
        }
    }

    @Property(tries = 150)
    void shouldReleaseInOrder(@ForAll("failures") List<Move> moves) {
        AdmissionRule rule = GroupRig.rule(1, BreakerRelease.MANUAL, 0, 100, 0);
        GroupRig rig = new GroupRig(rule);
        rig.tell(rig.control(StormAction.HOLD, "click"));
        moves.forEach(move -> {
            rig.pass(Duration.ofSeconds(move.seconds()));
            message(rig, new Move(What.FAIL, move.number(), 0)).ifPresent(rig::tell);
        });
        List<Place> places = new ArrayList<>();
        Lane lane = new Lane(Lane.Kind.BREAKER, Breaker.WHOLE_GROUP);
        for (int number = 0; number <= 40; number++) {
            rig.rows.ask(GroupRig.id(number)).ifPresent(ask -> places.add(Place.of(lane, ask)));
        }
        int before = rig.answers.size();
        rig.tell(rig.control(StormAction.RELEASE, "click again"));
        rig.pass(Duration.ofHours(2));

        assertThat(rig.answers.subList(before, rig.answers.size()).stream().map(AdmissionRuled.class::cast)
                .filter(ruled -> ruled.ruling() == AdmissionRuling.ADMITTED).map(AdmissionRuled::rerunId))
                .containsExactlyElementsOf(places.stream().sorted().map(Place::rerunId).toList());
    }

    @Provide
    Arbitrary<List<Move>> histories() {
        return Combinators
                .combine(Arbitraries.frequency(Tuple.of(8, What.FAIL), Tuple.of(3,
                        What.SLOT), Tuple.of(3, What.SUCCEEDED), Tuple.of(2, What.FAILED),
                        Tuple.of(1, What.WITHDRAWN), Tuple.of(1, What.RAN),
                        Tuple.of(1, What.HOLD), Tuple.of(1, What.RELEASE),
                        Tuple.of(1, What.PASS)),
                        Arbitraries.integers().between(0, 40), Arbitraries.of(0, 0, 1, 10, 70, 400, 5000))
                .as(Move::new).list().ofMaxSize(60);
    }

    @Provide
    Arbitrary<List<Move>> failures() {
        return Combinators
                .combine(Arbitraries.of(What.FAIL), Arbitraries.integers().between(0, 40),
                        Arbitraries.of(0, 1, 10, 70, 200))
                .as(Move::new).list().ofMinSize(1).ofMaxSize(60);
    }

    @Provide
    Arbitrary<AdmissionRule> rules() {
        return Combinators.combine(Arbitraries.of(1, 2, 5), Arbitraries.of(BreakerRelease.class),
                Arbitraries.of(0, 1, 3), Arbitraries.of(100, 100, 20, 0), Arbitraries.of(0, 1, 4)).as(GroupRig::rule);
    }
}
