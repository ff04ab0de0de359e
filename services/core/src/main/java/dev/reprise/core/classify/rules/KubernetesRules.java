// SPDX-License-Identifier: Apache-2.0
package dev.reprise.core.classify.rules;

import static dev.reprise.core.classify.rules.Row.lasting;
import static dev.reprise.core.classify.rules.Row.passing;
import static dev.reprise.schemas.decision.FailureClass.PERMISSION;
import static dev.reprise.schemas.decision.FailureClass.PLATFORM;
import static dev.reprise.schemas.decision.FailureClass.RESOURCE;
import static dev.reprise.schemas.decision.FailureClass.TIMEOUT;
import static dev.reprise.schemas.decision.FailureClass.USER_CODE;

import java.util.List;

import dev.reprise.schemas.job.FailureRule;

/** Reasons and messages of pods, jobs and admission. */
final class KubernetesRules {
    private KubernetesRules() {}

    static List<FailureRule> all() {
        return List.of(
                passing("kubernetes.oom-killed", RESOURCE).on("OOMKilled"),
                passing("kubernetes.ephemeral-storage", RESOURCE).on("exceeded its local ephemeral storage limit",
                        "ephemeral local storage usage exceeds the total limit",
                        "Usage of EmptyDir volume .* exceeds the limit"),
                passing("kubernetes.preempted", PLATFORM).afterSeconds(60)
                        .on("Preempted in order to admit critical pod"),
                passing("kubernetes.node-shutdown", PLATFORM).afterSeconds(60)
                        .on("in response to imminent node shutdown"),
                passing("kubernetes.evicted", PLATFORM).afterSeconds(60).on("The node was low on resource",
                        "\\bEvicted\\b", "TaintManagerEviction"),
                lasting("kubernetes.image-unknown", USER_CODE).on("manifest unknown", "InvalidImageName",
                        "code = NotFound desc = failed to pull"),
                passing("kubernetes.image-pull", PLATFORM).afterSeconds(120).on("ImagePullBackOff", "ErrImagePull",
                        "Failed to pull image"),
                passing("kubernetes.unschedulable", RESOURCE).afterSeconds(300).on("\\d+/\\d+ nodes are available"),
                passing("kubernetes.quota", RESOURCE).afterSeconds(300).on("is forbidden: exceeded quota"),
                passing("kubernetes.deadline", TIMEOUT).on("was active longer than specified deadline",
                        "was active on the node longer than the specified deadline"),
                lasting("kubernetes.config", USER_CODE).on("CreateContainerConfigError",
                        "serviceaccount \".*\" not found", "exec: \".*\": executable file not found"),
                lasting("kubernetes.forbidden", PERMISSION).on("is forbidden: User \".*\" cannot"),
                passing("kubernetes.volume", PLATFORM).afterSeconds(60).on("Unable to attach or mount volumes",
                        "MountVolume.SetUp failed"),
                passing("kubernetes.container-lost", PLATFORM)
                        .on("The container could not be located when the pod was"));
    }
}
