// SPDX-License-Identifier: Apache-2.0
package dev.reprise.coordinator.topology;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import java.time.Duration;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

import dev.reprise.schemas.alert.Alert;
import dev.reprise.schemas.alert.AlertFiring;
import dev.reprise.schemas.alert.AlertResolved;
import dev.reprise.schemas.id.AlertKey;
import dev.reprise.schemas.job.Idempotency;
import dev.reprise.schemas.topic.Topics;

/** An alert under the name of a job ends when the job is mended, though its partition never runs again. */
final class JobAlertTopologyTest {

    @Test
    void shouldSayThatAJobIsKnownOnceItIsRegistered(@TempDir Path state) {
        try (TopologyFixture fixture = new TopologyFixture(state)) {
            fixture.send(fixture.failed());
            assertThat(fixture.read(Topics.ALERTS, Alert.class)).hasOnlyElementsOfType(AlertFiring.class);
            fixture.pass(Duration.ofMinutes(1));
            assertThat(fixture.read(Topics.ALERTS, Alert.class)).isEmpty();

            fixture.register(Idempotency.IDEMPOTENT);
            fixture.pass(Duration.ofSeconds(15));
            assertThat(fixture.read(Topics.ALERTS, Alert.class)).singleElement()
                    .isInstanceOfSatisfying(AlertResolved.class, over -> assertThat(over.alertKey())
                            .isEqualTo(AlertKey.of("UNKNOWN_JOB", TopologyFixture.JOB)));
            fixture.pass(Duration.ofMinutes(1));
            assertThat(fixture.read(Topics.ALERTS, Alert.class)).isEmpty();
        }
    }
}
