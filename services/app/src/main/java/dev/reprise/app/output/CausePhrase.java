// SPDX-License-Identifier: Apache-2.0
package dev.reprise.app.output;

import java.util.Locale;

import dev.reprise.schemas.wire.WireType;

/** What came, as a sentence: the record or timer that a decision answers. */
final class CausePhrase {

    private static final String TIMER = "timer";
    /** Left out where a decision names its cause. */
    private static final String PREFIX = "dev.reprise.";

    private CausePhrase() {}

    /** The sentence for a CloudEvents type or a timer; one that this version does not know stands for itself. */
    static String of(String type) {
        if (type.startsWith(TIMER)) {
            String purpose = type.substring(TIMER.length()).replaceAll("[^A-Za-z]+", " ").strip().toLowerCase(
                    Locale.ROOT);
            return switch (purpose) {
                case "" -> "A wait was over";
                case "registry" -> "The registration of the job was looked at";
                default -> "A wait was over: " + purpose;
            };
        }
        return WireType.ofCeType(type).or(() -> WireType.ofCeType(PREFIX + type)).map(CausePhrase::of).orElse(type);
    }

    private static String of(WireType type) {
        return switch (type) {
            case RUN_STARTED -> "A run started";
            case RUN_HEARTBEAT -> "A run gave a sign of life";
            case RUN_SUCCEEDED -> "A run succeeded";
            case RUN_FAILED -> "A run failed";
            case RUN_LOST -> "A run was lost";
            case RUN_KILLED -> "A run was stopped";
            case RUN_SKIPPED -> "A run was skipped";
            case RUN_UPSTREAM_FAILED -> "A run could not begin, as something before it failed";
            case RUN_CLEARED -> "A run was reset at its scheduler";
            case RUN_RECONCILED -> "The scheduler answered how a silent run stands";
            case RUN_STATE_UNKNOWN -> "The scheduler did not know how a silent run stands";
            case OUTPUT_COMMITTED -> "A run published its output";
            case DEADLINE_REPORTED -> "A deadline was reported";
            case RERUN_REQUESTED -> "A person asked for a rerun";
            case RERUN_APPROVED -> "A person approved the rerun";
            case RERUN_REJECTED -> "A person rejected the rerun";
            case PERMIT_REQUESTED -> "A gated run asked to go on";
            case BARRIER -> "Everything before it was read";
            case ADMISSION_RULED -> "The group of the job ruled on the rerun";
            case STORM_ENDED -> "The breaker closed";
            case UPSTREAM_AWAITED -> "Another instance waits for this one";
            case UPSTREAM_RECOVERED -> "What it reads is there";
            case UPSTREAM_REWRITTEN -> "What it reads was written anew";
            case ADMISSION_ASKED -> "A rerun asked its group for admission";
            case ADMISSION_SETTLED -> "A rerun needs its group no longer";
            case RUN_NOTED -> "A run of the group succeeded";
            case STORM_CONTROLLED -> "A person held or released the group";
            case STORM -> "The state of a breaker";
            case CONTROL -> "A person paused or froze reruns";
            case ROUTING -> "The spread of instances over Kafka partitions";
            case LINEAGE -> "What the job reads and writes was seen";
            case JOB -> "The job's registration changed";
            case START_RERUN -> "A rerun was ordered";
            case CANCEL_RERUN -> "A rerun was taken back";
            case TAKEOVER -> "A runner took over";
            case DISPATCH_INTENT -> "The rerun is about to be sent";
            case DISPATCH_IN_DOUBT -> "It is not known whether the target took the rerun";
            case DISPATCH_ACCEPTED -> "The target took the rerun";
            case DISPATCH_CANCELLED -> "The rerun was taken back before it was sent";
            case DISPATCH_EXPIRED -> "The rerun was too late and was not sent";
            case DISPATCH_REJECTED -> "The target refused the rerun";
            case DISPATCH_PARKED -> "The rerun was parked, as its outcome could not be known";
            case DECISION -> "A decision";
            case PERMIT_GRANTED -> "A gated run was let";
            case PERMIT_REFUSED -> "A gated run was not let";
            case INSTANCE -> "A state";
            case ALERT_FIRING -> "An alert began";
            case ALERT_ACKED -> "A person took an alert";
            case ALERT_RESOLVED -> "An alert was over";
            case PAGE -> "Somebody was to be told";
            case NOTIFICATION -> "Somebody was told";
            case ACKNOWLEDGEMENT -> "A person took an alert";
            case SILENCE -> "A person silenced alerts";
            case SUBSCRIPTION -> "A person changed who is told";
            case AUDIT -> "Somebody acted";
        };
    }
}
