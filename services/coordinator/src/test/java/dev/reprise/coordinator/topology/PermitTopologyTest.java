// SPDX-License-Identifier: Apache-2.0
package dev.reprise.coordinator.topology;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

import dev.reprise.schemas.alert.AlertFiring;
import dev.reprise.schemas.command.StartRerun;
import dev.reprise.schemas.decision.DecisionRecord;
import dev.reprise.schemas.decision.Gate;
import dev.reprise.schemas.decision.Reason;
import dev.reprise.schemas.event.PermitRequested;
import dev.reprise.schemas.id.AttemptId;
import dev.reprise.schemas.id.RerunId;
import dev.reprise.schemas.id.RunId;
import dev.reprise.schemas.job.Idempotency;
import dev.reprise.schemas.permit.Permit;
import dev.reprise.schemas.permit.PermitGranted;
import dev.reprise.schemas.permit.PermitRefused;
import dev.reprise.schemas.topic.Topics;

final class PermitTopologyTest {
    private TopologyFixture fixture;

    @BeforeEach
    void start(@TempDir Path directory) {
        fixture = new TopologyFixture(directory);
        fixture.register(Idempotency.IDEMPOTENT);
    }

    @AfterEach
    void stop() {
        fixture.close();
    }

    @Test
    void shouldAnswerUnderTheKeyOfTheInstanceAndRecordTheDecision() {
        fixture.send(asks(Gate.START, TopologyFixture.RUN, Optional.empty()));

        assertThat(fixture.raw(Topics.PERMITS)).singleElement().satisfies(made -> {
            assertThat(made.key()).asString().isEqualTo(TopologyFixture.INSTANCE.key());
            assertThat(fixture.messages.read(made.headers(), made.value()).data())
                    .isInstanceOfSatisfying(PermitGranted.class, granted -> {
                        assertThat(granted.requestId()).isEqualTo("START of run-1");
                        assertThat(granted.generation()).isZero();
                        assertThat(granted.token()).isPositive();
                    });
        });
        assertThat(fixture.read(Topics.DECISIONS, DecisionRecord.class)).singleElement().satisfies(record -> {
            assertThat(record.decision().reason()).isEqualTo(Reason.PERMIT_GRANTED);
            assertThat(record.attempt()).contains(new AttemptId(TopologyFixture.RUN, 1));
            assertThat(record.detail()).startsWith("Run run-1 may start as generation 0");
        });
    }

    @Test
    void shouldRefuseTheOldRunOnceItsRerunIsCommanded() {
        fixture.send(asks(Gate.START, TopologyFixture.RUN, Optional.empty()));
        fixture.send(fixture.started());
        fixture.send(fixture.failed());
        fixture.pass(Duration.ofSeconds(31));
        RerunId rerun = fixture.read(Topics.COMMANDS, StartRerun.class).getFirst().rerunId();

        fixture.send(asks(Gate.COMMIT, TopologyFixture.RUN, Optional.empty()));
        fixture.send(asks(Gate.START, rerun.asRun(), Optional.of(rerun)));
        fixture.send(asks(Gate.COMMIT, rerun.asRun(), Optional.of(rerun)));

        List<Permit> answers = fixture.read(Topics.PERMITS, Permit.class);
        assertThat(answers.get(1)).isInstanceOfSatisfying(PermitRefused.class,
                refused -> assertThat(refused.reason()).isEqualTo(Reason.PERMIT_SUPERSEDED));
        assertThat(answers).filteredOn(PermitGranted.class::isInstance).extracting(Permit::generation)
                .containsExactly(0L, 1L, 1L);
        assertThat(answers).filteredOn(PermitGranted.class::isInstance).extracting(answer -> ((PermitGranted) answer)
                .token()).isSorted().doesNotHaveDuplicates();
        assertThat(fixture.read(Topics.ALERTS, AlertFiring.class)).extracting(AlertFiring::kind)
                .containsExactly(Reason.PERMIT_SUPERSEDED);
    }

    @Test
    void shouldAnswerARequestThatComesTwiceTwiceAlike() {
        PermitRequested request = asks(Gate.START, TopologyFixture.RUN, Optional.empty());
        fixture.send(request);
        fixture.send(request);

        assertThat(fixture.read(Topics.PERMITS, PermitGranted.class)).hasSize(2).extracting(PermitGranted::token)
                .containsOnly(1L);
    }

    private PermitRequested asks(Gate gate, RunId run, Optional<RerunId> rerun) {
        return new PermitRequested(TopologyFixture.JOB, TopologyFixture.INSTANCE.partition(), fixture.now(),
                gate + " of " + run, gate, run, 1, "process of " + run, "test", rerun, Optional.empty(),
                fixture.now().plusSeconds(30));
    }
}
