// SPDX-License-Identifier: Apache-2.0
package dev.reprise.it.crash;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.Random;
import java.util.stream.IntStream;

import dev.reprise.it.process.ServeProcess;
import dev.reprise.schemas.id.InstanceId;
import dev.reprise.schemas.id.PartitionKey;
import dev.reprise.schemas.id.RunId;

/**
 * Many failures, each seventh told twice, while the coordinator is killed again and again and commits seldom: what an aborted
 * transaction has left in its stores must not count (KAFKA-20685).
 */
final class Dedupe {
    private static final Duration LONG = Duration.ofMinutes(15);
    private static final int EACH = 7;

    private Dedupe() {}

    /**
     * How much.
     *
     * @param keys how many instances fail
     * @param kills how often the coordinator is killed
     * @param seed when
     */
    record Size(int keys, int kills, long seed) {}

    static void run(Path directory, String bootstrapServers, Size size) {
        Random random = new Random(size.seed());
        World.Options options = new World.Options(bootstrapServers, 1, "127.0.0.1",
                World.Options.on(bootstrapServers).conduct(), 0, Optional.of("commit.interval.ms: \"3000\""));
        try (World world = new World(directory, options, size.seed())) {
            List<InstanceId> instances = IntStream.range(0, size.keys())
                    .mapToObj(key -> new InstanceId(Kind.WATCHED.job(), new PartitionKey("k=" + key))).toList();
            for (int key = 0; key < size.keys(); key++) {
                world.failOnce(instances.get(key), new RunId("native-" + key));
                if (key % EACH == 0) {
                    world.failOnce(instances.get(key), new RunId("native-" + key));
                }
            }
            ServeProcess coordinator = world.serve("coordinator-a", "coordinator");
            for (int kill = 0; kill < size.kills(); kill++) {
                coordinator.awaitReady();
                Pause.of(Duration.ofMillis(2500 + random.nextInt(3000)));
                coordinator.process().kill();
                coordinator.heal();
            }
            coordinator.awaitReady();
            await("all failures to be answered").atMost(LONG).pollInterval(Duration.ofMillis(100)).until(() -> {
                world.story().readOn();
                return instances.stream().allMatch(instance -> world.story().answers(instance) > 0)
                        && world.story().quietFor().compareTo(Duration.ofSeconds(5)) > 0;
            });
            assertThat(instances).allSatisfy(instance -> {
                int key = Integer.parseInt(instance.partition().value().substring(2));
                assertThat(world.story().answers(instance)).as(instance.key()).isEqualTo(key % EACH == 0 ? 2 : 1);
            });
            world.assertHolds("dedupe under kill: " + size);
        }
    }
}
