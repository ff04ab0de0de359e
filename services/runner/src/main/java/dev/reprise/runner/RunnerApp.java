// SPDX-License-Identifier: Apache-2.0
package dev.reprise.runner;

import io.micrometer.core.instrument.MeterRegistry;
import java.time.Duration;
import java.time.InstantSource;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import org.apache.kafka.clients.admin.Admin;
import org.apache.kafka.clients.admin.TopicDescription;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

import dev.reprise.runner.dispatch.CommandLoop;
import dev.reprise.runner.dispatch.CommandLoops;
import dev.reprise.runner.dispatch.KafkaRunReports;
import dev.reprise.runner.dispatch.LoopStatus;
import dev.reprise.runner.dispatch.RunnerMetrics;
import dev.reprise.runner.dispatch.TopicNames;
import dev.reprise.runner.failpoint.Failpoint;
import dev.reprise.runner.ledger.Owner;
import dev.reprise.runner.target.Secrets;
import dev.reprise.runner.target.Targets;
import dev.reprise.runner.target.http.HttpTargets;
import dev.reprise.runner.target.process.ProcessSupervisor;
import dev.reprise.runner.target.process.ProcessTargets;
import dev.reprise.runner.target.process.RunDirectories;
import dev.reprise.runtime.failpoint.Failpoints;
import dev.reprise.runtime.kafka.DirectoryLock;
import dev.reprise.runtime.kafka.KafkaConnection;
import dev.reprise.runtime.kafka.ReplayGuard;
import dev.reprise.runtime.lifecycle.StartRefusedException;
import dev.reprise.runtime.message.KafkaMessages;
import dev.reprise.runtime.trace.Tracing;
import dev.reprise.schemas.job.TargetSpec;
import dev.reprise.schemas.wire.WireCodec;

/**
 * Carries reruns out, each effective at most once. Start it once and close it once, from one thread.
 */
public final class RunnerApp implements AutoCloseable {
    private static final Logger LOGGER = LoggerFactory.getLogger(RunnerApp.class);
    private static final Duration ANSWER = Duration.ofSeconds(60);
    /** Beyond the drain: leaving the group and closing clients. */
    private static final Duration CLOSE_CLIENTS = Duration.ofSeconds(30);

    private final RunnerConfig config;
    private final KafkaConnection connection;
    private final WireCodec codec;
    private final InstantSource clock;
    private final Failpoints failpoints;
    private final Tracing tracing;
    private final TopicNames topics;
    private final RunnerMetrics metrics;
    private @Nullable Parts parts;

    private record Parts(DirectoryLock lock, KafkaRunReports reports, ProcessSupervisor supervisor, CommandLoop loop,
            Thread thread) {}

    /**
     * Makes a runner; nothing happens before {@link #start()}.
     *
     * @throws IllegalArgumentException when the system property {@value Failpoints#PROPERTY} is set and cannot be read
     */
    public RunnerApp(RunnerConfig config, KafkaConnection connection, WireCodec codec, MeterRegistry registry,
            InstantSource clock, Tracing tracing) {
        this(config, connection, codec, registry, clock, tracing, Failpoints.fromSystemProperty(Failpoint.values()));
    }

    /** Makes a runner, untraced; nothing happens before {@link #start()}. */
    public RunnerApp(RunnerConfig config, KafkaConnection connection, WireCodec codec, MeterRegistry registry,
            InstantSource clock) {
        this(config, connection, codec, registry, clock, Tracing.off());
    }

    RunnerApp(RunnerConfig config, KafkaConnection connection, WireCodec codec, MeterRegistry registry,
            InstantSource clock, Tracing tracing, Failpoints failpoints) {
        this.tracing = tracing;
        this.config = config;
        this.connection = connection;
        this.codec = codec;
        this.clock = clock;
        this.failpoints = failpoints;
        this.topics = new TopicNames(config.topicPrefix());
        this.metrics = new RunnerMetrics(registry, topics);
    }

    /**
     * Starts it and returns; the group deals Kafka partitions out some time later.
     *
     * @throws StartRefusedException in one line, when its directory is in use or its topics are not as they must be
     */
    public void start() {
        if (parts != null) {
            throw new IllegalStateException("the runner was started before");
        }
        int kafkaPartitions = kafkaPartitions();
        DirectoryLock lock = DirectoryLock.take(config.directory());
        Parts made;
        try {
            made = wire(lock, kafkaPartitions);
        } catch (RuntimeException e) {
            lock.close();
            throw e;
        }
        made.supervisor().start();
        made.thread().start();
        parts = made;
        LOGGER.atInfo().addKeyValue("runner", config.name()).addKeyValue("directory", config.directory())
                .log("runner started");
    }

    /** Where its work stands and which position is committed with each line of it but a takeover. */
    public static ReplayGuard.Reader place(String topicPrefix) {
        return new TopicNames(topicPrefix).place();
    }

    /** How it is now; for any thread. */
    public RunnerHealth health() {
        Parts running = parts;
        if (running == null) {
            return new RunnerHealth(false, false, Set.of(), 0, 0, Optional.of("not started"));
        }
        LoopStatus status = running.loop().status();
        if (!running.supervisor().isWatching()) {
            return new RunnerHealth(false, false, status.kafkaPartitions(), metrics.open(), metrics.inDoubt(),
                    Optional.of("processes are not watched"));
        }
        return new RunnerHealth(status.running(), status.running() && status.problem().isEmpty(),
                status.kafkaPartitions(), metrics.open(), metrics.inDoubt(), status.problem());
    }

    /** Ends it: calls under way may finish for a while, processes go on. Closing twice does nothing. */
    @Override
    public void close() {
        Parts running = parts;
        if (running == null) {
            return;
        }
        running.loop().stop();
        try {
            running.thread().join(config.dispatch().drain().plus(CLOSE_CLIENTS));
        } catch (InterruptedException _) {
            Thread.currentThread().interrupt();
        }
        running.supervisor().close();
        running.reports().close();
        running.lock().close();
    }

    private Parts wire(DirectoryLock lock, int kafkaPartitions) {
        Secrets secrets = new Secrets(System::getenv);
        RunDirectories directories = RunDirectories.open(config.directory(), codec.mapper());
        Owner owner = new Owner(config.name(), directories.place());
        KafkaMessages messages = new KafkaMessages(codec, "reprise/runner");

        ProcessTargets processes = new ProcessTargets(directories, config.process(), secrets, clock, failpoints,
                System::getenv);
        HttpTargets https = new HttpTargets(config.http(), secrets, codec.mapper());
        SchedulerTargets schedulers = new SchedulerTargets(config.http(), secrets, codec.mapper(), clock);
        Targets targets = spec -> switch (spec) {
            case TargetSpec.Process process -> processes.of(process);
            case TargetSpec.Http http -> https.of(http);
            case TargetSpec.Scheduler scheduler -> schedulers.of(scheduler);
        };

        KafkaRunReports reports = new KafkaRunReports(connection, topics, new KafkaMessages(codec, "reprise/process"),
                owner, tracing);
        ProcessSupervisor supervisor = new ProcessSupervisor(directories, config.process(), secrets, clock, reports,
                failpoints);
        CommandLoop loop = CommandLoops.connect(new CommandLoops.Setting(connection, topics, messages, owner,
                config.groupInstance(), kafkaPartitions), config.dispatch(), targets, metrics, clock, failpoints,
                tracing);
        Thread thread = Thread.ofPlatform().name("reprise-runner").unstarted(loop);
        thread.setUncaughtExceptionHandler((_, fault) -> LOGGER.atError().setCause(fault)
                .log("runner stopped: no command is carried out any more"));
        return new Parts(lock, reports, supervisor, loop, thread);
    }

    /** A command and its ledger lie in the same Kafka partition; where the counts differ, they would not. */
    private int kafkaPartitions() {
        Map<String, TopicDescription> found = describe(
                List.of(topics.commands(), topics.dispatches(), topics.events(), topics.deadLetters()));
        int commands = count(found, topics.commands());
        int dispatches = count(found, topics.dispatches());
        if (commands != dispatches) {
            throw new StartRefusedException("topic " + topics.commands() + " has " + commands + " Kafka partitions and "
                    + topics.dispatches() + " has " + dispatches
                    + ": they must be the same; bring the topics in line with the table of topics");
        }
        return commands;
    }

    private static int count(Map<String, TopicDescription> topics, String name) {
        TopicDescription topic = topics.get(name);
        return topic == null ? 0 : topic.partitions().size();
    }

    private Map<String, TopicDescription> describe(List<String> names) {
        try (Admin admin = Admin.create(connection.admin(topics.group() + "-start-" + config.name()))) {
            return admin.describeTopics(names).allTopicNames().get(ANSWER.toSeconds(), TimeUnit.SECONDS);
        } catch (ExecutionException e) {
            throw new StartRefusedException("topics of the runner cannot be used: "
                    + (e.getCause() == null ? e : e.getCause()).getMessage()
                    + "; create the topics under prefix " + topics.prefix(), e);
        } catch (TimeoutException e) {
            throw new StartRefusedException("Kafka at " + connection.bootstrapServers() + " did not answer within "
                    + ANSWER.toSeconds() + " s; start it or correct bootstrap-servers", e);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new StartRefusedException("interrupted while the topics were looked at", e);
        }
    }
}
