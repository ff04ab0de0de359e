// SPDX-License-Identifier: Apache-2.0
package dev.reprise.core.classify.rules;

import java.util.List;
import java.util.stream.Stream;

import dev.reprise.schemas.job.FailureRule;

/**
 * All built-in rules in the order in which they are tried: from what names its cause to what names only its effect, and from
 * one system's own words to those that many share. An error of a database seen through Spark is the database's.
 */
public final class BuiltInRules {
    private BuiltInRules() {}

    /** The rules on what a failure says. */
    public static List<FailureRule> ordered() {
        return Stream.of(MaxComputeRules.all(), DatabaseRules.all(), WarehouseRules.all(),
                StreamRules.all(), ClusterRules.all(), KubernetesRules.all(),
                HiveRules.all(), StorageRules.all(), SparkRules.all(), SchedulerRules.all(), HttpRules.all(),
                PythonRules.all(), JvmRules.all(), SystemRules.all()).flatMap(List::stream).toList();
    }

    /** The rules on an exit status alone, for when nothing else matches. */
    public static List<FailureRule> exitStatuses() {
        return ExitStatusRules.all();
    }
}
