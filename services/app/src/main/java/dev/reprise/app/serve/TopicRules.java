// SPDX-License-Identifier: Apache-2.0
package dev.reprise.app.serve;

import java.util.Optional;

import dev.reprise.runtime.kafka.TopicPlan.Difference;
import dev.reprise.runtime.kafka.TopicSettings;
import dev.reprise.runtime.lifecycle.StartRefusedException;

/** Which differences between a cluster and the table of topics forbid a start. */
final class TopicRules {

    /** Copies of each record in real work: one may be lost while another is down. */
    static final int LEAST_COPIES = 3;

    private static final String LEAST_IN_SYNC = "2";

    private TopicRules() {}

    /**
     * Why a difference forbids the start.
     *
     * @param strict whether the settings of a cluster for real work are required
     * @return one line for a person; empty where the difference is only to be told
     */
    static Optional<String> refusal(Difference difference, boolean strict) {
        return switch (difference.setting()) {
            case "partitions" ->
                Optional.of(difference.text() + ": an instance would move to another Kafka partition and"
                        + " away from its state; set topics.partitions to " + difference.found()
                        + ", or choose another topics.prefix");
            case "cleanup.policy" -> Optional.of(difference.text()
                    + ": records would be lost or kept that must not be; run: reprise topics apply");
            case "replication.factor" -> strict && count(difference.found()) < LEAST_COPIES
                    ? Optional.of(difference.text() + ": the loss of one disk may lose decisions; raise it with"
                            + " kafka-reassign-partitions.sh, or start with --dev to try out")
                    : Optional.empty();
            case "min.insync.replicas" -> strict && count(difference.found()) < count(LEAST_IN_SYNC)
                    ? Optional.of(difference.text() + ": a record could be acknowledged by one broker alone;"
                            + " run: reprise topics apply")
                    : Optional.empty();
            case "min.compaction.lag.ms" -> millis(difference.found()) < millis(difference.expected())
                    ? Optional.of(difference.text() + ": the ledger could forget a rerun whose command is still fresh;"
                            + " run: reprise topics apply")
                    : Optional.empty();
            default -> Optional.empty();
        };
    }

    /**
     * Refuses a layout with too few copies for real work.
     *
     * @throws StartRefusedException in one line
     */
    static void refuseFewCopies(TopicSettings settings) {
        if (settings.replicationFactor() < LEAST_COPIES) {
            throw new StartRefusedException("topics.replication-factor is " + settings.replicationFactor()
                    + ": with fewer than " + LEAST_COPIES
                    + " copies the loss of one disk may lose decisions; raise it, or start with --dev to try out");
        }
    }

    private static long millis(String text) {
        return text.matches("\\d{1,18}") ? Long.parseLong(text) : 0;
    }

    private static int count(String text) {
        return text.matches("\\d{1,9}") ? Integer.parseInt(text) : 0;
    }
}
