// SPDX-License-Identifier: Apache-2.0
package dev.reprise.runtime.kafka;

import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Properties;
import java.util.TreeMap;
import java.util.regex.Pattern;
import org.apache.kafka.clients.CommonClientConfigs;
import org.apache.kafka.clients.consumer.ConsumerConfig;
import org.apache.kafka.clients.producer.ProducerConfig;
import org.jspecify.annotations.Nullable;

import dev.reprise.runtime.config.ConfigException;
import dev.reprise.runtime.config.ConfigProblem;

/**
 * How to reach a Kafka cluster, and the properties of every kind of client with the guarantees already set. Settings of
 * the operator (TLS, SASL, tuning) pass through verbatim; those the guarantees rest on are refused.
 *
 * <p>The methods return fresh objects; serializers are left to the caller.
 *
 * @param bootstrapServers comma-separated {@code host:port} list
 * @param properties settings for every client, such as {@code security.protocol}
 * @param consumer settings for plain consumers only
 * @param producer settings for plain producers only
 * @param admin settings for admin clients only
 * @param streams settings for Streams, with Kafka's own prefixes ({@code producer.}, {@code main.consumer.}) for its inner
 *        clients
 */
public record KafkaConnection(String bootstrapServers, Map<String, String> properties, Map<String, String> consumer,
        Map<String, String> producer, Map<String, String> admin, Map<String, String> streams) {

    private static final Pattern SECRET = Pattern.compile("password|secret|jaas|token|key|credential");

    /**
     * Checks the settings; absent maps are empty ones.
     *
     * @throws ConfigException naming every setting that is fixed, and a missing server list
     */
    public KafkaConnection(String bootstrapServers, @Nullable Map<String, String> properties,
            @Nullable Map<String, String> consumer, @Nullable Map<String, String> producer,
            @Nullable Map<String, String> admin, @Nullable Map<String, String> streams) {
        this.bootstrapServers = bootstrapServers;
        this.properties = orEmpty(properties);
        this.consumer = orEmpty(consumer);
        this.producer = orEmpty(producer);
        this.admin = orEmpty(admin);
        this.streams = orEmpty(streams);
        List<ConfigProblem> problems = new ArrayList<>();
        if (bootstrapServers.isBlank()) {
            problems.add(ConfigProblem.of("bootstrap-servers", "is empty", "name at least one host:port"));
        }
        problems.addAll(FixedSettings.problemsForAll("properties", this.properties));
        problems.addAll(FixedSettings.CONSUMER.problems("consumer", this.consumer));
        problems.addAll(FixedSettings.PRODUCER.problems("producer", this.producer));
        problems.addAll(FixedSettings.ADMIN.problems("admin", this.admin));
        problems.addAll(FixedSettings.STREAMS.problems("streams", this.streams));
        if (!problems.isEmpty()) {
            throw new ConfigException(problems);
        }
    }

    /** A connection without further settings. */
    public static KafkaConnection to(String bootstrapServers) {
        return new KafkaConnection(bootstrapServers, Map.of(), Map.of(), Map.of(), Map.of(), Map.of());
    }

    /** The same settings against other servers: the embedded broker's address is known only after its start. */
    public KafkaConnection withBootstrapServers(String servers) {
        return new KafkaConnection(servers, properties, consumer, producer, admin, streams);
    }

    /**
     * A consumer that assigns its own Kafka partitions: read_committed, no auto commit, starting at the earliest record
     * where no position is set.
     *
     * @param clientId the name in metrics and broker logs; stable across restarts
     */
    public Properties consumer(String clientId) {
        Properties result = start(clientId, consumer);
        result.put(ConsumerConfig.ISOLATION_LEVEL_CONFIG, "read_committed");
        result.put(ConsumerConfig.ENABLE_AUTO_COMMIT_CONFIG, "false");
        result.put(ConsumerConfig.AUTO_OFFSET_RESET_CONFIG, "earliest");
        result.putIfAbsent(ConsumerConfig.ALLOW_AUTO_CREATE_TOPICS_CONFIG, "false");
        return result;
    }

    /** As {@link #consumer(String)}, as a member of a group that shares Kafka partitions by the classic protocol. */
    public Properties groupConsumer(String groupId, String clientId) {
        Properties result = consumer(clientId);
        result.put(ConsumerConfig.GROUP_ID_CONFIG, groupId);
        result.put(ConsumerConfig.GROUP_PROTOCOL_CONFIG, "classic");
        return result;
    }

    /** An idempotent producer that waits for all in-sync replicas. */
    public Properties producer(String clientId) {
        Properties result = start(clientId, producer);
        result.put(ProducerConfig.ACKS_CONFIG, "all");
        result.put(ProducerConfig.ENABLE_IDEMPOTENCE_CONFIG, "true");
        return result;
    }

    /**
     * A producer whose writes become visible by transaction.
     *
     * @param transactionalId the fence: a newer producer with the same id ends the older one
     */
    public Properties transactionalProducer(String transactionalId) {
        Properties result = producer(transactionalId);
        result.put(ProducerConfig.TRANSACTIONAL_ID_CONFIG, transactionalId);
        result.putIfAbsent(ProducerConfig.TRANSACTION_TIMEOUT_CONFIG, "60000");
        return result;
    }

    /** An admin client. */
    public Properties admin(String clientId) {
        return start(clientId, admin);
    }

    /** A Streams application with exactly-once processing; see {@link StreamsProperties} for what is set and why. */
    public Properties streams(StreamsIdentity identity) {
        Properties result = start(identity.applicationId() + "-" + identity.instanceId(), Map.of());
        StreamsProperties.defaults().forEach(result::put);
        result.putAll(streams);
        StreamsProperties.fixed(identity).forEach(result::put);
        return result;
    }

    /** What the operator has set, by section, with the value of anything that may be a secret replaced by stars. */
    @Override
    public String toString() {
        return "KafkaConnection[bootstrapServers=" + bootstrapServers + ", properties=" + redacted(properties)
                + ", consumer=" + redacted(consumer) + ", producer=" + redacted(producer) + ", admin=" + redacted(admin)
                + ", streams=" + redacted(streams) + "]";
    }

    /** The settings in alphabetical order, fit to be shown. */
    static Map<String, String> redacted(Map<String, String> settings) {
        Map<String, String> result = new TreeMap<>(settings);
        result.replaceAll((key, value) -> SECRET.matcher(key.toLowerCase(Locale.ROOT)).find() ? "***" : value);
        return result;
    }

    private Properties start(String clientId, Map<String, String> overrides) {
        Properties result = new Properties();
        result.putAll(properties);
        result.putAll(overrides);
        result.put(CommonClientConfigs.BOOTSTRAP_SERVERS_CONFIG, bootstrapServers);
        result.put(CommonClientConfigs.CLIENT_ID_CONFIG, clientId);
        // Nothing of an operator's cluster is told to anyone unasked.
        result.putIfAbsent(CommonClientConfigs.ENABLE_METRICS_PUSH_CONFIG, "false");
        return result;
    }

    private static Map<String, String> orEmpty(@Nullable Map<String, String> settings) {
        return settings == null ? Map.of() : Map.copyOf(settings);
    }
}
