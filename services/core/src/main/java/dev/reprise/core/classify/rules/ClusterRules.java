// SPDX-License-Identifier: Apache-2.0
package dev.reprise.core.classify.rules;

import static dev.reprise.core.classify.rules.Row.lasting;
import static dev.reprise.core.classify.rules.Row.passing;
import static dev.reprise.schemas.decision.FailureClass.KILLED;
import static dev.reprise.schemas.decision.FailureClass.PLATFORM;
import static dev.reprise.schemas.decision.FailureClass.RESOURCE;
import static dev.reprise.schemas.decision.FailureClass.TIMEOUT;
import static dev.reprise.schemas.decision.FailureClass.USER_CODE;

import java.util.List;

import dev.reprise.schemas.job.FailureRule;

/** Resource managers that run containers and batch jobs: YARN and Slurm. */
final class ClusterRules {
    private ClusterRules() {}

    static List<FailureRule> all() {
        return List.of(
                passing("yarn.memory-limit", RESOURCE).on("Container killed by YARN for exceeding",
                        "is running beyond (?:physical|virtual) memory limits",
                        "beyond the '(?:PHYSICAL|VIRTUAL)' memory limit",
                        "Container from a bad node: .*Exit status: 137"),
                passing("yarn.node-lost", PLATFORM).on("Container released on a \\*lost\\* node",
                        "Container from a bad node"),
                passing("yarn.preempted", PLATFORM).afterSeconds(60).on("Container preempted by scheduler",
                        "Container .* was preempted"),
                passing("yarn.queue-full", RESOURCE).afterSeconds(300).on("applications, cannot accept submission"),
                lasting("yarn.queue-unknown", USER_CODE).on("to unknown queue"),
                lasting("yarn.request-too-large", RESOURCE).on("InvalidResourceRequestException"),
                lasting("yarn.killed-by-user", KILLED).on("was killed by user"),
                passing("slurm.time-limit", TIMEOUT).on("DUE TO TIME LIMIT"),
                passing("slurm.node-failure", PLATFORM).afterSeconds(60).on("DUE TO NODE FAILURE"),
                passing("slurm.preempted", PLATFORM).afterSeconds(60).on("DUE TO PREEMPTION"),
                passing("slurm.out-of-memory", RESOURCE).on("oom[-_]kill event",
                        "may have been killed by the cgroup out-of-memory handler"),
                passing("slurm.cancelled", KILLED).on("\\*\\*\\* (?:JOB|STEP) .* CANCELLED AT "));
    }
}
