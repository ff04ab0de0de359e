// SPDX-License-Identifier: Apache-2.0
package dev.reprise.runtime.lifecycle;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.CountDownLatch;
import org.junit.jupiter.api.Test;

class PartsTest {

    private final List<String> closed = new CopyOnWriteArrayList<>();

    @Test
    void shouldCloseInReverseOrder() {
        Parts parts = new Parts(Duration.ofSeconds(60));
        parts.add("broker", () -> closed.add("broker"));
        parts.add("streams", () -> closed.add("streams"));
        parts.add("http", () -> closed.add("http"));

        parts.close();
        parts.close();

        assertThat(closed).containsExactly("http", "streams", "broker");
    }

    @Test
    void shouldCloseTheOthersWhenOneFailsOrHangs() {
        CountDownLatch never = new CountDownLatch(1);
        Parts parts = new Parts(Duration.ofMillis(200));
        parts.add("broker", () -> closed.add("broker"));
        parts.add("failing", () -> {
            throw new IllegalStateException("cannot close");
        });
        parts.add("hanging", never::await);

        parts.close();

        assertThat(closed).containsExactly("broker");
    }
}
