// SPDX-License-Identifier: Apache-2.0
package dev.reprise.ingest.record;

import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Properties;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import org.apache.kafka.clients.producer.KafkaProducer;
import org.apache.kafka.clients.producer.Producer;
import org.apache.kafka.clients.producer.ProducerConfig;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.apache.kafka.clients.producer.RecordMetadata;
import org.apache.kafka.common.KafkaException;
import org.apache.kafka.common.errors.RecordTooLargeException;
import org.apache.kafka.common.serialization.ByteArraySerializer;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

import dev.reprise.runtime.kafka.KafkaConnection;
import dev.reprise.runtime.trace.TraceHeaders;
import dev.reprise.runtime.trace.TracedWork;
import dev.reprise.runtime.trace.Tracing;
import dev.reprise.runtime.trace.WorkKind;

/**
 * A producer that answers only when Kafka has acknowledged everything, or says within a bounded time that it has not. Safe
 * for use by many threads, whose records travel together. The way of each record to Kafka is traced, below the place that
 * the record names.
 */
public final class AckedProducer implements AutoCloseable {

    private static final Logger LOGGER = LoggerFactory.getLogger(AckedProducer.class);
    private static final Duration CLOSE_TIMEOUT = Duration.ofSeconds(5);
    private static final int BATCH_BYTES = 64 * 1024;

    private final Producer<byte[], byte[]> producer;
    private final Duration bound;
    private final Tracing tracing;

    /** What became of the records. */
    public sealed interface Outcome {

        /** Kafka has them all. */
        record Acknowledged() implements Outcome {}

        /** Not all of them are acknowledged; some may have arrived, so sending them again may double them. */
        record Unavailable(String why) implements Outcome {}

        /** One is larger than the cluster takes; sending it again will not help. */
        record TooLarge(String why) implements Outcome {}
    }

    /** Uses a producer as it is; {@code bound} is the longest wait for one call. */
    public AckedProducer(Producer<byte[], byte[]> producer, Duration bound) {
        this(producer, bound, Tracing.off());
    }

    /** The same, traced. */
    public AckedProducer(Producer<byte[], byte[]> producer, Duration bound, Tracing tracing) {
        this.producer = producer;
        this.bound = bound;
        this.tracing = tracing;
    }

    /**
     * Connects.
     *
     * @param clientId the name in metrics and broker logs
     * @param bound how long Kafka may be away before a record is given up, at least 2 s
     * @param tracing where the way of each record is told
     */
    public static AckedProducer connect(KafkaConnection connection, String clientId, Duration bound,
            Tracing tracing) {
        Properties properties = connection.producer(clientId);
        // the three add up to the bound: wait for metadata, then deliver with as many tries as fit
        long half = bound.toMillis() / 2;
        properties.put(ProducerConfig.MAX_BLOCK_MS_CONFIG, Long.toString(half));
        properties.put(ProducerConfig.DELIVERY_TIMEOUT_MS_CONFIG, Long.toString(half));
        properties.put(ProducerConfig.REQUEST_TIMEOUT_MS_CONFIG, Long.toString(Math.max(500, half / 2)));
        // One write at a time to a broker: what comes meanwhile shares the next one, so that the cost of a write is divided
        // among the more callers the busier it is; the short wait does the same where a broker answers at once.
        properties.putIfAbsent(ProducerConfig.MAX_IN_FLIGHT_REQUESTS_PER_CONNECTION, "1");
        properties.putIfAbsent(ProducerConfig.LINGER_MS_CONFIG, "5");
        properties.putIfAbsent(ProducerConfig.BATCH_SIZE_CONFIG, Integer.toString(BATCH_BYTES));
        properties.putIfAbsent(ProducerConfig.COMPRESSION_TYPE_CONFIG, "lz4");
        return new AckedProducer(new KafkaProducer<>(properties, new ByteArraySerializer(), new ByteArraySerializer()),
                bound, tracing);
    }

    /** Sends and waits. An interrupt is kept and reported as {@link Outcome.Unavailable}. */
    public Outcome send(List<ProducerRecord<byte[], byte[]>> records) {
        List<Sending> sendings = records.stream().map(this::begin).toList();
        Outcome outcome = sendAll(sendings);
        sendings.forEach(sending -> end(sending.work(), outcome));
        return outcome;
    }

    /** A record under way, and the work of sending it. */
    private record Sending(ProducerRecord<byte[], byte[]> record, TracedWork work) {}

    /** The record leaves with the place of its sending; a place that cannot be read leaves it. */
    private Sending begin(ProducerRecord<byte[], byte[]> record) {
        TracedWork work = tracing.begin("ingest " + record.topic(), WorkKind.PRODUCER,
                TraceHeaders.read(record.headers()));
        if (work.isRecorded()) {
            work.note("messaging.system", "kafka").note("messaging.operation.name", "send")
                    .note("messaging.operation.type", "send").note("messaging.destination.name", record.topic())
                    .note("messaging.message.id", eventId(record))
                    .note("messaging.kafka.message.key", Optional.ofNullable(record.key())
                            .map(key -> new String(key, StandardCharsets.UTF_8)));
        }
        TraceHeaders.write(record.headers(), work.traceparent());
        return new Sending(record, work);
    }

    private static Optional<String> eventId(ProducerRecord<byte[], byte[]> record) {
        return Optional.ofNullable(record.headers().lastHeader("ce_id"))
                .map(header -> new String(header.value(), StandardCharsets.UTF_8));
    }

    private static void end(TracedWork work, Outcome outcome) {
        switch (outcome) {
            case Outcome.Acknowledged _ -> {
                // What is not said to have failed has worked.
            }
            case Outcome.Unavailable _ -> work.failed("unavailable");
            case Outcome.TooLarge _ -> work.failed("too-large");
        }
        work.close();
    }

    private Outcome sendAll(List<Sending> sendings) {
        long deadline = System.nanoTime() + bound.toNanos();
        List<Future<RecordMetadata>> pending = new ArrayList<>(sendings.size());
        try {
            for (Sending each : sendings) {
                Future<RecordMetadata> sent = send(each);
                if (sent.isDone()) {
                    sent.get(); // failed at once: the rest would each wait as long for the same
                }
                pending.add(sent);
            }
            for (int i = 0; i < pending.size(); i++) {
                RecordMetadata stored = pending.get(i).get(Math.max(1, deadline - System.nanoTime()),
                        TimeUnit.NANOSECONDS);
                sendings.get(i).work().note("messaging.destination.partition.id",
                        Integer.toString(stored.partition())).note("messaging.kafka.offset", stored.offset());
            }
            return new Outcome.Acknowledged();
        } catch (InterruptedException _) {
            Thread.currentThread().interrupt();
            return new Outcome.Unavailable("the process is stopping");
        } catch (TimeoutException _) {
            return new Outcome.Unavailable("Kafka has not acknowledged within " + bound.toSeconds() + " s");
        } catch (ExecutionException e) {
            return failed(e.getCause() == null ? e : e.getCause());
        } catch (KafkaException e) {
            return failed(e);
        }
    }

    private Future<RecordMetadata> send(Sending sending) {
        try (Tracing.Within _ = tracing.within(sending.work().traceparent())) {
            return producer.send(sending.record());
        }
    }

    private static Outcome failed(Throwable cause) {
        if (cause instanceof RecordTooLargeException) {
            return new Outcome.TooLarge("the record is larger than the Kafka cluster takes");
        }
        LOGGER.atWarn().addKeyValue("error", cause.getClass().getSimpleName()).log("records not acknowledged");
        return new Outcome.Unavailable("Kafka has not acknowledged: " + cause.getClass().getSimpleName());
    }

    /** Waits a short while for what is under way. */
    @Override
    public void close() {
        producer.close(CLOSE_TIMEOUT);
    }
}
