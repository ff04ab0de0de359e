// SPDX-License-Identifier: Apache-2.0
package dev.reprise.app.output;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import java.io.ByteArrayOutputStream;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import org.junit.jupiter.api.Test;

class TableTest {

    @Test
    void shouldAlignColumnsAlsoBehindWideCharacters() {
        Table table = new Table("NAME", "STATE").row("数据", "ok").row("a", "bad\nline");
        assertThat(print(table)).isEqualTo("NAME  STATE\n数据  ok\na     bad line\n");
    }

    @Test
    void shouldRefuseARowOfAnotherWidth() {
        assertThatIllegalArgumentException().isThrownBy(() -> new Table("A", "B").row("x"))
                .withMessage("the table has 2 columns, the row 1");
    }

    private static String print(Table table) {
        ByteArrayOutputStream out = new ByteArrayOutputStream();
        table.print(new PrintStream(out, true, StandardCharsets.UTF_8));
        return out.toString(StandardCharsets.UTF_8);
    }
}
