// SPDX-License-Identifier: Apache-2.0
package dev.reprise.schemas.topic;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

import dev.reprise.schemas.topic.Topics.Cleanup;

class TopicsTest {

    @ParameterizedTest
    @EnumSource
    void shouldHaveANameThatKafkaTakes(Topics topic) {
        assertThat(topic.name("team-a.reprise.")).matches("[a-zA-Z0-9._-]{1,249}").endsWith("." + topic.suffix());
    }

    @Test
    void shouldHaveNamesThatDiffer() {
        assertThat(Topics.values()).extracting(Topics::suffix).doesNotHaveDuplicates();
    }

    @ParameterizedTest
    @EnumSource
    void shouldKeepRecordsForATimeUnlessOnlyTheNewestCounts(Topics topic) {
        assertThat(topic.retention().isZero()).isEqualTo(topic.cleanup() == Cleanup.COMPACT);
    }

    /** A ledger line must outlive every command that it answers. */
    @Test
    void shouldKeepTheLedgerAsLongAsItsCommands() {
        assertThat(Topics.DISPATCHES.retention()).isGreaterThanOrEqualTo(Topics.COMMANDS.retention());
    }

    /** A question to a group must be readable as long as the instance that asked may ask again. */
    @Test
    void shouldKeepAdmissionsAsLongAsEvents() {
        assertThat(Topics.ADMISSIONS.retention()).isGreaterThanOrEqualTo(Topics.EVENTS.retention());
    }

    /** The audit judges an answer by what was asked. */
    @Test
    void shouldKeepAPermitAsLongAsTheRequestForIt() {
        assertThat(Topics.PERMITS.retention()).isEqualTo(Topics.EVENTS.retention());
    }

    @Test
    void shouldKeepTheNewestOfEachKeyWhereALaterRecordTakesAnEarlierBack() {
        assertThat(List.of(Topics.JOBS, Topics.LINEAGE, Topics.CONTROLS, Topics.STORMS, Topics.INSTANCES,
                Topics.SILENCES, Topics.SUBSCRIPTIONS))
                .allMatch(topic -> topic.cleanup() == Cleanup.COMPACT && !topic.stampedByBroker());
    }

    @Test
    void shouldKeepEachTopicOfAnInstanceInOneOrder() {
        assertThat(Topics.values()).filteredOn(topic -> topic.key() == Topics.TopicKey.INSTANCE)
                .allMatch(Topics::partitionedByInstance);
    }
}
