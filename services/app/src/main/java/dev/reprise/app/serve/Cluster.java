// SPDX-License-Identifier: Apache-2.0
package dev.reprise.app.serve;

import java.time.Duration;
import java.time.InstantSource;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import org.apache.kafka.clients.admin.Admin;
import org.apache.kafka.clients.admin.FeatureMetadata;
import org.apache.kafka.common.KafkaException;
import org.apache.kafka.common.errors.AuthenticationException;
import org.apache.kafka.common.errors.AuthorizationException;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

import dev.reprise.runtime.kafka.Answers;
import dev.reprise.runtime.kafka.KafkaConnection;
import dev.reprise.runtime.kafka.TopicPlan;
import dev.reprise.runtime.kafka.TopicProvision;
import dev.reprise.runtime.kafka.TopicSettings;
import dev.reprise.runtime.lifecycle.StartRefusedException;

/** What must hold of a Kafka cluster before anything is started on it. */
final class Cluster {

    private static final Logger LOGGER = LoggerFactory.getLogger(Cluster.class);
    private static final Duration ANSWER = Duration.ofSeconds(30);
    private static final Duration PAUSE = Duration.ofSeconds(2);
    private static final int LEAST_TRANSACTION_VERSION = 2;

    private final KafkaConnection connection;
    private final TopicSettings settings;

    Cluster(KafkaConnection connection, TopicSettings settings) {
        this.connection = connection;
        this.settings = settings;
    }

    /**
     * Waits until the cluster answers, however long; says so once.
     *
     * @throws KafkaException when it answers that this client may not come in
     */
    void await() throws InterruptedException {
        boolean told = false;
        while (true) {
            try (Admin admin = admin()) {
                admin.describeCluster().nodes().get(ANSWER.toSeconds(), TimeUnit.SECONDS);
                if (told) {
                    LOGGER.atInfo().addKeyValue("bootstrapServers", connection.bootstrapServers())
                            .log("kafka answers");
                }
                return;
            } catch (KafkaException e) { // a name that is not known yet, thrown when the client is made
                refuseForGood(e);
            } catch (ExecutionException e) {
                refuseForGood(e);
            } catch (java.util.concurrent.TimeoutException _) {
                // tried again below
            }
            if (!told) {
                told = true;
                LOGGER.atWarn().addKeyValue("bootstrapServers", connection.bootstrapServers())
                        .log("waiting for kafka");
            }
            Thread.sleep(PAUSE);
        }
    }

    /**
     * Creates the topics that are missing, and refuses a layout that could not keep the promises.
     *
     * @param strict whether the settings of a cluster for real work are required
     * @throws StartRefusedException in one line
     */
    void prepare(boolean strict) throws InterruptedException {
        try (Admin admin = admin()) {
            if (strict) {
                refuseOldTransactions(admin);
            }
            TopicProvision provision = new TopicProvision(admin, settings, ANSWER);
            TopicPlan plan = provision.plan();
            if (!plan.missing().isEmpty()) {
                provision.create(plan);
                LOGGER.atInfo().addKeyValue("topics", plan.missing()).log("topics created");
                plan = provision.plan();
            }
            for (TopicPlan.Difference difference : plan.differences()) {
                TopicRules.refusal(difference, strict).ifPresent(refusal -> {
                    throw new StartRefusedException(refusal);
                });
                LOGGER.atWarn().addKeyValue("topic", difference.topic()).addKeyValue("setting", difference.setting())
                        .addKeyValue("expected", difference.expected()).addKeyValue("found", difference.found())
                        .log("topic differs from the table, reprise topics apply changes it");
            }
        }
    }

    /**
     * Asks what must hold beside the layout, once the topics are there.
     *
     * @param roles what this process will do
     * @param allowReplay whether a group that has lost its place may read everything again
     * @throws StartRefusedException in one line
     */
    void check(Set<Role> roles, boolean allowReplay) {
        StartChecks checks = new StartChecks(connection, settings.prefix(), InstantSource.system(), ANSWER);
        try (Admin admin = admin()) {
            checks.routingAndClock(settings.partitions());
            checks.changelogs(admin);
            checks.replay(admin, roles, allowReplay);
        }
    }

    Admin admin() {
        return Admin.create(connection.admin(settings.prefix() + "start"));
    }

    private static void refuseOldTransactions(Admin admin) {
        FeatureMetadata features = Answers.of(admin.describeFeatures().featureMetadata(), ANSWER);
        int version = Optional.ofNullable(features.finalizedFeatures().get("transaction.version"))
                .map(range -> (int) range.maxVersionLevel()).orElse(0);
        if (version < LEAST_TRANSACTION_VERSION) {
            throw new StartRefusedException("the cluster's feature transaction.version is " + version
                    + ", under which a delayed commit can end the wrong transaction; raise it with:"
                    + " kafka-features.sh upgrade --feature transaction.version=" + LEAST_TRANSACTION_VERSION);
        }
    }

    private static void refuseForGood(Throwable fault) {
        for (Throwable cause = fault; cause != null; cause = cause.getCause()) {
            if (cause instanceof AuthenticationException || cause instanceof AuthorizationException) {
                throw (KafkaException) cause;
            }
        }
    }
}
