// SPDX-License-Identifier: Apache-2.0
package dev.reprise.runner.dispatch;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.charset.StandardCharsets;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.junit.jupiter.api.Test;

import dev.reprise.runtime.message.DeadLetterHeaders;
import dev.reprise.schemas.wire.MalformedMessageException;
import dev.reprise.schemas.wire.MalformedMessageException.Kind;

class DeadLetterTest {
    private static final MalformedMessageException CAUSE = new MalformedMessageException(Kind.SCHEMA, "attempt",
            "attempt is 0");

    @Test
    void shouldKeepBytesAndOwnHeadersAndTellWhereItStood() {
        ConsumerRecord<byte[], byte[]> received = record(new byte[]{1, 2});
        received.headers().add("ce_id", bytes("e-1"));
        ProducerRecord<byte[], byte[]> letter = DeadLetter.of(received, CAUSE).toRecord("dead");
        assertThat(letter.value()).containsExactly(1, 2);
        assertThat(header(letter, "ce_id")).isEqualTo("e-1");
        assertThat(header(letter, DeadLetterHeaders.CAUSE)).isEqualTo("SCHEMA");
        assertThat(header(letter, DeadLetterHeaders.FIELD)).isEqualTo("attempt");
        assertThat(header(letter, DeadLetterHeaders.OFFSET)).isEqualTo("42");
    }

    @Test
    void shouldAlwaysFitIntoARecord() {
        ConsumerRecord<byte[], byte[]> received = record(new byte[1024 * 1024]);
        received.headers().add("huge", new byte[200 * 1024]);
        ProducerRecord<byte[], byte[]> letter = DeadLetter.of(received, CAUSE).toRecord("dead");
        assertThat(letter.value()).hasSize(512 * 1024);
        assertThat(letter.headers().lastHeader("huge")).isNull();
        assertThat(header(letter, DeadLetter.CUT_FROM)).isEqualTo(Integer.toString(1024 * 1024));
    }

    private static ConsumerRecord<byte[], byte[]> record(byte[] value) {
        return new ConsumerRecord<>("reprise.commands", 3, 42, bytes("key"), value);
    }

    private static String header(ProducerRecord<byte[], byte[]> letter, String name) {
        return new String(letter.headers().lastHeader(name).value(), StandardCharsets.UTF_8);
    }

    private static byte[] bytes(String text) {
        return text.getBytes(StandardCharsets.UTF_8);
    }
}
