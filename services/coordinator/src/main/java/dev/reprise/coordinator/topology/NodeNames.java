// SPDX-License-Identifier: Apache-2.0
package dev.reprise.coordinator.topology;

/** The names of nodes and stores. A change here is a migration: stores and changelogs are found by them. */
public final class NodeNames {
    /** Reads events. */
    public static final String EVENTS_SOURCE = "events-source";
    /** Reads the runner's ledger. */
    public static final String DISPATCHES_SOURCE = "dispatches-source";
    /** Decides. */
    public static final String INSTANCE_DECIDE = "instance-decide";
    /** Writes what instances are told: barriers and news of others. */
    public static final String INSTANCES_TOLD_SINK = "instances-told-sink";
    /** Writes what groups are told. */
    public static final String ADMISSIONS_SINK = "admissions-sink";
    /** Writes decisions. */
    public static final String DECISIONS_SINK = "decisions-sink";
    /** Writes the latest state of instances. */
    public static final String INSTANCES_SINK = "instances-sink";
    /** Writes commands. */
    public static final String COMMANDS_SINK = "commands-sink";
    /** Writes answers to gated runs. */
    public static final String PERMITS_SINK = "permits-sink";
    /** Writes alerts. */
    public static final String ALERTS_SINK = "alerts-sink";
    /** Writes dead letters. */
    public static final String DEAD_LETTERS_SINK = "dead-letters-sink";
    /** State of each instance. */
    public static final String INSTANCE_STATE = "instance-state";
    /** Timers by due time. */
    public static final String INSTANCE_TIMERS = "instance-timers";
    /** How many instances stand where. */
    public static final String INSTANCE_TALLY = "instance-tally";
    /** Reads what reaches groups. Sorts behind the other sources: Kafka Streams numbers tasks by these names, and the
     * number of an instance's task must not move. */
    public static final String GROUP_SOURCE = "group-source";
    /** Rules on reruns of a group. */
    public static final String GROUP_RULE = "group-rule";
    /** Writes what instances are told by their group. */
    public static final String GROUP_ANSWERS_SINK = "group-answers-sink";
    /** Writes the latest state of breakers. */
    public static final String STORMS_SINK = "storms-sink";
    /** Writes dead letters of admissions. */
    public static final String GROUP_DEAD_LETTERS_SINK = "group-dead-letters-sink";
    /** State of each group. */
    public static final String GROUP_STATE = "group-state";
    /** Questions, lanes, breakers and alarms of groups. */
    public static final String GROUP_ROWS = "group-rows";
    /** Groups by the time at which they must be looked at. */
    public static final String GROUP_TIMERS = "group-timers";

    private NodeNames() {}
}
