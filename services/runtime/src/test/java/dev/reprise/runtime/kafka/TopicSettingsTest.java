// SPDX-License-Identifier: Apache-2.0
package dev.reprise.runtime.kafka;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

import dev.reprise.schemas.topic.Topics;

class TopicSettingsTest {

    private final TopicSettings settings = new TopicSettings(null, null, null);

    @Test
    void shouldStampEventsByBroker() {
        assertThat(settings.of(Topics.EVENTS)).containsEntry("message.timestamp.type", "LogAppendTime")
                .containsEntry("cleanup.policy", "delete").containsEntry("retention.ms", "604800000")
                .containsEntry("min.insync.replicas", "2");
    }

    @Test
    void shouldKeepTheLedgerUncompactedForAWhile() {
        assertThat(settings.of(Topics.DISPATCHES)).containsEntry("cleanup.policy", "compact")
                .containsEntry("min.compaction.lag.ms", "604800000").doesNotContainKey("retention.ms");
    }

    @Test
    void shouldLetLatestStateLiveForEver() {
        assertThat(settings.of(Topics.INSTANCES)).containsEntry("cleanup.policy", "compact")
                .doesNotContainKeys("retention.ms", "min.compaction.lag.ms");
    }

    @Test
    void shouldAskForOneReplicaInSyncOnOneBroker() {
        assertThat(TopicSettings.single(4).of(Topics.EVENTS)).containsEntry("min.insync.replicas", "1");
    }
}
