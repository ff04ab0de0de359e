// SPDX-License-Identifier: Apache-2.0
package dev.reprise.notifier.channel;

import java.util.Optional;

/** A way to tell one receiver. Used by one thread at a time; blocks for at most the time-out it was configured with. */
public interface Channel extends AutoCloseable {
    /**
     * Gets ready before the first delivery, where the receiver wants that; what is in the way is then in {@link #inTheWay()}.
     *
     * @throws InterruptedException when the process is about to end
     */
    default void prepare() throws InterruptedException {}

    /** What keeps everything from being delivered, for a person, without secrets; any thread may ask. */
    default Optional<String> inTheWay() {
        return Optional.empty();
    }

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
