// SPDX-License-Identifier: Apache-2.0
package dev.reprise.ingest.watch;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.Optional;
import org.junit.jupiter.api.Test;

class BoundedLinesTest {

    @Test
    void shouldPassOverWhatIsTooLongAndWhatHasNoEnd() throws IOException {
        BoundedLines lines = new BoundedLines(
                new ByteArrayInputStream("one\n12345678\n123456789\n\nhalf".getBytes(StandardCharsets.UTF_8)), 8);
        assertThat(text(lines.next())).contains("one");
        assertThat(text(lines.next())).contains("12345678");
        assertThat(lines.next()).containsInstanceOf(BoundedLines.Line.TooLong.class);
        assertThat(text(lines.next())).contains("");
        assertThat(lines.next()).isEmpty();
    }

    private static Optional<String> text(Optional<BoundedLines.Line> line) {
        return line.map(each -> new String(((BoundedLines.Line.Whole) each).bytes(), StandardCharsets.UTF_8));
    }
}
