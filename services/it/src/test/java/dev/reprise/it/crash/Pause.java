// SPDX-License-Identifier: Apache-2.0
package dev.reprise.it.crash;

import java.time.Duration;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;

/** Lets time pass where time itself is the fault: a stopped process is a zombie only after its session has run out. */
final class Pause {
    private Pause() {}

    static void of(Duration time) {
        try {
            if (new CountDownLatch(1).await(time.toMillis(), TimeUnit.MILLISECONDS)) {
                throw new IllegalStateException("nobody counts down");
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new IllegalStateException("interrupted", e);
        }
    }
}
