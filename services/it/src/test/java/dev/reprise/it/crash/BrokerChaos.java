// SPDX-License-Identifier: Apache-2.0
package dev.reprise.it.crash;

import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.Random;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

import dev.reprise.it.broker.BrokerProcesses;
import dev.reprise.it.target.Conduct;

/** Three brokers with three copies of everything, of which one or two are killed or stopped. */
final class BrokerChaos {
    private static final int BROKERS = 3;
    private static final int TOLD = 20;
    private static final List<Kind> KINDS = List.of(Kind.KEYED, Kind.FENCED, Kind.OPAQUE);

    /** What happens to brokers. */
    private enum Loss {
        ONE_KILLED, ONE_STOPPED, TWO_KILLED, ALL_KILLED
    }

    @Test
    void shouldHoldWhileBrokersAreLost() {
        ChaosSettings settings = ChaosSettings.fromProperties();
        Path directory = settings.world("brokers");
        try (BrokerProcesses brokers = new BrokerProcesses(directory.resolve("kafka"), BROKERS, "127.0.0.1");
                Bout bout = new Bout(directory, new World.Options(brokers.bootstrapServers(), BROKERS, "127.0.0.1",
                        _ -> Conduct.ACCEPT, 25, Optional.empty()), settings.seed())) {
            for (int number = 0; number < settings.episodes(); number++) {
                Loss loss = Loss.values()[number % Loss.values().length];
                bout.episode("BROKERS_" + loss, () -> play(bout, brokers, loss));
            }
        }
    }

    private static void play(Bout bout, BrokerProcesses brokers, Loss loss) {
        Random random = bout.random();
        int first = random.nextInt(BROKERS);
        List<Duration> pauses = IntStream.range(0, TOLD).mapToObj(_ -> Duration.ofMillis(random.nextInt(200))).toList();
        Duration away = Duration.ofMillis(3000 + random.nextInt(9000));
        CountDownLatch quarter = new CountDownLatch(TOLD / 4);
        // On a thread of its own: whoever tells a broker that is away waits until it is back.
        CompletableFuture<Void> telling = CompletableFuture.runAsync(() -> {
            for (int told = 0; told < TOLD; told++) {
                bout.world().fail(KINDS.get(told % KINDS.size()));
                quarter.countDown();
                Pause.of(pauses.get(told));
            }
        });
        try {
            quarter.await();
            lose(brokers, loss, first);
            Pause.of(away);
            brokers.heal();
            telling.get(5, TimeUnit.MINUTES);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new IllegalStateException("interrupted", e);
        } catch (ExecutionException | TimeoutException e) {
            throw new IllegalStateException("not all failures were told", e);
        }
    }

    private static void lose(BrokerProcesses brokers, Loss loss, int first) {
        switch (loss) {
            case ONE_KILLED -> brokers.node(first).kill();
            case ONE_STOPPED -> brokers.node(first).stop();
            case TWO_KILLED -> {
                brokers.node(first).kill();
                brokers.node((first + 1) % BROKERS).kill();
            }
            case ALL_KILLED -> {
                for (int node = 0; node < BROKERS; node++) {
                    brokers.node(node).kill();
                }
            }
        }
    }
}
