// SPDX-License-Identifier: Apache-2.0
package dev.reprise.notifier.engine;

import java.time.Instant;
import java.util.Optional;
import org.apache.kafka.streams.processor.api.ProcessorContext;
import org.apache.kafka.streams.processor.api.Record;
import org.apache.kafka.streams.state.KeyValueStore;

import dev.reprise.notifier.subscription.Watchdog;
import dev.reprise.schemas.alert.Alert;

/**
 * Keeps the watchdog firing while somebody asks for it. One task alone does: that of one Kafka partition, in which its
 * alert lives whatever the hash of its key says.
 */
final class Watching {
    /** The Kafka partition of the alert. */
    static final int HOME = 0;
    private final ProcessorContext<String, Routed> context;
    private final KeyValueStore<String, Route> routes;
    /** What this task has written; until it is read back, the store does not know it. */
    private Optional<Alert> written = Optional.empty();

    Watching(ProcessorContext<String, Routed> context, KeyValueStore<String, Route> routes) {
        this.context = context;
        this.routes = routes;
    }

    void look(boolean wanted, Instant now) {
        if (context.taskId().partition() != HOME) {
            return;
        }
        Optional<Alert> last = written
                .or(() -> Optional.ofNullable(routes.get(Watchdog.KEY.value())).map(Route::alert));
        Watchdog.next(last, wanted, now).ifPresent(alert -> {
            written = Optional.of(alert);
            context.forward(new Record<>(Watchdog.KEY.value(), new Routed.Raised(alert), now.toEpochMilli()));
        });
    }
}
