// SPDX-License-Identifier: Apache-2.0
package dev.reprise.app.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Map;
import org.junit.jupiter.api.Test;

import dev.reprise.runtime.password.PasswordHash;

class PasswordHashCommandTest {

    private static final String[] WORDS = {"password", "hash"};

    @Test
    void shouldPrintAHashOfTheFirstLineAndNothingElse() {
        CommandRun run = CommandRun.of(Map.of(), "correct horse battery\r\nanother line\n", WORDS);

        assertThat(run.code()).isZero();
        assertThat(run.err()).isEmpty();
        assertThat(PasswordHash.parse(run.out().strip()).matches("correct horse battery")).isTrue();
    }

    @Test
    void shouldRefuseShortPasswordWithoutRepeatingIt() {
        CommandRun run = CommandRun.of(Map.of(), "tooshort\n", WORDS);

        assertThat(run.code()).isEqualTo(2);
        assertThat(run.out()).isEmpty();
        assertThat(run.err()).contains("12 to 256 characters").doesNotContain("tooshort");
    }
}
