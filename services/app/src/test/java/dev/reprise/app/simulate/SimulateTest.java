// SPDX-License-Identifier: Apache-2.0
package dev.reprise.app.simulate;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

import dev.reprise.app.client.CommandFailure;
import dev.reprise.core.simulate.Scenario;

class SimulateTest {
    @TempDir
    Path directory;

    @Test
    void shouldHoldTheExampleOfTheDocumentation() throws IOException {
        Matcher block = Pattern.compile("```json\\n(.*?)```", Pattern.DOTALL)
                .matcher(Files.readString(Path.of("../../docs/scenarios.md")));
        assertThat(block.find()).isTrue();

        Comparison comparison = Comparison.of(ScenarioFiles.read(List.of(write(block.group(1)))).getFirst());

        assertThat(comparison.missing()).isEmpty();
        assertThat(comparison.surplus()).isEmpty();
    }

    @Test
    void shouldTellWhatIsMissingAndWhatIsSurplus() throws IOException {
        List<Scenario> scenarios = ScenarioFiles.read(List.of(write("""
                [{"id": "x", "policy": {"*": {}}, "events": [
                   {"t": 5, "type": "FAILED", "job": "etl", "partition": "p", "run": "r", "attempt": 1, "final": true}],
                  "expected": [{"t": 5, "on": 0, "decision": "alert", "reason": "NON_IDEMPOTENT"}]}]
                """)));

        Comparison comparison = Comparison.of(scenarios.getFirst());

        assertThat(comparison.passed()).isFalse();
        assertThat(comparison.missing()).extracting("reason").containsExactly("NON_IDEMPOTENT");
        assertThat(comparison.surplus()).extracting("reason").containsExactly("SETTLING");
    }

    @Test
    void shouldNameTheFileAndThePlaceOfWhatIsWrong() throws IOException {
        assertThatThrownBy(() -> ScenarioFiles.read(List.of(write("{\n\"id\": "))))
                .isInstanceOf(CommandFailure.class).hasMessageContaining("cases.json:2");
        assertThatThrownBy(() -> ScenarioFiles.read(List.of(write("[1]")))).hasMessageContaining("element 0");
        assertThatThrownBy(() -> ScenarioFiles.read(List.of(directory.resolve("absent.json"))))
                .hasMessageContaining("does not exist");
    }

    private Path write(String text) throws IOException {
        return Files.writeString(directory.resolve("cases.json"), text);
    }
}
