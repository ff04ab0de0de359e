// SPDX-License-Identifier: Apache-2.0
package dev.reprise.it.crash;

import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;

import dev.reprise.it.broker.Broker;
import dev.reprise.it.broker.BrokerKind;
import dev.reprise.it.target.Conduct;

/** Faults at random times under load, two at once in one of three episodes. */
final class RandomChaos {
    private static final int TOLD = 24;

    @Test
    void shouldHoldUnderFaultsAtRandomTimes() {
        ChaosSettings settings = ChaosSettings.fromProperties();
        Path directory = settings.world("random");
        try (Broker broker = BrokerKind.here().getLast().start(directory.resolve("kafka"));
                Bout bout = new Bout(directory, World.Options.on(broker.bootstrapServers()), settings.seed())) {
            for (int number = 0; number < settings.episodes(); number++) {
                List<Fault> faults = draw(bout.random());
                bout.episode(faults.stream().map(Fault::name).collect(Collectors.joining("+")),
                        () -> play(bout, faults));
            }
        }
    }

    /** Failures all through the episode; each fault somewhere among them. */
    static void play(Bout bout, List<Fault> faults) {
        Random random = bout.random();
        List<Integer> moments = faults.stream().map(_ -> random.nextInt(TOLD)).toList();
        for (int told = 0; told < TOLD; told++) {
            bout.world().fail(List.of(Kind.KEYED, Kind.FENCED, Kind.OPAQUE, Kind.PROCESS).get(random.nextInt(4)));
            Pause.of(Duration.ofMillis(random.nextInt(150)));
            for (int fault = 0; fault < faults.size(); fault++) {
                if (moments.get(fault) == told) {
                    faults.get(fault).happen(bout);
                }
            }
        }
        // What the scheduler does with requests is a fault, too, and it must last until they have come.
        Pause.of(Duration.ofMillis(faults.contains(Fault.SCHEDULER_UNRELIABLE) ? 3000 : 300));
        bout.conduct(Conduct.ACCEPT);
    }

    private static List<Fault> draw(Random random) {
        List<Fault> faults = new ArrayList<>();
        faults.add(Fault.values()[random.nextInt(Fault.values().length)]);
        if (random.nextInt(3) == 0) {
            faults.add(Fault.values()[random.nextInt(Fault.values().length)]);
        }
        return faults;
    }
}
