// SPDX-License-Identifier: Apache-2.0
package dev.reprise.app.serve;

import java.nio.file.Path;
import java.time.Duration;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

import dev.reprise.app.config.AppConfig;
import dev.reprise.app.config.ConfigFile;
import dev.reprise.runtime.config.ConfigException;
import dev.reprise.runtime.kafka.KafkaConnection;
import dev.reprise.runtime.kafka.TopicSettings;
import dev.reprise.runtime.lifecycle.ExitCode;
import dev.reprise.runtime.lifecycle.StartRefusedException;
import dev.reprise.runtime.lifecycle.Termination;

/** {@code reprise serve}: some roles on a cluster that is there already, until a signal or a fatal fault. */
public final class ServeRun {

    private static final Logger LOGGER = LoggerFactory.getLogger(ServeRun.class);
    /** Below the 90 s that the service unit and the compose file allow. */
    private static final Duration GRACE = Duration.ofSeconds(80);

    private ServeRun() {}

    /**
     * What the person asked for.
     *
     * @param config the configuration file, if there is one
     * @param roles what this process does
     * @param dev whether a cluster and a directory are good enough that would lose data in real work
     * @param allowReplay whether a group that has lost its place may read everything again
     */
    public record Options(Optional<Path> config, Set<Role> roles, boolean dev, boolean allowReplay) {}

    /**
     * Runs until it is asked to end.
     *
     * @param environment the environment variables, for the configuration
     * @return how the process ends
     * @throws dev.reprise.app.client.CommandFailure when it must not start
     */
    public static ExitCode run(Options options, Map<String, String> environment) {
        Termination termination = Termination.onSignal(GRACE);
        try {
            return run(options, ConfigFile.read(options.config(), environment), environment, termination);
        } catch (RuntimeException e) {
            throw Refusals.of(e);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw Refusals.of(new StartRefusedException("interrupted while starting", e));
        } finally {
            termination.finished();
        }
    }

    private static ExitCode run(Options options, AppConfig config, Map<String, String> environment,
            Termination termination)
            throws InterruptedException {
        String servers = config.kafka().bootstrapServers().orElseThrow(() -> ConfigException.of(
                "kafka.bootstrap-servers", "is required by serve", "name at least one host:port, or use reprise up"));
        Path state = config.stateDirectory().orElseThrow(() -> ConfigException.of("state-directory",
                "is required by serve", "name a directory of this process alone, such as /var/lib/reprise"));
        KafkaConnection connection = config.kafka().connectionTo(servers);
        TopicSettings topics = config.topics().onCluster();
        if (!options.dev()) {
            TopicRules.refuseFewCopies(topics);
            refuseTemporary(state);
        }
        try (StateDirectory directory = StateDirectory.open(state)) {
            Cluster cluster = new Cluster(connection, topics);
            cluster.await();
            cluster.prepare(!options.dev());
            cluster.check(options.roles(), options.allowReplay());
            try (Node node = Node.start(config, options.roles(), connection, topics, directory,
                    fault -> termination.request(ExitCode.INTERNAL, fault));
                    SubscriptionsWatch _ = SubscriptionsWatch.begin(options.config(), environment, config.notifier(),
                            node::reconfigure);
                    ReadyAnnouncement _ = ReadyAnnouncement.begin(node,
                            () -> LOGGER.atInfo().addKeyValue("uri", node.uri())
                                    .addKeyValue("roles", options.roles()).log("ready"))) {
                return termination.await();
            }
        }
    }

    /** What the system cleans away would come back as an instance that was never seen. */
    static void refuseTemporary(Path state) {
        Path absolute = state.toAbsolutePath().normalize();
        if (absolute.startsWith("/tmp") || absolute.startsWith("/var/tmp") || absolute.startsWith("/dev/shm")) {
            throw new StartRefusedException("state-directory " + absolute
                    + " is one that the system cleans; choose a lasting one, or start with --dev to try out");
        }
    }
}
