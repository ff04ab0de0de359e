// SPDX-License-Identifier: Apache-2.0
package dev.reprise.notifier.engine;

/** Names of nodes, stores and the repartition topic: they stand in names on the cluster and must not change. */
final class NodeNames {
    static final String ALERTS_SOURCE = "alerts-source";
    static final String ALERT_ROUTE = "alert-route";
    static final String ALERT_ROUTES = "alert-routes";
    static final String RESULTS_SOURCE = "results-source";
    static final String RESULT_ROUTE = "result-route";
    static final String ROUTED = "routed";
    static final String UNREADABLE = "unreadable";
    static final String UNREADABLE_AS_IT_CAME = "unreadable-as-it-came";
    static final String DEAD_LETTERS_SINK = "dead-letters-sink";
    static final String RAISED = "raised";
    static final String RAISED_AS_ALERT = "raised-as-alert";
    static final String ALERTS_SINK = "alerts-sink";
    static final String TO_GROUP = "to-group";
    static final String GROUPS = "alert-groups";
    static final String GROUP_STEP = "group-step";
    static final String GROUP_STATE = "group-state";
    static final String GROUP_MEMBERS = "group-members";
    static final String GROUP_TIMERS = "group-timers";
    static final String PAGES_SINK = "pages-sink";

    private NodeNames() {}
}
