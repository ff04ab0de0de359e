// SPDX-License-Identifier: Apache-2.0
package dev.reprise.it.crash;

import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

import dev.reprise.it.broker.Broker;
import dev.reprise.it.broker.BrokerKind;
import dev.reprise.it.crash.Strike.Mode;
import dev.reprise.it.crash.Strike.Trigger;

/** The few crashes that every build goes through; all others are behind the profile {@code chaos}. */
final class CrashIT {
    private static final long SEED = 20261130;
    @TempDir
    Path directory;

    @Test
    void shouldHaveOneEffectForEachFailureThroughKillsAndAZombie() {
        List<Strike> strikes = List.of(new Strike("coordinator.after-store", Mode.KILL, Trigger.LOAD, Kind.KEYED),
                new Strike("coordinator.before-commit", Mode.KILL, Trigger.LOAD, Kind.OPAQUE),
                new Strike("runner.after-intent-commit", Mode.KILL, Trigger.LOAD, Kind.OPAQUE),
                new Strike("runner.after-call", Mode.KILL, Trigger.LOAD, Kind.KEYED),
                new Strike("runner.after-fence", Mode.KILL, Trigger.LATE, Kind.FENCED),
                new Strike("runner.before-call", Mode.STOP, Trigger.LOAD, Kind.OPAQUE));
        try (Broker broker = BrokerKind.here().getLast().start(directory.resolve("kafka"));
                Bout bout = Bout.small(directory, World.Options.on(broker.bootstrapServers()), SEED)) {
            strikes.forEach(bout::strike);
        }
    }

    @Test
    void shouldAnswerEachFailureOnceWhileTheCoordinatorIsKilled() {
        try (Broker broker = BrokerKind.here().getLast().start(directory.resolve("kafka"))) {
            Dedupe.run(directory, broker.bootstrapServers(), new Dedupe.Size(1_000, 2, SEED));
        }
    }
}
