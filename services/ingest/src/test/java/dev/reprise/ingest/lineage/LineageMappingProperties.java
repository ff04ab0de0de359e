// SPDX-License-Identifier: Apache-2.0
package dev.reprise.ingest.lineage;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatCode;

import java.util.ArrayList;
import java.util.Collections;
import java.util.HashSet;
import java.util.List;
import java.util.Random;
import java.util.Set;
import java.util.function.Predicate;
import net.jqwik.api.Arbitraries;
import net.jqwik.api.Arbitrary;
import net.jqwik.api.Combinators;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.Provide;

import dev.reprise.schemas.event.RunEvent;
import dev.reprise.schemas.event.RunFailed;
import dev.reprise.schemas.event.RunHeartbeat;
import dev.reprise.schemas.event.RunStarted;
import dev.reprise.schemas.event.RunSucceeded;
import dev.reprise.schemas.event.SuccessProof;

/** What holds for any history of a task, its application and two statements. */
class LineageMappingProperties {

    @Property(tries = 300)
    void shouldTellNothingForWhatCameBefore(@ForAll("linked") List<String> history) {
        List<String> twice = new ArrayList<>(history);
        twice.addAll(history);
        assertThat(Replay.of(twice)).isEqualTo(Replay.of(history));
    }

    @Property(tries = 300)
    void shouldNotChangeWhenSomeEventIsDeliveredTwice(@ForAll("linked") List<String> history, @ForAll int which) {
        List<String> doubled = new ArrayList<>(history);
        int at = Math.floorMod(which, history.size());
        doubled.add(at, history.get(at));
        assertThat(Replay.of(doubled)).isEqualTo(Replay.of(history));
    }

    @Property(tries = 300)
    void shouldTellEachFactOnceToEachInstance(@ForAll("histories") List<String> history) {
        Set<String> told = new HashSet<>();
        for (RunEvent event : Replay.of(history)) {
            String detail = event instanceof RunFailed failed
                    ? failed.retry().name()
                    : event instanceof RunSucceeded succeeded
                            ? succeeded.proof().name()
                            : event instanceof RunHeartbeat heartbeat ? heartbeat.at().toString() : "";
            assertThat(told.add(event.getClass().getSimpleName() + event.instance() + event.attemptId() + detail))
                    .isTrue();
        }
    }

    @Property(tries = 300)
    void shouldNeverTellAnObservationAfterAFailure(@ForAll("histories") List<String> history) {
        List<RunEvent> events = Replay.of(history);
        for (int i = 0; i < events.size(); i++) {
            if (events.get(i) instanceof RunSucceeded succeeded && succeeded.proof() == SuccessProof.OBSERVER) {
                assertThat(events.subList(0, i)).noneMatch(
                        earlier -> earlier instanceof RunFailed && earlier.instance().equals(succeeded.instance())
                                && earlier.attemptId().equals(succeeded.attemptId()));
            }
        }
    }

    @Property(tries = 300)
    void shouldComeToTheSameEndInAnyOrder(@ForAll("scheduled") List<String> history, @ForAll long seed) {
        List<String> shuffled = new ArrayList<>(history);
        Collections.shuffle(shuffled, new Random(seed));
        assertThat(verdict(linked(shuffled))).isEqualTo(verdict(linked(history)));
    }

    @Property(tries = 500)
    void shouldAnswerForAnyBody(@ForAll("mangled") String body) {
        assertThatCode(() -> Replay.of(List.of(body))).doesNotThrowAnyException();
    }

    /** What the last word to each instance is, were it told everything in the order of its weight. */
    private static Set<String> verdict(List<String> history) {
        List<RunEvent> events = Replay.of(history);
        Set<String> verdicts = new HashSet<>();
        for (RunEvent event : events) {
            Predicate<RunEvent> same = other -> other.instance().equals(event.instance())
                    && other.attemptId().equals(event.attemptId());
            boolean proven = events.stream().filter(same)
                    .anyMatch(e -> e instanceof RunSucceeded s && s.proof() == SuccessProof.OWNER);
            boolean failed = events.stream().filter(same).anyMatch(RunFailed.class::isInstance);
            boolean seen = events.stream().filter(same).anyMatch(RunSucceeded.class::isInstance);
            boolean started = events.stream().filter(same).anyMatch(RunStarted.class::isInstance);
            verdicts.add(event.instance() + " " + event.attemptId() + " started=" + started + " "
                    + (proven ? "succeeded" : failed ? "failed" : seen ? "observed" : "open"));
        }
        return verdicts;
    }

    /** Of a task with an application inside, or of an application that nobody is known to have started. */
    @Provide
    Arbitrary<List<String>> histories() {
        Arbitrary<List<String>> alone = events(List.of("A:START", "A:RUNNING", "A:COMPLETE", "s:START", "s:RUNNING",
                "s:FAIL", "s:COMPLETE", "u:START", "u:COMPLETE"));
        return Arbitraries.oneOf(scheduled(), alone);
    }

    @Provide
    Arbitrary<List<String>> linked() {
        return histories().map(LineageMappingProperties::linked);
    }

    /** With the first reports of the task and the application in front: until then a statement is taken for the application's. */
    private static List<String> linked(List<String> history) {
        List<String> all = new ArrayList<>(history.stream().anyMatch(body -> body.contains("dag.task"))
                ? List.of(event("t:START", 0), event("a:START", 0))
                : List.of(event("A:START", 0)));
        all.addAll(history);
        return all;
    }

    @Provide
    Arbitrary<List<String>> scheduled() {
        // a task that says FAIL and COMPLETE of one try contradicts itself: the order decides then, so it says one of them
        Arbitrary<List<String>> parts = events(List.of("t:START", "t:RUNNING", "a:START", "a:RUNNING", "a:COMPLETE",
                "s:START", "s:RUNNING", "s:FAIL", "s:COMPLETE", "u:START", "u:COMPLETE", "a:FAIL"));
        Arbitrary<List<String>> ends = Arbitraries.of("t:COMPLETE", "t:FAIL").flatMap(end -> events(List.of(end)));
        return Combinators.combine(parts, ends, Arbitraries.integers().between(0, 20)).as((body, end, at) -> {
            List<String> all = new ArrayList<>(body);
            all.addAll(Math.min(at, all.size()), end);
            return all;
        });
    }

    private static Arbitrary<List<String>> events(List<String> names) {
        return Combinators.combine(Arbitraries.of(names), Arbitraries.integers().between(0, 120))
                .as(LineageMappingProperties::event).list().ofMinSize(1).ofMaxSize(12);
    }

    private static String event(String name, int second) {
        String type = name.substring(2);
        EventText event = switch (name.charAt(0)) {
            case 't' -> EventText.task(type, "t");
            case 'a' -> EventText.application(type, "a").parent("t", "dag.task");
            case 'A' -> EventText.application(type, "a");
            default -> EventText.statement(type, name.substring(0, 1), "a");
        };
        return event.tag("dt", "1").at(second).toString();
    }

    /** A real body with a piece cut out or put in. */
    @Provide
    Arbitrary<String> mangled() {
        List<String> bodies = Captures.bodies("spark-3.5.8/insert-into__fails-in-the-middle__attempt1.ndjson");
        Arbitrary<String> pieces = Arbitraries.of("null", "[]", "{}", "1e999", "\"\"", "\"\\u0000\"", "true", "-1", "");
        return Combinators.combine(Arbitraries.of(bodies), Arbitraries.integers().between(0, 4000), pieces)
                .as((body, at, piece) -> {
                    int from = body.indexOf("\": ", at);
                    int to = body.indexOf(", \"", Math.max(from, 0));
                    return from < 0 || to < from ? body : body.substring(0, from + 3) + piece + body.substring(to);
                });
    }
}
