// SPDX-License-Identifier: Apache-2.0
package dev.reprise.it.crash;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Random;
import java.util.Set;
import java.util.TreeMap;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.Executors;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.Function;
import org.apache.kafka.clients.admin.Admin;
import org.apache.kafka.clients.producer.KafkaProducer;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.apache.kafka.common.serialization.ByteArraySerializer;

import dev.reprise.audit.Audit;
import dev.reprise.audit.finding.Finding;
import dev.reprise.audit.finding.Status;
import dev.reprise.audit.history.History;
import dev.reprise.audit.read.AuditReader;
import dev.reprise.audit.read.JournalFile;
import dev.reprise.it.process.ServeProcess;
import dev.reprise.it.target.Conduct;
import dev.reprise.it.target.FakeScheduler;
import dev.reprise.it.target.StartJournal;
import dev.reprise.runtime.kafka.KafkaConnection;
import dev.reprise.runtime.kafka.TopicProvision;
import dev.reprise.runtime.kafka.TopicSettings;
import dev.reprise.runtime.message.KafkaMessages;
import dev.reprise.schemas.event.ErrorEvidence;
import dev.reprise.schemas.event.FailureKind;
import dev.reprise.schemas.event.RetryOutlook;
import dev.reprise.schemas.event.RunEvent;
import dev.reprise.schemas.event.RunFailed;
import dev.reprise.schemas.event.RunPhase;
import dev.reprise.schemas.event.RunStarted;
import dev.reprise.schemas.event.RunSucceeded;
import dev.reprise.schemas.event.SuccessProof;
import dev.reprise.schemas.id.InstanceId;
import dev.reprise.schemas.id.PartitionKey;
import dev.reprise.schemas.id.RerunId;
import dev.reprise.schemas.id.RunId;
import dev.reprise.schemas.job.JobDefinition;
import dev.reprise.schemas.topic.Topics;
import dev.reprise.schemas.wire.WireCodec;

/** A cluster, Reprise on it as separate processes, a scheduler beside it, and what is told to them. */
final class World implements AutoCloseable {
    /** The same for every world: a world has a cluster of its own. */
    static final String PREFIX = "reprise.";
    static final int KAFKA_PARTITIONS = 3;
    private static final Duration PATIENCE = Duration.ofMinutes(6);
    /** Long enough that a timer, a barrier and an answer would have come. */
    private static final Duration QUIET = Duration.ofSeconds(2);
    private static final String SOURCE = "fake-scheduler";

    private final Path directory;
    private final Options options;
    private final Random random;
    private final KafkaConnection kafka;
    private final KafkaMessages messages = new KafkaMessages(new WireCodec(), SOURCE);
    private final KafkaProducer<byte[], byte[]> producer;
    private final FakeScheduler scheduler;
    private final StartJournal journal;
    private final Path processJournal;
    private final Story story;
    private final ScheduledExecutorService later = Executors.newScheduledThreadPool(1);
    private final AtomicInteger pending = new AtomicInteger();
    private final AtomicLong events = new AtomicLong();
    private final Set<InstanceId> told = new HashSet<>();
    private final Map<String, ServeProcess> processes = new TreeMap<>();
    private int failures;
    private volatile boolean silent;

    /**
     * What a world is made with.
     *
     * @param bootstrapServers its cluster
     * @param replicationFactor copies of each topic
     * @param schedulerHost the address at which Reprise reaches the scheduler
     * @param conduct what the scheduler does with a request under a key
     * @param rerunsThatFail of 100 reruns how many fail again
     * @param streams settings of Streams, as YAML
     */
    record Options(String bootstrapServers, int replicationFactor, String schedulerHost,
            Function<String, Conduct> conduct, int rerunsThatFail, Optional<String> streams) {
        static Options on(String bootstrapServers) {
            return new Options(bootstrapServers, 1, "127.0.0.1", _ -> Conduct.ACCEPT, 25, Optional.empty());
        }

        Options with(Function<String, Conduct> other) {
            return new Options(bootstrapServers, replicationFactor, schedulerHost, other, rerunsThatFail, streams);
        }
    }

    World(Path directory, Options options, long seed) {
        this.directory = directory;
        this.options = options;
        this.random = new Random(seed);
        kafka = KafkaConnection.to(options.bootstrapServers());
        createTopics();
        producer = new KafkaProducer<>(kafka.producer("fake-scheduler"), new ByteArraySerializer(),
                new ByteArraySerializer());
        journal = new StartJournal(directory.resolve("journal.jsonl"));
        processJournal = directory.resolve("processes.jsonl");
        scheduler = new FakeScheduler(journal, options.conduct(), this::runStarted);
        story = new Story(kafka, PREFIX, KAFKA_PARTITIONS);
        for (Kind kind : Kind.values()) {
            register(kind.definition("http://" + options.schedulerHost() + ":" + scheduler.port(), processJournal));
        }
        producer.flush();
    }

    /** Enters a job into the registry. */
    void register(JobDefinition definition) {
        send(messages.toRecord(Topics.JOBS.name(PREFIX), definition.job().key(), "job-" + definition.job(),
                Instant.now(), definition));
    }

    /** Starts a process of one role and returns at once; its name is unique in this world. */
    ServeProcess serve(String name, String role) {
        return serve(name, role, List.of());
    }

    /** As {@link #serve(String, String)}, with what stands before {@code java}. */
    ServeProcess serve(String name, String role, List<String> launcher) {
        String settings = options.streams().map(more -> ", " + more).orElse("");
        ServeProcess process = new ServeProcess(name, directory.resolve(name), new ServeProcess.Settings(role,
                options.bootstrapServers(), options.replicationFactor(), launcher,
                List.of("streams: {consumer.session.timeout.ms: \"" + ServeProcess.SESSION.toMillis()
                        + "\", consumer.heartbeat.interval.ms: \"1000\"" + settings + "}")));
        processes.put(name, process);
        return process;
    }

    /** A process by its name. */
    ServeProcess process(String name) {
        ServeProcess process = processes.get(name);
        if (process == null) {
            throw new IllegalArgumentException("there is no process " + name);
        }
        return process;
    }

    /** The processes whose names begin with their role. */
    List<ServeProcess> processes(String role) {
        return processes.values().stream().filter(process -> process.name().startsWith(role)).toList();
    }

    /** The failed run of a new instance is told, often twice, sometimes with a start before it or a success after it. */
    InstanceId fail(Kind kind) {
        InstanceId instance = new InstanceId(kind.job(), new PartitionKey("n=" + failures++));
        told.add(instance);
        RunId run = new RunId("native-" + failures);
        if (random.nextInt(5) == 0) {
            tell(started(instance, run, Optional.empty(), Instant.now()));
        }
        RunFailed failed = failed(instance, run, Instant.now());
        tell(failed);
        if (random.nextInt(4) == 0) {
            laterOn(random.nextInt(1500), () -> tell(failed));
        }
        if (random.nextInt(12) == 0) {
            laterOn(random.nextInt(1500), () -> tell(succeeded(instance, run, Instant.now())));
        }
        return instance;
    }

    /** The plain failure of an instance, told once. */
    void failOnce(InstanceId instance, RunId run) {
        told.add(instance);
        tell(failed(instance, run, Instant.now()));
    }

    /** From now on the scheduler starts runs and tells nobody. */
    void silence() {
        silent = true;
    }

    /** A record that nobody of ours would write. */
    void poison(Topics topic) {
        send(new ProducerRecord<>(topic.name(PREFIX), random.nextInt(KAFKA_PARTITIONS), "poison".getBytes(
                StandardCharsets.UTF_8), "no json".getBytes(StandardCharsets.UTF_8)));
    }

    /** Waits until everything that was told has come to its end and nothing moves any more. All must be healed. */
    void awaitQuiet() {
        producer.flush();
        await("everything to come to its end, see " + directory).atMost(PATIENCE)
                .pollInterval(Duration.ofMillis(50)).untilAsserted(() -> {
                    restartDead();
                    story.readOn();
                    assertThat(pending.get()).as("events to be told").isZero();
                    assertThat(scheduler.isIdle()).as("scheduler is idle").isTrue();
                    assertThat(story.unfinished(told)).isEmpty();
                    assertThat(story.quietFor()).isGreaterThan(QUIET);
                });
    }

    /** Brings everything up again and waits until it works. */
    void heal() {
        processes.values().forEach(ServeProcess::heal);
        processes.values().forEach(ServeProcess::awaitReady);
    }

    /** As a supervisor does: a process that has ended, also by itself after a fault, is started again. */
    private void restartDead() {
        processes.values().stream().filter(process -> !process.process().isAlive()).forEach(ServeProcess::heal);
    }

    /** What the audit finds, with the journals of the scheduler and of the processes. */
    List<Finding> audit() {
        Path all = directory.resolve("all-starts.jsonl");
        try {
            Files.writeString(all, Files.readString(journal.file()), StandardOpenOption.CREATE,
                    StandardOpenOption.TRUNCATE_EXISTING);
            if (Files.exists(processJournal)) {
                Files.writeString(all, Files.readString(processJournal), StandardOpenOption.APPEND);
            }
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
        History history = new AuditReader(kafka, PREFIX, InstantSource.system()).read();
        return Audit.of(history.with(JournalFile.read(all)));
    }

    /** Fails with every violation that the audit finds, and where an invariant that needs the journal was not judged. */
    void assertHolds(String episode) {
        List<Finding> findings = audit();
        assertThat(findings).as("%s in %s", episode, directory)
                .allSatisfy(finding -> assertThat(finding.violations()).as(finding.invariant()).isEmpty());
        assertThat(findings).filteredOn(finding -> Set.of("I1", "I4", "I6", "I7").contains(finding.invariant()))
                .hasSize(4).allMatch(finding -> finding.status() instanceof Status.Holds);
    }

    /** What the topics tell. */
    Story story() {
        return story;
    }

    /** The judge. */
    FakeScheduler scheduler() {
        return scheduler;
    }

    /** How many failures were told. */
    int failures() {
        return failures;
    }

    @Override
    public void close() {
        processes.values().parallelStream().forEach(process -> process.process().kill());
        later.shutdownNow();
        scheduler.close();
        journal.close();
        story.close();
        producer.close(Duration.ofSeconds(5));
    }

    /** The scheduler runs what it has started, and tells of it as schedulers do: now and then twice. */
    private void runStarted(StartJournal.Order order) {
        if (silent) {
            return;
        }
        InstanceId instance = InstanceId.parse(order.instance());
        RerunId rerunId = new RerunId(order.rerunId());
        Random own = new Random(order.rerunId().hashCode());
        Instant now = Instant.now();
        RunStarted started = started(instance, rerunId.asRun(), Optional.of(rerunId), now);
        int takes = 100 + own.nextInt(500);
        boolean fails = own.nextInt(100) < options.rerunsThatFail();
        RunEvent end = fails
                ? failed(instance, rerunId.asRun(), now.plusMillis(takes))
                : succeeded(instance, rerunId.asRun(), now.plusMillis(takes));
        int again = own.nextInt(3);
        laterOn(own.nextInt(100), () -> tell(started));
        laterOn(takes, () -> tell(end));
        if (again == 0) {
            laterOn(takes + own.nextInt(800), () -> tell(end));
        }
    }

    private void laterOn(int millis, Runnable what) {
        pending.incrementAndGet();
        later.schedule(() -> {
            try {
                what.run();
            } finally {
                pending.decrementAndGet();
            }
        }, millis, TimeUnit.MILLISECONDS);
    }

    private void tell(RunEvent event) {
        send(messages.toRecord(Topics.EVENTS.name(PREFIX), event.instance().key(),
                SOURCE + "-" + events.incrementAndGet(), Instant.now(), (Record) event));
    }

    /** Writes a record as it is. */
    void send(ProducerRecord<byte[], byte[]> record) {
        producer.send(record);
    }

    private static RunStarted started(InstanceId instance, RunId run, Optional<RerunId> rerunOf,
            Instant at) {
        return new RunStarted(instance.job(), instance.partition(), run, 1, at, SOURCE, rerunOf,
                Optional.empty(), false);
    }

    private static RunFailed failed(InstanceId instance, RunId run, Instant at) {
        return new RunFailed(instance.job(), instance.partition(), run, 1, at, SOURCE, FailureKind.FAILED,
                RetryOutlook.FINAL, RunPhase.MAY_HAVE_RUN, Optional.of(ErrorEvidence.ofMessage("it broke")));
    }

    private static RunSucceeded succeeded(InstanceId instance, RunId run, Instant at) {
        return new RunSucceeded(instance.job(), instance.partition(), run, 1, at, SOURCE,
                SuccessProof.OWNER);
    }

    private void createTopics() {
        try (Admin admin = Admin.create(kafka.admin("world"))) {
            TopicProvision provision = new TopicProvision(admin,
                    new TopicSettings(PREFIX, KAFKA_PARTITIONS, options.replicationFactor()), Duration.ofSeconds(60));
            provision.create(provision.plan());
            admin.describeCluster().nodes().get(60, TimeUnit.SECONDS);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new IllegalStateException(e);
        } catch (ExecutionException | TimeoutException e) {
            throw new IllegalStateException(e);
        }
    }
}
