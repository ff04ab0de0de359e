// SPDX-License-Identifier: Apache-2.0
package dev.reprise.core.classify.rules;

import static dev.reprise.core.classify.rules.Row.lasting;
import static dev.reprise.core.classify.rules.Row.passing;
import static dev.reprise.schemas.decision.FailureClass.PERMISSION;
import static dev.reprise.schemas.decision.FailureClass.PLATFORM;
import static dev.reprise.schemas.decision.FailureClass.RESOURCE;
import static dev.reprise.schemas.decision.FailureClass.USER_CODE;

import java.util.List;

import dev.reprise.schemas.job.FailureRule;

/** Hive, its metastore and Tez. */
final class HiveRules {
    private HiveRules() {}

    static List<FailureRule> all() {
        return List.of(
                passing("hive.metastore", PLATFORM).afterSeconds(60).on("SessionHiveMetaStoreClient",
                        "Could not connect to meta store using any of the URIs"),
                passing("hive.lock", PLATFORM).afterSeconds(60).on("ocks on the underlying objects cannot be acquired",
                        "Error in acquiring locks", "Lock acquisition for LockRequest"),
                passing("hive.mapjoin-memory", RESOURCE).on("MapJoinMemoryExhaustion",
                        "return code 3 from org\\.apache\\.hadoop\\.hive\\.ql\\.exec\\.mr\\.MapredLocalTask"),
                lasting("hive.dynamic-partitions", USER_CODE).on("tried to create too many dynamic partitions",
                        "Number of dynamic partitions created is"),
                lasting("hive.permission", PERMISSION).on("HiveAccessControlException"),
                lasting("hive.syntax", USER_CODE).on("FAILED: ParseException"),
                lasting("hive.semantics", USER_CODE).on("FAILED: SemanticException"),
                passing("tez.session", PLATFORM).on("SessionNotRunning"));
    }
}
