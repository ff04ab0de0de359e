// SPDX-License-Identifier: Apache-2.0
package dev.reprise.app.serve;

import java.io.PrintStream;
import java.nio.file.Path;
import java.time.Duration;
import java.util.EnumSet;
import java.util.Map;
import java.util.Optional;

import dev.reprise.app.config.AppConfig;
import dev.reprise.app.config.ConfigFile;
import dev.reprise.runtime.lifecycle.ExitCode;
import dev.reprise.runtime.lifecycle.Termination;

/** {@code reprise up}: every role and a one-node Kafka in this process, until a signal or a fatal fault. */
public final class UpRun {

    private static final Duration GRACE = Duration.ofSeconds(14);

    private UpRun() {}

    /**
     * What the person asked for.
     *
     * @param data where everything is kept
     * @param config the configuration file, if there is one
     * @param httpPort port of the HTTP server, over the configured one
     * @param kafkaPort port of the broker, over the configured one; 0 takes a free one
     * @param allowReplay whether a group that has lost its place may read everything again
     * @param exitWhenReady whether to end as soon as all is ready
     */
    public record Options(Path data, Optional<Path> config, Optional<Integer> httpPort, Optional<Integer> kafkaPort,
            boolean allowReplay, boolean exitWhenReady) {}

    /**
     * Runs until it is asked to end.
     *
     * @param environment the environment variables, for the configuration
     * @param out takes the banner, once all is ready
     * @return how the process ends
     * @throws dev.reprise.app.client.CommandFailure when it must not start
     */
    public static ExitCode run(Options options, Map<String, String> environment, PrintStream out) {
        Termination termination = Termination.onSignal(GRACE);
        try {
            return run(options, ConfigFile.read(options.config(), environment), environment, termination, out);
        } catch (RuntimeException e) {
            throw Refusals.of(e);
        } finally {
            termination.finished();
        }
    }

    private static ExitCode run(Options options, AppConfig configured, Map<String, String> environment,
            Termination termination, PrintStream out) {
        AppConfig config = options.httpPort().map(configured::withHttpPort).orElse(configured);
        try (SingleNode single = SingleNode.start(options.data(), options.kafkaPort(), config,
                EnumSet.allOf(Role.class), options.allowReplay(),
                fault -> termination.request(ExitCode.INTERNAL, fault));
                SubscriptionsWatch _ = SubscriptionsWatch.begin(options.config(), environment, config.notifier(),
                        single.node()::reconfigure);
                CacheTraining training = new CacheTraining();
                ReadyAnnouncement _ = ReadyAnnouncement.begin(single.node(), () -> {
                    out.print(Banner.of(single));
                    out.flush();
                    if (options.exitWhenReady()) {
                        termination.request(ExitCode.OK, "ready");
                    }
                    training.begin();
                })) {
            return termination.await();
        }
    }
}
