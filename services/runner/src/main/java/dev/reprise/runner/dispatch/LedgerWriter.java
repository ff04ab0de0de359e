// SPDX-License-Identifier: Apache-2.0
package dev.reprise.runner.dispatch;

import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.Future;
import java.util.function.Supplier;
import org.apache.kafka.clients.consumer.ConsumerGroupMetadata;
import org.apache.kafka.clients.consumer.OffsetAndMetadata;
import org.apache.kafka.clients.producer.Producer;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.apache.kafka.clients.producer.RecordMetadata;
import org.apache.kafka.common.KafkaException;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.common.errors.InterruptException;

import dev.reprise.runner.failpoint.Failpoint;
import dev.reprise.runtime.failpoint.Failpoints;
import dev.reprise.runtime.message.KafkaMessages;
import dev.reprise.runtime.trace.TraceHeaders;
import dev.reprise.runtime.trace.Traceparent;
import dev.reprise.schemas.dispatch.DispatchRecord;
import dev.reprise.schemas.dispatch.RerunDispatch;
import dev.reprise.schemas.dispatch.Takeover;
import dev.reprise.schemas.wire.WireType;

/**
 * The one fenced writer of a Kafka partition: each record is a transaction of its own, together with the position in the
 * commands and the generation of the group, so that neither a stale producer nor a stale member can write. Any
 * {@link KafkaException} means that the partition must be given up, also where the commit may have worked. One thread.
 */
final class LedgerWriter implements AutoCloseable {
    private final Producer<byte[], byte[]> producer;
    private final TopicNames topics;
    private final int kafkaPartition;
    private final KafkaMessages messages;
    private final Supplier<ConsumerGroupMetadata> group;
    private final Failpoints failpoints;

    LedgerWriter(Producer<byte[], byte[]> producer, TopicNames topics, int kafkaPartition, KafkaMessages messages,
            Supplier<ConsumerGroupMetadata> group, Failpoints failpoints) {
        this.producer = producer;
        this.topics = topics;
        this.kafkaPartition = kafkaPartition;
        this.messages = messages;
        this.group = group;
        this.failpoints = failpoints;
    }

    /** Fences every earlier owner off, then writes the takeover; answers its offset, which is the epoch. */
    long takeOver(Takeover takeover) {
        producer.initTransactions();
        failpoints.pass(Failpoint.BEFORE_TAKEOVER);
        producer.beginTransaction();
        Future<RecordMetadata> sent = producer.send(toRecord(takeover));
        producer.commitTransaction();
        return offset(sent);
    }

    /**
     * Writes a line of the ledger and the position; answers its offset.
     *
     * @param traceparent where in a trace the decision stands that is carried out
     */
    long write(DispatchRecord dispatch, long position, Optional<Traceparent> traceparent) {
        ProducerRecord<byte[], byte[]> record = toRecord(dispatch);
        TraceHeaders.write(record.headers(), traceparent);
        return commit(record, position);
    }

    /** Puts a command aside and moves the position past it. */
    void putAside(DeadLetter letter, long position) {
        commit(letter.toRecord(topics.deadLetters()), position);
    }

    /** Puts a line of the ledger aside. */
    void putAside(DeadLetter letter) {
        producer.beginTransaction();
        Future<RecordMetadata> sent = producer.send(letter.toRecord(topics.deadLetters()));
        producer.commitTransaction();
        offset(sent);
    }

    /** Writes nothing but the position. */
    void move(long position) {
        producer.beginTransaction();
        sendPosition(position);
        producer.commitTransaction();
    }

    /** Gives the producer up without waiting for anything: what is open in it is aborted by the next owner. */
    @Override
    public void close() {
        producer.close(Duration.ZERO);
    }

    private long commit(ProducerRecord<byte[], byte[]> record, long position) {
        producer.beginTransaction();
        failpoints.pass(Failpoint.IN_TRANSACTION);
        Future<RecordMetadata> sent = producer.send(record);
        sendPosition(position);
        failpoints.pass(Failpoint.BEFORE_COMMIT);
        producer.commitTransaction();
        return offset(sent);
    }

    private void sendPosition(long position) {
        producer.sendOffsetsToTransaction(
                Map.of(new TopicPartition(topics.commands(), kafkaPartition), new OffsetAndMetadata(position)),
                group.get());
    }

    private ProducerRecord<byte[], byte[]> toRecord(DispatchRecord dispatch) {
        Record message = (Record) dispatch;
        String type = WireType.of(message).ceType();
        return switch (dispatch) {
            case Takeover takeover -> new ProducerRecord<>(topics.dispatches(), kafkaPartition, null,
                    CommandReader.TAKEOVER_KEY.getBytes(StandardCharsets.UTF_8), messages.codec().write(message),
                    messages.headers("takeover/" + kafkaPartition + "/" + takeover.owner() + "/" + takeover.at(),
                            takeover.at(), message));
            case RerunDispatch rerun -> new ProducerRecord<>(topics.dispatches(), kafkaPartition, null,
                    CommandReader.key(rerun).getBytes(StandardCharsets.UTF_8), messages.codec().write(message),
                    messages.headers(rerun.rerunId() + "/" + type + "/" + rerun.epoch() + "/" + rerun.at(), rerun.at(),
                            message));
        };
    }

    private static long offset(Future<RecordMetadata> sent) {
        try {
            return sent.get().offset();
        } catch (ExecutionException e) {
            throw new KafkaException("a committed record has no offset", e);
        } catch (InterruptedException e) {
            throw new InterruptException(e);
        }
    }
}
