// SPDX-License-Identifier: Apache-2.0
package dev.reprise.coordinator.failpoint;

import java.util.Map;
import org.apache.kafka.clients.admin.Admin;
import org.apache.kafka.clients.consumer.Consumer;
import org.apache.kafka.clients.consumer.ConsumerGroupMetadata;
import org.apache.kafka.clients.consumer.KafkaConsumer;
import org.apache.kafka.clients.consumer.OffsetAndMetadata;
import org.apache.kafka.clients.producer.KafkaProducer;
import org.apache.kafka.clients.producer.Producer;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.common.serialization.ByteArrayDeserializer;
import org.apache.kafka.common.serialization.ByteArraySerializer;
import org.apache.kafka.streams.KafkaClientSupplier;

import dev.reprise.runtime.failpoint.Failpoints;

/** The clients of a Streams application as Streams itself makes them, with the failpoints of a transaction in the producer. */
public final class FailingClients implements KafkaClientSupplier {
    private final Failpoints failpoints;

    /** Clients that pass these failpoints. */
    public FailingClients(Failpoints failpoints) {
        this.failpoints = failpoints;
    }

    @Override
    public Admin getAdmin(Map<String, Object> config) {
        return Admin.create(config);
    }

    @Override
    public Producer<byte[], byte[]> getProducer(Map<String, Object> config) {
        return new FailingProducer(config, failpoints);
    }

    @Override
    public Consumer<byte[], byte[]> getConsumer(Map<String, Object> config) {
        return new KafkaConsumer<>(config, new ByteArrayDeserializer(), new ByteArrayDeserializer());
    }

    @Override
    public Consumer<byte[], byte[]> getRestoreConsumer(Map<String, Object> config) {
        return getConsumer(config);
    }

    @Override
    public Consumer<byte[], byte[]> getGlobalConsumer(Map<String, Object> config) {
        return getConsumer(config);
    }

    private static final class FailingProducer extends KafkaProducer<byte[], byte[]> {
        private final Failpoints failpoints;

        FailingProducer(Map<String, Object> config, Failpoints failpoints) {
            super(config, new ByteArraySerializer(), new ByteArraySerializer());
            this.failpoints = failpoints;
        }

        @Override
        public void beginTransaction() {
            super.beginTransaction();
            failpoints.pass(Failpoint.IN_TRANSACTION);
        }

        @Override
        public void sendOffsetsToTransaction(Map<TopicPartition, OffsetAndMetadata> offsets,
                ConsumerGroupMetadata group) {
            super.sendOffsetsToTransaction(offsets, group);
            failpoints.pass(Failpoint.BEFORE_COMMIT);
        }

        @Override
        public void commitTransaction() {
            super.commitTransaction();
            failpoints.pass(Failpoint.AFTER_COMMIT);
        }
    }
}
