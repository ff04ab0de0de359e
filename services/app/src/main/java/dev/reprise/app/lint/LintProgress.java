// SPDX-License-Identifier: Apache-2.0
package dev.reprise.app.lint;

import java.time.Duration;
import java.util.function.Consumer;
import java.util.function.LongSupplier;

/** Says how far a long run is: nothing in the first two seconds, then a line every two. */
final class LintProgress {
    private static final long EVERY = Duration.ofSeconds(2).toNanos();
    private final Consumer<String> told;
    private final LongSupplier nanos;
    private long last;

    LintProgress(Consumer<String> told, LongSupplier nanos) {
        this.told = told;
        this.nanos = nanos;
        this.last = nanos.getAsLong();
    }

    void at(int done, int total, String next) {
        long now = nanos.getAsLong();
        if (now - last >= EVERY) {
            last = now;
            told.accept(done + " of " + total + " files, now " + next);
        }
    }
}
