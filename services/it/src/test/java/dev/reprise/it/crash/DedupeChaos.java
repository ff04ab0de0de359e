// SPDX-License-Identifier: Apache-2.0
package dev.reprise.it.crash;

import java.nio.file.Path;
import org.junit.jupiter.api.Test;

import dev.reprise.it.broker.Broker;
import dev.reprise.it.broker.BrokerKind;

/** The dedupe-under-kill run in its large form. */
final class DedupeChaos {
    private static final int KILLS = 8;

    @Test
    void shouldAnswerEachFailureOnceThroughManyKills() {
        ChaosSettings settings = ChaosSettings.fromProperties();
        Path directory = settings.world("dedupe");
        try (Broker broker = BrokerKind.here().getLast().start(directory.resolve("kafka"))) {
            Dedupe.run(directory, broker.bootstrapServers(),
                    new Dedupe.Size(settings.keys(), KILLS, settings.seed()));
        }
    }
}
