// SPDX-License-Identifier: Apache-2.0
package dev.reprise.runtime.kafka;

import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.Consumer;
import org.apache.kafka.common.utils.internals.Exit;
import org.jspecify.annotations.Nullable;

/**
 * Stops the broker from ending the process it lives in. Kafka's code calls a process-wide exit procedure on a fatal
 * fault; here that becomes an exception on the faulty thread and a message to each running {@link EmbeddedKafka}.
 *
 * <p>The one static state of this module: Kafka keeps the procedures in static fields, so there is one list per process.
 */
final class BrokerExit {

    private static final Map<Object, Consumer<String>> LISTENERS = new ConcurrentHashMap<>();

    private BrokerExit() {}

    /**
     * Diverts Kafka's exits from now on and tells {@code listener} of each; a fault names no broker, so all are told.
     *
     * @return what ends the messages to this listener; the diversion itself stays, for a broker going down may still fail
     */
    static Runnable divertTo(Consumer<String> listener) {
        Object token = new Object();
        LISTENERS.put(token, listener);
        Exit.setExitProcedure(BrokerExit::raise);
        Exit.setHaltProcedure(BrokerExit::raise);
        return () -> LISTENERS.remove(token);
    }

    private static void raise(int status, @Nullable String message) {
        String text = "embedded broker failed (status " + status + ")" + (message == null ? "" : ": " + message);
        LISTENERS.values().forEach(listener -> listener.accept(text));
        throw new IllegalStateException(text);
    }
}
