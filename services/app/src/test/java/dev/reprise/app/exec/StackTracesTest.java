// SPDX-License-Identifier: Apache-2.0
package dev.reprise.app.exec;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

class StackTracesTest {

    private static String trace(String head, int frames) {
        return head + "\n"
                + IntStream.range(0, frames).mapToObj(i -> "\tat org.example.Job.step" + i + "(Job.java:" + i + ")\n")
                        .collect(Collectors.joining());
    }

    @Test
    void shouldKeepWhatWasThrownAndTheFramesNextToIt() {
        String folded = StackTraces.folded(
                trace("Exception in thread \"main\" org.example.NoColumn: no such column", 100), 1_000);

        assertThat(folded).isEqualTo("""
                Exception in thread "main" org.example.NoColumn: no such column
                \tat org.example.Job.step0(Job.java:0)
                \tat org.example.Job.step1(Job.java:1)
                \tat org.example.Job.step2(Job.java:2)
                \t... 97 frames left out
                """);
    }

    @Test
    void shouldLeaveOtherOutputAsItIs() {
        assertThat(StackTraces.folded("one\n  two at (three)\nfour", 100)).isEqualTo("one\n  two at (three)\nfour");
        assertThat(StackTraces.folded("", 100)).isEmpty();
    }

    @Test
    void shouldBeginWithAWholeLineWhereItIsTooLong() {
        assertThat(StackTraces.folded("first line\nsecond\n", 10)).isEqualTo("second\n");
        assertThat(StackTraces.folded("abcdefghijkl", 4)).isEqualTo("ijkl");
    }

    @Test
    void shouldNameTheInnermostCause() {
        String text = trace("org.apache.spark.SparkException: Job aborted.", 5)
                + trace("Caused by: java.io.IOException: No space left on device", 5);

        assertThat(StackTraces.thrown(text)).contains("Caused by: java.io.IOException: No space left on device");
        assertThat(StackTraces.thrown(StackTraces.folded(text, 8_192)))
                .contains("Caused by: java.io.IOException: No space left on device");
    }

    @Test
    void shouldNotTakeAnOldTraceForTheCauseOfALaterEnd() {
        assertThat(StackTraces.thrown(trace("java.io.IOException: tried again", 5) + "disk quota exceeded\n"))
                .isEmpty();
    }
}
