// SPDX-License-Identifier: Apache-2.0
package dev.reprise.app.serve;

import com.fasterxml.jackson.annotation.JsonIgnore;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Clock;
import java.time.Duration;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

import dev.reprise.app.client.CommandFailure;
import dev.reprise.app.config.AppConfig;
import dev.reprise.app.config.ConfigFile;
import dev.reprise.audit.Audit;
import dev.reprise.audit.finding.Finding;
import dev.reprise.audit.finding.Status;
import dev.reprise.audit.finding.Violation;
import dev.reprise.audit.history.History;
import dev.reprise.audit.history.Journal;
import dev.reprise.audit.read.AuditReader;
import dev.reprise.audit.read.JournalFile;
import dev.reprise.runtime.config.ConfigException;
import dev.reprise.runtime.kafka.EmbeddedKafka;
import dev.reprise.runtime.kafka.EmbeddedKafkaConfig;
import dev.reprise.runtime.kafka.KafkaConnection;
import dev.reprise.runtime.lifecycle.ExitCode;
import dev.reprise.runtime.lifecycle.StartRefusedException;

/** {@code reprise audit}: reads the topics of a cluster, or of a directory that nobody uses, and judges them. */
public final class AuditRun {

    private static final Logger LOGGER = LoggerFactory.getLogger(AuditRun.class);
    private static final String HOLDS = "holds";
    private static final String VIOLATED = "VIOLATED";
    private static final String NOT_CHECKABLE = "not checkable";

    private AuditRun() {}

    /**
     * What the person asked for.
     *
     * @param bootstrap the cluster, over the configured one
     * @param dataDirectory the directory to read instead of a cluster
     * @param config the configuration file, if there is one
     * @param prefix the prefix of the topics, over the configured one
     * @param journal the journal of a target
     * @param violations how many violations of each invariant are answered
     */
    public record Options(Optional<String> bootstrap, Optional<Path> dataDirectory, Optional<Path> config,
            Optional<String> prefix, Optional<Path> journal, int violations) {}

    /**
     * What one invariant came to.
     *
     * @param invariant its name
     * @param promise what it says
     * @param status holds, VIOLATED or not checkable
     * @param reason why it is not checkable
     * @param checked how many cases were judged
     * @param notJudged how many could not be
     * @param violationCount how many cases break it
     * @param violations the first of them
     * @param note what part of the promise was not looked at
     */
    public record Line(String invariant, String promise, String status, Optional<String> reason, long checked,
            long notJudged, long violationCount, List<String> violations, Optional<String> note) {
        /** Whether something breaks it. */
        @JsonIgnore
        public boolean violated() {
            return status.equals(VIOLATED);
        }

        /** Whether it cannot be judged on what was given. */
        @JsonIgnore
        public boolean notCheckable() {
            return status.equals(NOT_CHECKABLE);
        }
    }

    /**
     * Reads and judges; changes nothing.
     *
     * @return a line for each invariant
     * @throws CommandFailure when the cluster does not answer, or the directory is in use or is none
     */
    public static List<Line> run(Options options, Map<String, String> environment) {
        try {
            AppConfig config = ConfigFile.read(options.config(), environment);
            Optional<Journal> journal = options.journal().map(JournalFile::read);
            String prefix = options.prefix().orElse(config.topics().prefix());
            History read = options.dataDirectory().isPresent()
                    ? readDirectory(options.dataDirectory().get(), config, prefix)
                    : read(config.kafka().connectionTo(servers(options, config)), prefix);
            if (read.extent().spans().isEmpty()) {
                throw new CommandFailure(ExitCode.NOT_FOUND,
                        "no topic begins with " + prefix + ": check --prefix and the servers");
            }
            History history = journal.map(read::with).orElse(read);
            return Audit.of(history).stream().map(finding -> line(finding, options.violations())).toList();
        } catch (RuntimeException e) {
            throw Refusals.of(e);
        }
    }

    private static String servers(Options options, AppConfig config) {
        return options.bootstrap().or(() -> config.kafka().bootstrapServers())
                .orElseThrow(() -> ConfigException.of("kafka.bootstrap-servers", "is required",
                        "name a cluster with --bootstrap HOST:PORT, or a directory with --data-dir DIR"));
    }

    private static History read(KafkaConnection connection, String prefix) {
        return new AuditReader(connection, prefix, Clock.systemUTC()).read();
    }

    private static History readDirectory(Path data, AppConfig config, String prefix) {
        Path root = Files.isDirectory(data.resolve("kafka")) ? data : data.resolve("data");
        if (!Files.isDirectory(root.resolve("kafka"))) {
            throw new CommandFailure(ExitCode.NOT_FOUND,
                    data + " holds no Kafka of `reprise up` or `reprise demo`: give the directory of its --data");
        }
        try (StateDirectory directory = open(root);
                EmbeddedKafka kafka = EmbeddedKafka.start(
                        new EmbeddedKafkaConfig(directory.kafka(), 0, 0, leavingAll(config)), AuditRun::brokerFailed)) {
            return read(config.kafka().connectionTo(kafka.bootstrapServers()), prefix);
        }
    }

    /** The reading then ends by itself, for want of an answer. */
    private static void brokerFailed(String fault) {
        LOGGER.atError().addKeyValue("fault", fault).log("the embedded broker has failed");
    }

    private static StateDirectory open(Path root) {
        try {
            return StateDirectory.open(root);
        } catch (StartRefusedException e) {
            String servers = StateDirectory.lastPort(root).map(port -> "127.0.0.1:" + port).orElse("HOST:PORT");
            throw new StartRefusedException(e.getMessage() + ", or read it while it runs: --bootstrap " + servers, e);
        }
    }

    /** What is to be judged must not be cleaned away meanwhile. */
    private static Map<String, String> leavingAll(AppConfig config) {
        Map<String, String> properties = new HashMap<>(config.kafka().embedded().properties());
        properties.put("log.cleaner.min.compaction.lag.ms", Long.toString(Duration.ofDays(36_500).toMillis()));
        properties.put("log.retention.check.interval.ms", Integer.toString(Integer.MAX_VALUE));
        properties.putIfAbsent("broker.session.timeout.ms", "4000");
        properties.putIfAbsent("broker.heartbeat.interval.ms", "1000");
        return properties;
    }

    private static Line line(Finding finding, int violations) {
        String status = switch (finding.status()) {
            case Status.Holds _ -> HOLDS;
            case Status.Violated _ -> VIOLATED;
            case Status.NotCheckable _ -> NOT_CHECKABLE;
        };
        Optional<String> reason = finding.status() instanceof Status.NotCheckable(String why)
                ? Optional.of(why)
                : Optional.empty();
        return new Line(finding.invariant(), finding.promise(), status, reason, finding.checked(),
                finding.notJudged(), finding.violationCount(),
                finding.violations().stream().limit(violations).map(Violation::text).toList(), finding.note());
    }
}
