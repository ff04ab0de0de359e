// SPDX-License-Identifier: Apache-2.0
package dev.reprise.demo.scheduler;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Instant;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

import dev.reprise.schemas.event.RetryOutlook;
import dev.reprise.schemas.event.RunEvent;
import dev.reprise.schemas.event.RunFailed;
import dev.reprise.schemas.event.RunLost;
import dev.reprise.schemas.event.RunPhase;
import dev.reprise.schemas.event.RunSucceeded;
import dev.reprise.schemas.id.InstanceId;
import dev.reprise.schemas.id.RunId;
import dev.reprise.schemas.wire.WireCodec;
import dev.reprise.schemas.wire.WireMessage;

class ScheduledRunTest {
    private static final Instant AT = Instant.parse("2026-11-29T07:30:00Z");
    private static final ScheduledRun RUN = new ScheduledRun(InstanceId.parse("demo/fx_rates/ds=2026-11-28"),
            new RunId("fx_rates-run-1"), 2, RetryOutlook.WILL_RETRY);

    private final WireCodec codec = new WireCodec();

    @Test
    void shouldReportSuccessOfTheOwner() {
        assertThat(RUN.ended(new RunEnd.Exited(0, "batch 8 of 8 committed"), AT)).isInstanceOf(RunSucceeded.class);
    }

    @Test
    void shouldReportAFailureWithItsErrorAndTheOutlook() {
        RunEvent event = RUN.ended(new RunEnd.Exited(1, "batch 1 of 8 committed\nrate provider answered 503"), AT);

        assertThat(event).isInstanceOfSatisfying(RunFailed.class, failed -> {
            assertThat(failed.retry()).isEqualTo(RetryOutlook.WILL_RETRY);
            assertThat(failed.phase()).isEqualTo(RunPhase.MAY_HAVE_RUN);
            assertThat(failed.error()).hasValueSatisfying(error -> {
                assertThat(error.message()).isEqualTo("rate provider answered 503");
                assertThat(error.exitCode()).contains(1);
                assertThat(error.outputTail()).hasValueSatisfying(tail -> assertThat(tail).startsWith("batch 1"));
            });
        });
    }

    @Test
    void shouldReportAKilledProcessAsLost() {
        assertThat(RUN.ended(new RunEnd.Exited(RunEnd.KILLED, ""), AT)).isInstanceOfSatisfying(RunLost.class,
                lost -> assertThat(lost.phase()).isEqualTo(RunPhase.MAY_HAVE_RUN));
    }

    @Test
    void shouldReportThatABodyNeverBegan() {
        assertThat(RUN.ended(new RunEnd.NotStarted("no such file"), AT)).isInstanceOfSatisfying(RunFailed.class,
                failed -> assertThat(failed.phase()).isEqualTo(RunPhase.NEVER_STARTED));
    }

    @ParameterizedTest
    @MethodSource("events")
    void shouldWriteEventsThatAReaderOfTheContractTakes(RunEvent event) {
        WireMessage message = codec.readStructured(RUN.cloudEvent(event, codec));

        assertThat(message.data()).isEqualTo(event);
        assertThat(message.attributes().id()).startsWith("fx_rates-run-1-2-run.");
    }

    private static Stream<RunEvent> events() {
        return Stream.of(RUN.started(AT), RUN.ended(new RunEnd.Exited(0, ""), AT),
                RUN.ended(new RunEnd.Exited(1, "an error"), AT), RUN.ended(new RunEnd.Exited(RunEnd.KILLED, ""), AT),
                RUN.ended(new RunEnd.NotStarted("no such file"), AT));
    }
}
