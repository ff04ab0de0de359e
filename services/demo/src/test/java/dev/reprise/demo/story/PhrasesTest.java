// SPDX-License-Identifier: Apache-2.0
package dev.reprise.demo.story;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Test;

import dev.reprise.demo.client.HeardDecision;
import dev.reprise.demo.scheduler.RunEnd;
import dev.reprise.schemas.alert.AlertContent;
import dev.reprise.schemas.alert.AlertFiring;
import dev.reprise.schemas.alert.AlertResolved;
import dev.reprise.schemas.decision.Reason;
import dev.reprise.schemas.decision.Severity;
import dev.reprise.schemas.event.ErrorEvidence;
import dev.reprise.schemas.id.AlertKey;
import dev.reprise.schemas.id.InstanceId;

class PhrasesTest {
    private static final InstanceId INSTANCE = InstanceId.parse("demo/ledger_append/ds=2026-11-28");
    private static final AlertKey KEY = AlertKey.of(Reason.NON_IDEMPOTENT.name(), INSTANCE);
    private static final Instant AT = Instant.parse("2026-11-29T07:30:00Z");
    private static final AlertContent CONTENT = new AlertContent(INSTANCE.job(), INSTANCE.partition(), 1,
            Optional.empty(), Optional.empty(), Map.of(),
            "demo/ledger_append ds=2026-11-28: failed and was not rerun, because it is not idempotent", "",
            Optional.of(ErrorEvidence.ofMessage("disk quota exceeded")), List.of(), Optional.empty(), Optional.empty());

    @Test
    void shouldGiveTheReasonInTheServersWords() {
        assertThat(Phrases.of(new HeardDecision(1, "alert", Reason.NON_IDEMPOTENT)))
                .contains("tells the owner. The job is not idempotent: repeating it may corrupt data.");
    }

    @Test
    void shouldPassOverTheBarrier() {
        assertThat(Phrases.of(new HeardDecision(1, "wait", Reason.BARRIER_PENDING))).isEmpty();
    }

    @Test
    void shouldPassOnAWordThatItDoesNotKnow() {
        assertThat(Phrases.of(new HeardDecision(1, "escalate", Reason.UNRECOGNISED))).hasValueSatisfying(
                text -> assertThat(text).startsWith("escalate. "));
    }

    @Test
    void shouldTellTheAlertWithItsErrorAndWithoutTheInstance() {
        AlertFiring firing = new AlertFiring(KEY, 1, Reason.NON_IDEMPOTENT, Severity.CRITICAL, CONTENT, AT);

        assertThat(Phrases.of(firing)).isEqualTo("is told that it failed and was not rerun, because it is not"
                + " idempotent. The error: disk quota exceeded.");
    }

    @Test
    void shouldTellThatAnAlertIsOverAndWhy() {
        AlertResolved resolved = new AlertResolved(KEY, 2, Reason.NON_IDEMPOTENT, Severity.CRITICAL, CONTENT, AT, AT,
                Reason.RECOVERED);

        assertThat(Phrases.of(resolved)).isEqualTo("is told that it is over. The instance is healthy again.");
    }

    @Test
    void shouldTellHowARunEnded() {
        assertThat(Phrases.of(new RunEnd.Exited(0, "batch 8 of 8 committed"))).isEqualTo("the run has succeeded.");
        assertThat(Phrases.of(new RunEnd.Exited(RunEnd.KILLED, "batch 3 of 8 committed")))
                .isEqualTo("the run was killed (kill -9) after: batch 3 of 8 committed.");
        assertThat(Phrases.of(new RunEnd.NotStarted("no such file")))
                .isEqualTo("the run never started: no such file.");
    }
}
