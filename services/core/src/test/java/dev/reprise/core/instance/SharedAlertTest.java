// SPDX-License-Identifier: Apache-2.0
package dev.reprise.core.instance;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Instant;
import java.util.Optional;
import org.junit.jupiter.api.Test;

import dev.reprise.schemas.decision.Reason;
import dev.reprise.schemas.event.RunStarted;
import dev.reprise.schemas.id.AlertKey;
import dev.reprise.schemas.id.InstanceId;
import dev.reprise.schemas.id.JobId;
import dev.reprise.schemas.id.PartitionKey;
import dev.reprise.schemas.id.RunId;

/**
 * Several instances tell of their job under one key, and none knows what the others have told. Readers keep the highest
 * revision: the later word must have it, or an alert that opens after another one's end would be lost.
 */
final class SharedAlertTest {
    private static final JobId JOB = new JobId("warehouse", "daily");
    private static final AlertKey KEY = AlertKey.of(Reason.UNKNOWN_JOB.name(), JOB);
    private static final Instant START = Instant.parse("2026-11-29T00:00:00Z");

    private static InstanceState started(InstanceState state, JobView job, Instant at) {
        return InstanceMachine.step(state, new InstanceFact.Observed(new RunStarted(state.instance().job(),
                state.instance().partition(), new RunId("run@" + at), 1, at, "airflow", Optional.empty(),
                Optional.empty(), false),
                at,
                at), job).next();
    }

    private static InstanceState of(String partition) {
        return InstanceState.initial(new InstanceId(JOB, new PartitionKey(partition)));
    }

    @Test
    void shouldGiveTheLaterWordTheHigherRevision() {
        InstanceState first = started(of("ds=1"), new JobView.Unknown(), START);
        InstanceState over = started(first, Jobs.job(policy -> policy), START.plusSeconds(60));
        InstanceState second = started(of("ds=2"), new JobView.Unknown(), START.plusSeconds(120));

        assertThat(first.alert(KEY).orElseThrow().open()).isTrue();
        assertThat(over.alert(KEY).orElseThrow().open()).isFalse();
        assertThat(over.alert(KEY).orElseThrow().revision()).isGreaterThan(first.alert(KEY).orElseThrow().revision());
        assertThat(second.alert(KEY).orElseThrow().open()).isTrue();
        assertThat(second.alert(KEY).orElseThrow().revision()).isGreaterThan(over.alert(KEY).orElseThrow().revision());
    }

    @Test
    void shouldRiseWithinOneMillisecond() {
        InstanceState first = started(of("ds=1"), new JobView.Unknown(), START);
        InstanceState over = started(first, Jobs.job(policy -> policy), START);

        assertThat(over.alert(KEY).orElseThrow().revision())
                .isEqualTo(first.alert(KEY).orElseThrow().revision() + 1);
    }
}
