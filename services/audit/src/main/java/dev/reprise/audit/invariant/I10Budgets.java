// SPDX-License-Identifier: Apache-2.0
package dev.reprise.audit.invariant;

import java.util.HashMap;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

import dev.reprise.audit.finding.Judgement;
import dev.reprise.audit.history.History;
import dev.reprise.schemas.id.InstanceId;
import dev.reprise.schemas.job.Policy;
import dev.reprise.schemas.topic.Topics;

/** An episode has no more reruns of the machine's own than its policy allows. */
final class I10Budgets implements Invariant {
    @Override
    public String id() {
        return "I10";
    }

    @Override
    public String promise() {
        return "no episode has more automatic reruns than its policy allows";
    }

    @Override
    public Set<Topics> needs() {
        return Set.of(Topics.DECISIONS, Topics.JOBS);
    }

    @Override
    public void judge(History history, Judgement judgement) {
        judgement.note("limits across jobs and per target are not judged");
        for (InstanceId instance : history.instances()) {
            Map<Long, Integer> used = new HashMap<>();
            for (Claim claim : Claim.of(history, instance)) {
                if (!claim.isAutomatic()) {
                    continue;
                }
                long episode = claim.logged().message().episode();
                int nth = used.merge(episode, 1, Integer::sum);
                Optional<Policy> policy = history.policy(instance.job(), claim.logged().message().policyVersion());
                if (policy.isEmpty()) {
                    judgement.notJudged();
                } else {
                    judgement.require(nth <= policy.get().maxReruns(), claim.name() + " is automatic rerun " + nth
                            + " of episode " + episode + ", and its policy allows " + policy.get().maxReruns());
                }
            }
        }
    }
}
