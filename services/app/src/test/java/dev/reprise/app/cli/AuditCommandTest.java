// SPDX-License-Identifier: Apache-2.0
package dev.reprise.app.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Map;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class AuditCommandTest {

    @ParameterizedTest
    @CsvSource(delimiter = '|', value = {"--bootstrap a:1 --data-dir b|mutually exclusive",
        "--violations -1|--violations: expected 0 or more, found -1",
        "--bootstrap a:1 --journal /nowhere/j|--journal: /nowhere/j cannot be read",
        "--config /nowhere/c.yaml|/nowhere/c.yaml", "|name a cluster with --bootstrap HOST:PORT"})
    void shouldRefuseInOneLineWhatCannotBeRead(String options, String message) {
        String[] words = ("audit " + (options == null ? "" : options)).strip().split(" ");
        CommandRun run = CommandRun.of(Map.of(), words);
        assertThat(run.code()).as(run.err()).isEqualTo(2);
        assertThat(run.err()).startsWith("reprise: ").contains(message);
        assertThat(run.err().lines()).hasSize(1);
        assertThat(run.out()).isEmpty();
    }
}
