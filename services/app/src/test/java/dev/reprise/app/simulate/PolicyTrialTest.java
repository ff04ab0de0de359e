// SPDX-License-Identifier: Apache-2.0
package dev.reprise.app.simulate;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class PolicyTrialTest {
    private static final String FAILED = """
            {"specversion": "1.0", "id": "1", "source": "airflow", "type": "dev.reprise.run.failed.v1",\
             "time": "2026-11-29T02:00:00Z", "data": {"job": "warehouse/load",\
             "partition": "ds=2026-11-28", "run": "r1", "attempt": 1, "kind": "FAILED", "retry": "FINAL",\
             "phase": "MAY_HAVE_RUN"}}
            """;
    private static final String REGISTRY = """
            jobs:
              - job: warehouse/load
                policy: {idempotency: %s}
                target: {type: process, command: [/opt/jobs/load]}
            """;

    @TempDir
    Path directory;

    @Test
    void shouldFindNoDifferenceUnderTheSameDocument() throws IOException {
        Path registry = write("now.yaml", REGISTRY.formatted("idempotent"));

        assertThat(PolicyTrial.of(RecordedFile.read(write("events.jsonl", FAILED)), Optional.of(registry), registry)
                .differences()).isEmpty();
    }

    @Test
    void shouldShowTheRerunThatANewDocumentForbids() throws IOException {
        PolicyTrial trial = PolicyTrial.of(RecordedFile.read(write("events.json", "[" + FAILED + "]")),
                Optional.of(write("now.yaml", REGISTRY.formatted("idempotent"))),
                write("new.yaml", REGISTRY.formatted("not-idempotent")));

        assertThat(trial.counts()).isEqualTo("0 reruns more and 1 fewer, 1 alerts more and 0 fewer");
    }

    @Test
    void shouldNameTheLineOfWhatIsWrong() throws IOException {
        assertThatThrownBy(() -> RecordedFile.read(write("a.jsonl", FAILED + "{\"id\": \n")))
                .hasMessageContaining("a.jsonl:");
        assertThatThrownBy(() -> RecordedFile.read(write("b.jsonl", FAILED + FAILED.replace("run.failed", "run.fell"))))
                .hasMessageContaining("b.jsonl:2");
        assertThatThrownBy(() -> RecordedFile.read(write("c.jsonl", ""))).hasMessageContaining("holds no event");
    }

    private Path write(String name, String text) throws IOException {
        return Files.writeString(directory.resolve(name), text);
    }
}
