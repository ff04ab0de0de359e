// SPDX-License-Identifier: Apache-2.0
package dev.reprise.coordinator.topology;

import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import io.micrometer.core.instrument.simple.SimpleMeterRegistry;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Properties;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.apache.kafka.common.serialization.ByteArraySerializer;
import org.apache.kafka.streams.TestInputTopic;
import org.apache.kafka.streams.Topology;
import org.apache.kafka.streams.TopologyTestDriver;
import org.apache.kafka.streams.errors.StreamsException;
import org.apache.kafka.streams.test.TestRecord;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

import dev.reprise.runtime.kafka.KafkaConnection;
import dev.reprise.runtime.kafka.StreamsIdentity;
import dev.reprise.runtime.message.KafkaMessages;
import dev.reprise.schemas.event.RunHeartbeat;
import dev.reprise.schemas.topic.Topics;
import dev.reprise.schemas.wire.WireCodec;

/** The topology with the settings of the product, where a fault of ours occurs in it. */
class FaultTopologyTest {
    private static final KafkaMessages MESSAGES = new KafkaMessages(new WireCodec(), "reprise/test");

    @TempDir
    private Path stateDirectory;

    @Test
    void shouldStopAtAFaultOfOursInsteadOfPassingTheRecordOver() {
        Topology topology = CoordinatorTopology.build(
                new TopologySettings(TopologyFixture.PREFIX, 1, Duration.ofMillis(100), 500), job -> {
                    throw new IllegalStateException("a fault while " + job + " is looked up");
                }, MESSAGES, new CoordinatorMeters(new SimpleMeterRegistry()));
        Properties product = KafkaConnection.to("nowhere:1").streams(
                new StreamsIdentity("test", "one", stateDirectory));
        try (TopologyTestDriver driver = new TopologyTestDriver(topology, product, TopologyFixture.START)) {
            TestInputTopic<byte[], byte[]> events = driver.createInputTopic(
                    Topics.EVENTS.name(TopologyFixture.PREFIX), new ByteArraySerializer(), new ByteArraySerializer());
            assertThatExceptionOfType(StreamsException.class).isThrownBy(() -> events.pipeInput(aHeartbeat()))
                    .withRootCauseInstanceOf(IllegalStateException.class);
        }
    }

    private static TestRecord<byte[], byte[]> aHeartbeat() {
        RunHeartbeat event = new RunHeartbeat(TopologyFixture.JOB, TopologyFixture.INSTANCE.partition(),
                TopologyFixture.RUN, 1, TopologyFixture.START, "test");
        ProducerRecord<byte[], byte[]> made = MESSAGES.toRecord(Topics.EVENTS.name(TopologyFixture.PREFIX),
                event.instance().key(), "event-1", event.at(), event);
        return new TestRecord<>(made.key(), made.value(), made.headers(), TopologyFixture.START);
    }
}
