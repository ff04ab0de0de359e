// SPDX-License-Identifier: Apache-2.0
package dev.reprise.app.lint;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.atomic.AtomicLong;
import org.junit.jupiter.api.Test;

class LintProgressTest {
    @Test
    void shouldBeSilentInAShortRunAndTellEveryTwoSecondsOfALongOne() {
        List<String> told = new ArrayList<>();
        AtomicLong now = new AtomicLong();
        LintProgress progress = new LintProgress(told::add, now::get);

        for (int second = 0; second < 6; second++) {
            now.set(Duration.ofSeconds(second).toNanos());
            progress.at(second, 6, second + ".sql");
        }

        assertThat(told).containsExactly("2 of 6 files, now 2.sql", "4 of 6 files, now 4.sql");
    }
}
