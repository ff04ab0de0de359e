// SPDX-License-Identifier: Apache-2.0
package dev.reprise.audit.read;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.nio.file.Path;
import java.time.Instant;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

import dev.reprise.audit.history.Start;
import dev.reprise.runtime.config.ConfigException;
import dev.reprise.schemas.id.InstanceId;
import dev.reprise.schemas.id.RerunId;

class JournalFileTest {
    private static final String ID = "rr-" + "a".repeat(32);
    private static final String LINE = "{\"rerunId\":\"" + ID + "\",\"instance\":\"etl/a/ds=1\",\"epoch\":3,"
            + "\"receivedAt\":\"2026-11-29T01:00:00Z\",\"run\":\"r\",\"more\":1}";

    @TempDir
    private Path directory;

    @Test
    void shouldReadOneStartALine() {
        assertThat(JournalFile.parse(LINE + "\n\n" + LINE.replace("\"run\":\"r\",", "") + "\n").starts())
                .containsExactly(start(1, Optional.of("r")), start(3, Optional.empty()));
    }

    @Test
    void shouldPassOverWhatWasCutOffWhileItWasWritten() {
        assertThat(JournalFile.parse(LINE + "\n" + LINE.substring(0, 30)).starts()).hasSize(1);
        assertThat(JournalFile.parse(LINE + "\n" + LINE).starts()).hasSize(2);
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', value = {"rerunId|rr-x|rerunId is not", "instance|etl|instance is not",
        "receivedAt|noon|receivedAt is no time", "epoch|x|epoch is missing", "run|r|"})
    void shouldNameTheLineAndTheField(String field, String value, String message) {
        String line = LINE.replaceAll("\"" + field + "\":(\"[^\"]*\"|\\d+)", "\"" + field + "\":\"" + value + "\"");
        if (message == null) {
            assertThat(JournalFile.parse(line + "\n").starts()).hasSize(1);
        } else {
            assertThatThrownBy(() -> JournalFile.parse(LINE + "\n" + line + "\n")).isInstanceOf(ConfigException.class)
                    .hasMessageContaining("line 2: " + message);
        }
    }

    @Test
    void shouldRefuseALineThatIsNoJson() {
        assertThatThrownBy(() -> JournalFile.parse("x\n" + LINE + "\n")).hasMessageContaining("line 1: is no JSON");
        assertThatThrownBy(() -> JournalFile.parse("[]\n")).hasMessageContaining("line 1: rerunId is missing");
    }

    @Test
    void shouldNameAFileThatCannotBeRead() {
        assertThatThrownBy(() -> JournalFile.read(directory.resolve("absent"))).isInstanceOf(ConfigException.class)
                .hasMessageContaining("absent").hasMessageContaining("cannot be read");
    }

    private static Start start(int line, Optional<String> run) {
        return new Start(line, new RerunId(ID), InstanceId.parse("etl/a/ds=1"), 3,
                Instant.parse("2026-11-29T01:00:00Z"), run);
    }
}
