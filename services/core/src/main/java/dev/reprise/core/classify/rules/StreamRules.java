// SPDX-License-Identifier: Apache-2.0
package dev.reprise.core.classify.rules;

import static dev.reprise.core.classify.rules.Row.lasting;
import static dev.reprise.core.classify.rules.Row.passing;
import static dev.reprise.schemas.decision.FailureClass.DATA;
import static dev.reprise.schemas.decision.FailureClass.PERMISSION;
import static dev.reprise.schemas.decision.FailureClass.PLATFORM;
import static dev.reprise.schemas.decision.FailureClass.RESOURCE;
import static dev.reprise.schemas.decision.FailureClass.TIMEOUT;
import static dev.reprise.schemas.decision.FailureClass.USER_CODE;

import java.util.List;

import dev.reprise.schemas.job.FailureRule;

/** Kafka's clients, by their exceptions, and Flink. */
final class StreamRules {
    private StreamRules() {}

    static List<FailureRule> all() {
        return List.of(
                lasting("kafka.permission", PERMISSION).on("TopicAuthorizationException",
                        "GroupAuthorizationException", "ClusterAuthorizationException",
                        "TransactionalIdAuthorizationException", "SaslAuthenticationException"),
                lasting("kafka.too-large", USER_CODE).on("RecordTooLargeException", "MESSAGE_TOO_LARGE"),
                lasting("kafka.record", DATA).on("kafka\\.common\\.errors\\.SerializationException"),
                passing("kafka.unavailable", PLATFORM).afterSeconds(60).on("not present in metadata after \\d+ ms",
                        "NotLeaderOrFollowerException", "NotLeaderForPartitionException", "LeaderNotAvailableException",
                        "UnknownTopicOrPartitionException", "NotEnoughReplicasException",
                        "CoordinatorNotAvailableException", "kafka\\.common\\.errors\\.TimeoutException",
                        "kafka\\.common\\.errors\\.DisconnectException",
                        "kafka\\.common\\.errors\\.NetworkException"),
                passing("flink.slots", RESOURCE).afterSeconds(60).on("NoResourceAvailableException",
                        "Could not acquire the minimum required resources"),
                passing("flink.network-buffers", RESOURCE).on("Insufficient number of network buffers"),
                passing("flink.task-manager-lost", PLATFORM).on("the remote task manager was lost",
                        "Heartbeat of TaskManager with id", "TaskManager with (?:id|ID) .* is no longer reachable",
                        "closed by remote task manager"),
                passing("flink.checkpoint-timeout", TIMEOUT).on("Checkpoint expired before completing"),
                passing("flink.checkpoint", PLATFORM).on("Exceeded checkpoint tolerable failure threshold"),
                lasting("flink.validation", USER_CODE).on("flink\\.table\\.api\\.ValidationException",
                        "flink\\.table\\.api\\.SqlParserException"));
    }
}
