// SPDX-License-Identifier: Apache-2.0
package dev.reprise.notifier.channel;

/** A way to tell one receiver. Used by one thread at a time; blocks for at most the time-out it was configured with. */
public interface Channel extends AutoCloseable {
    /**
     * Tries once.
     *
     * @throws InterruptedException when the process is about to end; whether it was told is then unknown
     */
    AttemptResult deliver(Delivery delivery) throws InterruptedException;

    /** Lets go of connections; a try under way ends soon. */
    @Override
    void close();
}
