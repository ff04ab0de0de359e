// SPDX-License-Identifier: Apache-2.0
package dev.reprise.runtime.kafka;

import static org.apache.kafka.streams.errors.StreamsUncaughtExceptionHandler.StreamThreadExceptionResponse.REPLACE_THREAD;
import static org.apache.kafka.streams.errors.StreamsUncaughtExceptionHandler.StreamThreadExceptionResponse.SHUTDOWN_CLIENT;
import static org.assertj.core.api.Assertions.assertThat;

import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.atomic.AtomicReference;
import org.junit.jupiter.api.Test;

class ThreadReplacementTest {

    private final AtomicReference<Instant> now = new AtomicReference<>(Instant.EPOCH);
    private final List<String> told = new ArrayList<>();
    private final ThreadReplacement replacement = new ThreadReplacement(told::add, now::get);

    @Test
    void shouldStopWhenThreadsDieAgainAndAgain() {
        for (int death = 0; death < 5; death++) {
            assertThat(replacement.handle(new IllegalStateException("boom"))).isEqualTo(REPLACE_THREAD);
        }
        assertThat(told).isEmpty();
        assertThat(replacement.handle(new IllegalStateException("boom"))).isEqualTo(SHUTDOWN_CLIENT);
        assertThat(told).containsExactly("a stream application stopped: java.lang.IllegalStateException: boom");
    }

    @Test
    void shouldForgetDeathsOfLongAgo() {
        for (int death = 0; death < 20; death++) {
            assertThat(replacement.handle(new IllegalStateException("boom"))).isEqualTo(REPLACE_THREAD);
            now.updateAndGet(at -> at.plusSeconds(180));
        }
        assertThat(told).isEmpty();
    }
}
