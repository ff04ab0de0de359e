// SPDX-License-Identifier: Apache-2.0
package dev.reprise.runtime.kafka;

import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

import dev.reprise.runtime.lifecycle.StartRefusedException;

class EmbeddedKafkaIT {

    @TempDir
    Path directory;

    @Test
    void shouldRefuseSecondStart() {
        long t0 = System.nanoTime();
        try (EmbeddedKafka kafka = EmbeddedKafka.start(EmbeddedKafkaConfig.on(directory), message -> {})) {
            System.err.println("started in " + (System.nanoTime() - t0) / 1_000_000);
            assertThatThrownBy(() -> EmbeddedKafka.start(EmbeddedKafkaConfig.on(directory), message -> {}))
                    .isInstanceOf(StartRefusedException.class).hasMessageContaining(directory.toString());
        }
    }
}
