// SPDX-License-Identifier: Apache-2.0
package dev.reprise.schemas.topic;

import java.time.Duration;

/**
 * Every topic of Reprise, in one table. Names carry a configurable prefix. Topics that are keyed by instance have the
 * same, fixed number of Kafka partitions: it is chosen once and never changed.
 */
public enum Topics {
    /** How many Kafka partitions instances are spread over, as the first start made it. */
    ROUTING("routing", TopicKey.LAYOUT, Cleanup.COMPACT, Duration.ZERO),
    /** Third-party bodies as received, so that a mended parser can replay. */
    RAW("raw", TopicKey.SOURCE, Cleanup.DELETE, Duration.ofDays(7)),
    /** Normalised lifecycle events, operator commands and barriers. */
    EVENTS("events", TopicKey.INSTANCE, Cleanup.DELETE, Duration.ofDays(7)),
    /** The job registry. */
    JOBS("jobs", TopicKey.JOB, Cleanup.COMPACT, Duration.ZERO),
    /** What the events of jobs show: datasets read and written, analysed definitions. */
    LINEAGE("lineage", TopicKey.JOB, Cleanup.COMPACT, Duration.ZERO),
    /** Pauses and freezes. */
    CONTROLS("controls", TopicKey.SCOPE, Cleanup.COMPACT, Duration.ZERO),
    /** What instances and operators tell groups of jobs. */
    ADMISSIONS("admissions", TopicKey.GROUP, Cleanup.DELETE, Duration.ofDays(7)),
    /** The latest state of each breaker. */
    STORMS("storms", TopicKey.SUBJECT, Cleanup.COMPACT, Duration.ZERO),
    /** Rerun and cancel, for the runner. */
    COMMANDS("commands", TopicKey.INSTANCE, Cleanup.DELETE, Duration.ofDays(7)),
    /** The runner's ledger; in the Kafka partition of the command. */
    DISPATCHES("dispatches", TopicKey.RERUN, Cleanup.COMPACT_AFTER_LAG, Duration.ofDays(7)),
    /** Every decision with its reason and inputs. */
    DECISIONS("decisions", TopicKey.INSTANCE, Cleanup.DELETE, Duration.ofDays(90)),
    /** What gated runs are answered: who may start, who may publish. */
    PERMITS("permits", TopicKey.INSTANCE, Cleanup.DELETE, Duration.ofDays(7)),
    /** The latest state of each instance. */
    INSTANCES("instances", TopicKey.INSTANCE, Cleanup.COMPACT, Duration.ZERO),
    /** Alert life cycle. */
    ALERTS("alerts", TopicKey.ALERT, Cleanup.COMPACT_AND_DELETE, Duration.ofDays(30)),
    /** Which alerts a person has taken. */
    ACKNOWLEDGEMENTS("acknowledgements", TopicKey.ALERT, Cleanup.COMPACT_AND_DELETE, Duration.ofDays(30)),
    /** What nobody is to be told of for a while. */
    SILENCES("silences", TopicKey.SILENCE, Cleanup.COMPACT, Duration.ZERO),
    /** Who asked, while everything runs, to be told of what. */
    SUBSCRIPTIONS("subscriptions", TopicKey.SUBSCRIPTION, Cleanup.COMPACT, Duration.ZERO),
    /** What receivers are to be told: the outbox of the alert engine. */
    PAGES("pages", TopicKey.NOTIFICATION, Cleanup.COMPACT_AND_DELETE, Duration.ofDays(30)),
    /** The notification log. */
    NOTIFICATIONS("notifications", TopicKey.NOTIFICATION, Cleanup.COMPACT_AND_DELETE, Duration.ofDays(30)),
    /** Every mutation by a person or through an interface. */
    AUDIT("audit", TopicKey.ACTOR, Cleanup.DELETE, Duration.ofDays(365)),
    /** Unusable records with their cause. */
    DEAD_LETTERS("dead-letters", TopicKey.ORIGINAL, Cleanup.DELETE, Duration.ofDays(30));

    private final String suffix;
    private final TopicKey key;
    private final Cleanup cleanup;
    private final Duration retention;

    Topics(String suffix, TopicKey key, Cleanup cleanup, Duration retention) {
        this.suffix = suffix;
        this.key = key;
        this.cleanup = cleanup;
        this.retention = retention;
    }

    /** The name without its prefix. */
    public String suffix() {
        return suffix;
    }

    /** The full name under a prefix such as {@code reprise.}. */
    public String name(String prefix) {
        return prefix + suffix;
    }

    /** What the Kafka key is. */
    public TopicKey key() {
        return key;
    }

    /** How old records go. */
    public Cleanup cleanup() {
        return cleanup;
    }

    /** How long records are kept, or the compaction lag; zero where neither applies. */
    public Duration retention() {
        return retention;
    }

    /**
     * Whether the broker stamps the time of append: freshness must not rest on a sender's clock, and a start compares its own
     * with the broker's.
     */
    public boolean stampedByBroker() {
        return this == EVENTS || this == RAW || this == ROUTING;
    }

    /** Whether its Kafka partition is a function of the instance, so that its partition count is fixed for ever. */
    public boolean partitionedByInstance() {
        return this == EVENTS || this == COMMANDS || this == DISPATCHES || this == DECISIONS || this == PERMITS
                || this == INSTANCES;
    }

    /** What the Kafka key of a topic is. */
    public enum TopicKey {
        /** {@link dev.reprise.schemas.routing.Routing#KEY}. */
        LAYOUT,
        /** The sender. */
        SOURCE,
        /** {@link dev.reprise.schemas.id.InstanceId#key()}. */
        INSTANCE,
        /** {@link dev.reprise.schemas.id.JobId#key()}. */
        JOB,
        /** The rerun id, or {@code takeover}. */
        RERUN,
        /** The alert key. */
        ALERT,
        /** Channel and alert key, or the key of a group of alerts. */
        NOTIFICATION,
        /** The id of a silence. */
        SILENCE,
        /** The name of a subscription. */
        SUBSCRIPTION,
        /** The scope of a pause or freeze. */
        SCOPE,
        /** The concurrency group. */
        GROUP,
        /** What a breaker is about. */
        SUBJECT,
        /** The person or program. */
        ACTOR,
        /** That of the record that could not be used. */
        ORIGINAL
    }

    /** How old records go. */
    public enum Cleanup {
        /** By age. */
        DELETE,
        /** All but the newest of each key. */
        COMPACT,
        /** All but the newest of each key, once they are older than the retention. */
        COMPACT_AFTER_LAG,
        /** All but the newest of each key, and that one by age. */
        COMPACT_AND_DELETE
    }
}
