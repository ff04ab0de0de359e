// SPDX-License-Identifier: Apache-2.0
package dev.reprise.core.classify.rules;

import static dev.reprise.core.classify.rules.Row.lasting;
import static dev.reprise.core.classify.rules.Row.passing;
import static dev.reprise.schemas.decision.FailureClass.DATA;
import static dev.reprise.schemas.decision.FailureClass.KILLED;
import static dev.reprise.schemas.decision.FailureClass.PERMISSION;
import static dev.reprise.schemas.decision.FailureClass.PLATFORM;
import static dev.reprise.schemas.decision.FailureClass.RESOURCE;
import static dev.reprise.schemas.decision.FailureClass.TIMEOUT;
import static dev.reprise.schemas.decision.FailureClass.UPSTREAM;
import static dev.reprise.schemas.decision.FailureClass.USER_CODE;

import java.util.List;

import dev.reprise.schemas.job.FailureRule;

/** MaxCompute and its Tunnel, by error code, as the error references of Alibaba Cloud list them. */
final class MaxComputeRules {
    private MaxComputeRules() {}

    static List<FailureRule> all() {
        return List.of(
                passing("maxcompute.partition-not-found", UPSTREAM).afterSeconds(300)
                        .on("ODPS-0130071.*[Pp]artition not found", "NoSuchPartition",
                                "maybe the partition not exist"),
                passing("maxcompute.metadata-conflict", PLATFORM).afterSeconds(60).on(
                        "Partition already exists, existed values", "SimpleLock conflict failure", "ODPS-0110999",
                        "table data changed while reading"),
                passing("maxcompute.quota", RESOURCE).afterSeconds(600).on("AllOrNothingResourceWaitTimeout",
                        "caused by: resource revoke"),
                passing("maxcompute.tunnel-flow", PLATFORM).afterSeconds(120).on("Your flow quota is exceeded"),
                passing("maxcompute.udf-timeout", TIMEOUT).on("kInstanceMonitorTimeout"),
                passing("maxcompute.out-of-memory", RESOURCE).on("ODPS-0123049", "ODPS-0123121", "small table exceeds"),
                lasting("maxcompute.too-many-partitions", USER_CODE)
                        .on("a single instance cannot output data to more than"),
                lasting("maxcompute.partition-value", DATA).on("invalid dynamic partition value"),
                lasting("maxcompute.full-scan", USER_CODE)
                        .on("is full scan with all partitions, please specify partition predicates"),
                lasting("maxcompute.plan-too-large", USER_CODE).on("The Size of Plan is too large",
                        "FailFastException: instance count exceeds limit"),
                lasting("maxcompute.table-not-found", USER_CODE).on("ODPS-0130131"),
                lasting("maxcompute.syntax", USER_CODE).on("ODPS-0130161"),
                lasting("maxcompute.semantics", USER_CODE).on("ODPS-0130071", "ODPS-0130121", "ODPS-0130141",
                        "ODPS-0130241", "ODPS-0130252"),
                lasting("maxcompute.permission", PERMISSION).on("ODPS-0130013", "ODPS-0420095", "ODPS-0110011",
                        "ODPS-0120011"),
                lasting("maxcompute.credentials", PERMISSION).on("ODPS-0410042", "ODPS-0410051"),
                lasting("maxcompute.cancelled", KILLED).on("ODPS-0120031"),
                passing("maxcompute.killed", KILLED).on("ODPS-0123105"),
                lasting("maxcompute.cast", DATA).on("ODPS-0123091", "ODPS-0121035",
                        "ODPS-0121095", "ODPS-0123081", "ODPS-0123111"),
                lasting("maxcompute.overflow", DATA).on("ODPS-0121145"),
                passing("maxcompute.udf", USER_CODE).on("ODPS-0123131", "ODPS-0123055"),
                passing("maxcompute.internal", PLATFORM).afterSeconds(60).on("ODPS-0010000", "ODPS-0140178"));
    }
}
