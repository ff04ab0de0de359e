// SPDX-License-Identifier: Apache-2.0
package dev.reprise.coordinator;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

import dev.reprise.house.broken.Break;
import dev.reprise.house.broken.BrokenBuild;
import dev.reprise.house.broken.GuaranteesTable;

/** The test of the test: where a record is passed over after a fault, the topology test must fail. */
class BreakTest {
    private static final Path ROOT = Path.of("..", "..");
    private static final Break REMOVED = Break.of("continue on exception",
            "services/runtime/src/main/java/dev/reprise/runtime/kafka/StreamsProperties.java",
            "LogAndFailProcessingExceptionHandler.class.getName()",
            "org.apache.kafka.streams.errors.LogAndContinueProcessingExceptionHandler.class.getName()");

    @TempDir
    private Path scratch;

    @Test
    void shouldNoticeARecordThatIsPassedOver() throws IOException {
        try (BrokenBuild build = BrokenBuild.of(REMOVED, ROOT, scratch)) {
            assertThat(build.failures("dev.reprise.coordinator.topology.FaultTopologyTest")).isPositive();
        }
        assertThat(GuaranteesTable.problems(ROOT,
                List.of(new GuaranteesTable.Caught(REMOVED.name(), "topology test of the coordinator", 1)))).isEmpty();
    }
}
