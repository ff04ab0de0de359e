// SPDX-License-Identifier: Apache-2.0
package dev.reprise.console.query;

import java.util.List;
import java.util.Optional;

import dev.reprise.core.cascade.Prospect;
import dev.reprise.core.cascade.RerunPlan;
import dev.reprise.schemas.decision.InstanceStatus;
import dev.reprise.schemas.decision.Reason;
import dev.reprise.schemas.id.InstanceId;
import dev.reprise.schemas.id.JobId;
import dev.reprise.schemas.id.PartitionKey;

/**
 * What a rerun with all that follows would do. Names and forms are part of the API's contract.
 *
 * @param root the instance itself
 * @param downstream what reads from it, directly or not, as if the root were rerun: the nearest first, at most 1000
 * @param truncated whether there is more
 */
public record PlanView(EntryView root, List<EntryView> downstream, boolean truncated) {

    /**
     * One instance of the plan.
     *
     * @param instance its key, as in paths
     * @param job its job
     * @param partition its data partition
     * @param status where it stands now; absent where nothing is known of it
     * @param depth how many steps it is away from the root, 0 for the root
     * @param via through which instance the order comes to it; absent for the root
     * @param prospect what it has to expect
     * @param reason the rule that refuses or asks, where one does
     * @param meaning both in words
     */
    public record EntryView(InstanceId instance, JobId job, PartitionKey partition, Optional<InstanceStatus> status,
            int depth, Optional<InstanceId> via, Prospect prospect, Optional<Reason> reason, String meaning) {
        static EntryView of(RerunPlan.Entry entry) {
            String meaning = entry.prospect().meaning()
                    + entry.reason().map(reason -> " " + reason.meaning()).orElse("");
            return new EntryView(entry.instance(), entry.instance().job(), entry.instance().partition(),
                    entry.status(), entry.depth(), entry.via(), entry.prospect(), entry.reason(), meaning);
        }
    }

    static PlanView of(RerunPlan plan) {
        return new PlanView(EntryView.of(plan.root()), plan.downstream().stream().map(EntryView::of).toList(),
                plan.truncated());
    }
}
