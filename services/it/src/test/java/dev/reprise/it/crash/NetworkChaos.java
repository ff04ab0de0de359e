// SPDX-License-Identifier: Apache-2.0
package dev.reprise.it.crash;

import static org.junit.jupiter.api.Assumptions.abort;

import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.Random;
import org.junit.jupiter.api.Test;

import dev.reprise.it.broker.BrokerProcesses;
import dev.reprise.it.crash.Namespace.Cut;
import dev.reprise.it.target.Conduct;

/** A coordinator and a runner behind a wire that is cut, in one direction or both, beyond their sessions. */
final class NetworkChaos {
    private static final int TOLD = 20;
    private static final List<Kind> KINDS = List.of(Kind.KEYED, Kind.FENCED, Kind.OPAQUE);

    @Test
    void shouldHoldWhileProcessesAreCutOff() {
        Optional<String> obstacle = Namespace.obstacle();
        if (obstacle.isPresent()) {
            abort("NOT RUN: no network namespace can be made here, so nothing was cut off (" + obstacle.get() + ")");
        }
        ChaosSettings settings = ChaosSettings.fromProperties();
        Path directory = settings.world("network");
        try (Namespace namespace = new Namespace();
                BrokerProcesses broker = new BrokerProcesses(directory.resolve("kafka"), 1, Namespace.outside());
                Bout bout = new Bout(directory, new World.Options(broker.bootstrapServers(), 1, Namespace.outside(),
                        _ -> Conduct.ACCEPT, 25, Optional.empty()), settings.seed(), namespace.launcher())) {
            for (int number = 0; number < settings.episodes(); number++) {
                Cut cut = Cut.values()[number % Cut.values().length];
                bout.episode("CUT_" + cut, () -> play(bout, namespace, cut));
            }
        }
    }

    private static void play(Bout bout, Namespace namespace, Cut cut) {
        Random random = bout.random();
        for (int told = 0; told < TOLD; told++) {
            bout.world().fail(KINDS.get(told % KINDS.size()));
            Pause.of(Duration.ofMillis(random.nextInt(200)));
            if (told == TOLD / 4) {
                namespace.cut(cut);
            }
        }
        Pause.of(Strike.BEYOND_SESSION.plusMillis(random.nextInt(6000)));
        namespace.mend();
    }
}
