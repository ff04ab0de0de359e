// SPDX-License-Identifier: Apache-2.0
package dev.reprise.ingest.lineage;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ObjectNode;

import dev.reprise.schemas.event.KilledBy;
import dev.reprise.schemas.event.RetryOutlook;
import dev.reprise.schemas.event.RunEvent;
import dev.reprise.schemas.event.RunFailed;
import dev.reprise.schemas.event.RunHeartbeat;
import dev.reprise.schemas.event.RunKilled;
import dev.reprise.schemas.event.RunStarted;
import dev.reprise.schemas.event.RunSucceeded;
import dev.reprise.schemas.event.SuccessProof;

class LineageMappingTest {

    private static final String INSERT = "INSERT OVERWRITE TABLE t PARTITION (dt='1') SELECT 1";

    @Test
    void shouldTellTheOwnersSuccessAsProof() {
        List<RunEvent> events = replay(EventText.task("START", "t").tag("dt", "1"),
                EventText.task("COMPLETE", "t").at(60));
        assertThat(events).hasExactlyElementsOfTypes(RunStarted.class, RunSucceeded.class);
        assertThat(((RunSucceeded) events.getLast()).proof()).isEqualTo(SuccessProof.OWNER);
    }

    @Test
    void shouldTellAJobThatReportsForItselfAsItsOwner() {
        List<RunEvent> events = replay(EventText.of("COMPLETE", "r", "script"));
        assertThat(events).hasExactlyElementsOfTypes(RunSucceeded.class);
        assertThat(((RunSucceeded) events.getLast()).proof()).isEqualTo(SuccessProof.OWNER);
    }

    @Test
    void shouldFindTheTaskFromAStatementOfItsApplication() {
        List<RunEvent> events = replay(EventText.task("START", "t").tag("dt", "1").tries(2, 3),
                EventText.application("START", "a").parent("t", "dag.task"),
                EventText.statement("FAIL", "s", "a").at(5));
        RunFailed failed = (RunFailed) events.getLast();
        assertThat(failed.instance()).hasToString("prod/dag.task/dt=1");
        assertThat(failed.attemptId()).hasToString(EventText.uuid("t") + "#2");
        assertThat(failed.retry()).isEqualTo(RetryOutlook.WILL_RETRY);
    }

    @Test
    void shouldNameAnAirflowRunAsItsCallbacksDo() {
        List<RunEvent> events = replay(named(EventText.task("START", "t1").tag("dt", "1").tries(1, 0)),
                EventText.application("START", "a").parent("t1", "dag.task"),
                EventText.statement("FAIL", "s", "a").at(5),
                named(EventText.task("FAIL", "t1").at(6)));
        assertThat(events).extracting(event -> event.instance() + " " + event.attemptId())
                .containsOnly("prod/dag.task/dt=1/map_index=3 scheduled__1#1");
        assertThat(events.stream().filter(RunFailed.class::isInstance)).isNotEmpty();
    }

    @Test
    void shouldGoOnUnderTheNameThatWasToldFirst() {
        List<RunEvent> events = replay(EventText.task("START", "t").tag("dt", "1"),
                named(EventText.task("FAIL", "t").at(6)));
        assertThat(events).extracting(event -> event.run().value()).containsOnly(EventText.uuid("t"));
    }

    private static EventText named(EventText event) {
        JsonNode facet = event.tree().at("/run/facets/airflow");
        ObjectNode airflow = facet.isMissingNode() ? event.runFacet("airflow") : (ObjectNode) facet;
        airflow.withObjectProperty("taskInstance").put("map_index", 3);
        airflow.putObject("dagRun").put("run_id", "scheduled__1");
        return event;
    }

    @Test
    void shouldNotTakeTheDagForTheOwnerOfItsTask() {
        List<RunEvent> events = replay(EventText.of("START", "d", "dag").sort("AIRFLOW", "DAG"),
                EventText.task("FAIL", "t").parent("d", "dag"));
        assertThat(events).extracting(event -> event.job().name()).containsOnly("dag.task");
    }

    @Test
    void shouldTellTheFailureOfAPartAndOfItsOwnerOnce() {
        List<RunEvent> events = replay(EventText.task("START", "t").tag("dt", "1").tries(4, 3),
                EventText.of("FAIL", "p", "part").parent("t", "dag.task").at(1), EventText.task("FAIL", "t").at(2));
        assertThat(events).hasExactlyElementsOfTypes(RunStarted.class, RunFailed.class);
        assertThat(((RunFailed) events.getLast()).retry()).isEqualTo(RetryOutlook.FINAL);
    }

    @Test
    void shouldTellAFailureAgainWhenOnlyThenTheOutlookIsKnown() {
        List<RunEvent> events = replay(EventText.of("FAIL", "p", "part").parent("t", "dag.task").tag("dt", "1"),
                EventText.task("FAIL", "t").tries(1, 3).at(2));
        assertThat(events).hasExactlyElementsOfTypes(RunFailed.class, RunFailed.class);
        assertThat(events).extracting(event -> ((RunFailed) event).retry()).containsExactly(RetryOutlook.UNSTATED,
                RetryOutlook.WILL_RETRY);
    }

    @Test
    void shouldLetTheOwnerOutweighTheFailureOfAPart() {
        List<RunEvent> events = replay(EventText.task("START", "t").tag("dt", "1"),
                EventText.of("FAIL", "p", "part").parent("t", "dag.task"), EventText.task("COMPLETE", "t").at(9));
        assertThat(events).hasExactlyElementsOfTypes(RunStarted.class, RunFailed.class, RunSucceeded.class);
        assertThat(((RunSucceeded) events.getLast()).proof()).isEqualTo(SuccessProof.OWNER);
    }

    @Test
    void shouldNotLetAnythingOutweighTheOwnersOwnFailure() {
        List<RunEvent> events = replay(EventText.task("FAIL", "t"), EventText.task("COMPLETE", "t").at(9));
        assertThat(events).hasExactlyElementsOfTypes(RunFailed.class);
    }

    @Test
    void shouldTakeNoSuccessFromAPart() {
        assertThat(replay(EventText.of("COMPLETE", "p", "part").parent("t", "dag.task"))).isEmpty();
    }

    @Test
    void shouldTakeNoSuccessFromAnApplicationInsideATask() {
        // it completes although its driver died; the task's own FAIL, a moment later, must not come after a success
        List<RunEvent> events = replay(EventText.task("START", "t").tag("dt", "1"),
                EventText.application("COMPLETE", "a").parent("t", "dag.task").at(1),
                EventText.task("FAIL", "t").at(2));
        assertThat(events).hasExactlyElementsOfTypes(RunStarted.class, RunFailed.class);
    }

    @Test
    void shouldTakeNoStopFromWhatIsInsideATask() {
        List<RunEvent> events = replay(EventText.task("START", "t").tag("dt", "1"),
                EventText.application("ABORT", "a").parent("t", "dag.task").at(1));
        assertThat(events).hasExactlyElementsOfTypes(RunStarted.class);
    }

    @Test
    void shouldTellTheStopOfARun() {
        List<RunEvent> events = replay(EventText.task("ABORT", "t"), EventText.task("ABORT", "t").at(1));
        assertThat(events).hasExactlyElementsOfTypes(RunKilled.class);
        assertThat(((RunKilled) events.getFirst()).by()).isEqualTo(KilledBy.UNKNOWN);
    }

    @Test
    void shouldTellSignsOfLifeAtMostEveryTenSeconds() {
        List<RunEvent> events = replay(Stream.concat(Stream.of(EventText.task("START", "t").tag("dt", "1")),
                Stream.iterate(1, n -> n + 1).limit(35).map(n -> EventText.task("RUNNING", "t").at(n)))
                .toArray(EventText[]::new));
        assertThat(events.stream().filter(RunHeartbeat.class::isInstance)).hasSize(3);
    }

    @Test
    void shouldTellTheStartOnlyWhenThePartitionIsKnown() {
        Replay replay = new Replay().take(EventText.application("START", "a").toString());
        assertThat(replay.events()).isEmpty();
        replay.take(EventText.statement("START", "s", "a").sql(INSERT).at(30).toString());
        assertThat(replay.events()).hasExactlyElementsOfTypes(RunStarted.class, RunHeartbeat.class);
        assertThat(replay.events().getFirst().partition()).hasToString("dt=1");
        assertThat(replay.events().getFirst().at()).isEqualTo("2026-11-28T12:00:00Z");
    }

    @Test
    void shouldTellARunThatFellSilentAsOneOfTheWholeJob() {
        Replay replay = new Replay().take(EventText.application("START", "a").toString()).fallSilent();
        assertThat(replay.events()).hasExactlyElementsOfTypes(RunStarted.class);
        assertThat(replay.events().getFirst().partition()).hasToString("*");
        // and it stays that one, so that no instance is left without an end
        replay.take(EventText.statement("START", "s", "a").sql(INSERT).at(900).toString())
                .take(EventText.application("COMPLETE", "a").at(999).toString());
        assertThat(replay.events()).extracting(event -> event.partition().value()).containsOnly("*");
        assertThat(replay.events().getLast()).isInstanceOf(RunSucceeded.class);
    }

    @Test
    void shouldTellEveryPartitionThatTheRunTouches() {
        List<RunEvent> events = replay(EventText.application("START", "a"),
                EventText.statement("START", "s1", "a").sql(INSERT).at(1),
                EventText.statement("START", "s2", "a").sql(INSERT.replace('1', '2')).at(2),
                EventText.statement("FAIL", "s2", "a").at(3));
        assertThat(events.stream().filter(RunFailed.class::isInstance)).extracting(event -> event.partition().value())
                .containsExactlyInAnyOrder("dt=1", "dt=2");
        assertThat(events.stream().filter(RunStarted.class::isInstance)).hasSize(2);
    }

    @Test
    void shouldTellTheFailureToAPartitionTouchedAfterIt() {
        List<RunEvent> events = replay(EventText.statement("START", "s1", "a").sql(INSERT),
                EventText.statement("FAIL", "s1", "a").at(1),
                EventText.statement("START", "s2", "a").sql(INSERT.replace('1', '2')).at(2));
        assertThat(events.stream().filter(RunFailed.class::isInstance)).extracting(event -> event.partition().value())
                .containsExactly("dt=1", "dt=2");
    }

    @Test
    void shouldKeepToTheFirstRuleWithEvidence() {
        Replay replay = new Replay()
                .take(EventText.task("START", "t").nominal("2026-11-27T00:00:00Z", "2026-11-28T00:00:00Z").toString())
                .take(EventText.application("START", "a").parent("t", "dag.task").toString())
                .take(EventText.statement("START", "s", "a").sql(INSERT).at(2).toString())
                .take(EventText.task("COMPLETE", "t").at(3).toString());
        assertThat(replay.events()).extracting(event -> event.partition().value())
                .containsOnly("2026-11-27T00:00:00Z/2026-11-28T00:00:00Z");
        assertThat(replay.onlyContext().choice().rule()).contains(PartitionRule.DATA_INTERVAL);
    }

    @Test
    void shouldNameTheRerunThatARunCarriesOut() {
        String rerun = "rr-" + "a".repeat(32);
        List<RunEvent> events = replay(EventText.task("START", "t").tag("dt", "1").tag("rerun", rerun));
        assertThat(((RunStarted) events.getFirst()).rerunOf())
                .hasValueSatisfying(id -> assertThat(id).hasToString(rerun));
    }

    @Test
    void shouldKeepTriesApartWhereTheSourceKeepsTheRunId() {
        List<RunEvent> events = replay(EventText.of("FAIL", "r", "job").tag("dt", "1").tag("attempt", "1"),
                EventText.of("START", "r", "job").tag("dt", "1").tag("attempt", "2").at(60),
                EventText.of("COMPLETE", "r", "job").at(90).tag("dt", "1"));
        assertThat(events).hasExactlyElementsOfTypes(RunFailed.class, RunStarted.class, RunSucceeded.class);
        assertThat(events).extracting(RunEvent::attempt).containsExactly(1, 2, 2);
    }

    @Test
    void shouldIgnoreParentsThatFormALoop() {
        List<RunEvent> events = replay(EventText.of("START", "x", "x").parent("y", "y"),
                EventText.of("START", "y", "y").parent("x", "x").at(1),
                EventText.of("FAIL", "x", "x").parent("y", "y").at(2));
        assertThat(events).isNotEmpty();
    }

    private static List<RunEvent> replay(EventText... events) {
        return Replay.of(Stream.of(events).map(EventText::toString).toList());
    }
}
