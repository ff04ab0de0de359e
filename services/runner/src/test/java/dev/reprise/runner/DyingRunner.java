// SPDX-License-Identifier: Apache-2.0
package dev.reprise.runner;

import io.micrometer.core.instrument.simple.SimpleMeterRegistry;
import java.nio.file.Path;
import java.time.InstantSource;
import java.util.Map;
import java.util.concurrent.CountDownLatch;

import dev.reprise.runtime.kafka.KafkaConnection;
import dev.reprise.schemas.wire.WireCodec;

/** A runner in a process of its own, which a failpoint kills; it never ends by itself. */
final class DyingRunner {
    private DyingRunner() {}

    /** Runs one. Arguments: bootstrap servers, topic prefix, directory. */
    public static void main(String[] arguments) throws InterruptedException {
        KafkaConnection connection = new KafkaConnection(arguments[0], Map.of(),
                Map.of("session.timeout.ms", "6000", "heartbeat.interval.ms", "1000"), Map.of(), Map.of(), Map.of());
        RunnerConfig config = RunnerConfig.of(arguments[1], "dying", Path.of(arguments[2]));
        try (RunnerApp runner = new RunnerApp(config, connection, new WireCodec(), new SimpleMeterRegistry(),
                InstantSource.system())) {
            runner.start();
            new CountDownLatch(1).await();
        }
    }
}
