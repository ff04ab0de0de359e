// SPDX-License-Identifier: Apache-2.0
package dev.reprise.app.exec;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.charset.StandardCharsets;
import org.junit.jupiter.api.Test;

class OutputTailTest {

    @Test
    void shouldKeepAllWhileItFits() {
        OutputTail tail = new OutputTail(16);
        append(tail, "one\n");
        append(tail, "two\n");
        assertThat(tail.text()).isEqualTo("one\ntwo\n");
    }

    @Test
    void shouldBeginWithAWholeLineWhereSomethingWasLeftOut() {
        OutputTail tail = new OutputTail(10);
        append(tail, "first line\nsecond\n");
        assertThat(tail.text()).isEqualTo("second\n");
    }

    @Test
    void shouldKeepTheEndOfASingleLongLine() {
        OutputTail tail = new OutputTail(4);
        append(tail, "abcdefghij");
        append(tail, "kl");
        assertThat(tail.text()).isEqualTo("ijkl");
    }

    @Test
    void shouldShowOtherBytesAsTextWithoutFailing() {
        OutputTail tail = new OutputTail(8);
        tail.append(new byte[]{(byte) 0xff, (byte) 0xfe, 'x'}, 3);
        assertThat(tail.text()).endsWith("x");
    }

    private static void append(OutputTail tail, String text) {
        byte[] bytes = text.getBytes(StandardCharsets.UTF_8);
        tail.append(bytes, bytes.length);
    }
}
