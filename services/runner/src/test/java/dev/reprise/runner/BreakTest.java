// SPDX-License-Identifier: Apache-2.0
package dev.reprise.runner;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

import dev.reprise.house.broken.Break;
import dev.reprise.house.broken.BrokenBuild;
import dev.reprise.house.broken.GuaranteesTable;

/** The test of the test: without the question by our own id, the conformance kit must fail. */
class BreakTest {
    private static final Path ROOT = Path.of("..", "..");
    private static final Break REMOVED = Break.of("adopt every 409",
            "services/runner/src/main/java/dev/reprise/runner/target/http/HttpTarget.java",
            "case QueryOutcome.NotFound _ when conflict -> new CallOutcome.Refused(true, detail);",
            "case QueryOutcome.NotFound _ when conflict -> new CallOutcome.Accepted(request.rerunId().asRun(), true);");

    @TempDir
    private Path scratch;

    @Test
    void shouldNoticeAConflictThatIsTakenForSuccess() throws IOException {
        try (BrokenBuild build = BrokenBuild.of(REMOVED, ROOT, scratch)) {
            assertThat(build.failures("dev.reprise.runner.target.http.HttpTargetConformanceTest")).isPositive();
        }
        assertThat(GuaranteesTable.problems(ROOT,
                List.of(new GuaranteesTable.Caught(REMOVED.name(), "conformance kit of HTTP targets", 1)))).isEmpty();
    }
}
