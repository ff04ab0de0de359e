// SPDX-License-Identifier: Apache-2.0
package dev.reprise.core.cascade;

import java.time.Instant;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Function;

import dev.reprise.core.guard.Grounds;
import dev.reprise.core.guard.Guard;
import dev.reprise.schemas.decision.CascadeOrder;
import dev.reprise.schemas.decision.InstanceStatus;
import dev.reprise.schemas.decision.Reason;
import dev.reprise.schemas.id.InstanceId;
import dev.reprise.schemas.job.Dependency;
import dev.reprise.schemas.job.JobDefinition;

/**
 * What a rerun of an instance would lead to when it is ordered with all that follows: a forecast by the rules that decide
 * when it happens. Pauses, freezes, groups and storms only delay, so they are not in it.
 *
 * @param root the instance itself
 * @param downstream what reads from it, directly or not, the nearest first, as if the root were rerun
 * @param truncated whether there is more than the plan shows
 */
public record RerunPlan(Entry root, List<Entry> downstream, boolean truncated) {
    /** Most instances shown beside the root. */
    public static final int MAX_DOWNSTREAM = 1_000;

    /** Takes a copy. */
    public RerunPlan {
        downstream = List.copyOf(downstream);
    }

    /**
     * One instance of the plan.
     *
     * @param instance the instance
     * @param status where it stands now; absent where nothing is known of it
     * @param depth how many steps it is away from the root; 0 for the root itself
     * @param via the instance through which the order comes to it, on a shortest way; absent for the root
     * @param prospect what it has to expect
     * @param reason the rule behind it, where one refuses or asks
     */
    public record Entry(InstanceId instance, Optional<InstanceStatus> status, int depth, Optional<InstanceId> via,
            Prospect prospect, Optional<Reason> reason) {}

    /**
     * Makes the plan.
     *
     * @param root the instance that would be rerun
     * @param order who asks, and what for
     * @param force whether the root is rerun although it has succeeded
     * @param jobs the registry
     * @param statuses where an instance stands; empty where nothing is known of it
     */
    public static RerunPlan of(InstanceId root, CascadeOrder order, boolean force, RegisteredJobs jobs,
            Function<InstanceId, Optional<InstanceStatus>> statuses) {
        return new Walk(order, jobs, statuses).from(root, force);
    }

    /** One way through the graph: first along what is rerun, then along the rest, each instance once. */
    private static final class Walk {
        private final CascadeOrder order;
        private final RegisteredJobs jobs;
        private final Function<InstanceId, Optional<InstanceStatus>> statuses;
        private final Map<InstanceId, Entry> found = new LinkedHashMap<>();
        private boolean truncated;

        Walk(CascadeOrder order, RegisteredJobs jobs, Function<InstanceId, Optional<InstanceStatus>> statuses) {
            this.order = order;
            this.jobs = jobs;
            this.statuses = statuses;
        }

        RerunPlan from(InstanceId root, boolean force) {
            Optional<InstanceStatus> status = statuses.apply(root);
            Outlook outlook = jobs.find(root.job())
                    .map(job -> status.flatMap(now -> untimely(now, force)).map(Outlook::refused)
                            .orElseGet(() -> asked(job)))
                    .orElse(Outlook.refused(Reason.UNKNOWN_JOB));
            Entry start = new Entry(root, status, 0, Optional.empty(), outlook.prospect(), outlook.reason());
            found.put(root, start);
            walk(List.of(start), true);
            walk(List.copyOf(found.values()), false);
            List<Entry> downstream = found.values().stream().skip(1).toList();
            return new RerunPlan(start, downstream, truncated);
        }

        private void walk(List<Entry> starts, boolean reached) {
            Deque<Entry> open = new ArrayDeque<>(starts);
            while (!open.isEmpty() && !truncated) {
                Entry upstream = open.remove();
                for (Dependency reader : jobs.graph().downstreams(upstream.instance().job())) {
                    InstanceId instance = JobGraph.neighbour(reader, upstream.instance());
                    if (found.containsKey(instance)) {
                        continue;
                    }
                    if (found.size() > MAX_DOWNSTREAM) {
                        truncated = true;
                        return;
                    }
                    Entry entry = entry(instance, upstream, reached);
                    found.put(instance, entry);
                    if (!reached || entry.prospect().carries()) {
                        open.add(entry);
                    }
                }
            }
        }

        private Entry entry(InstanceId instance, Entry upstream, boolean reached) {
            Optional<InstanceStatus> status = statuses.apply(instance);
            Outlook outlook = !status.equals(Optional.of(InstanceStatus.SUCCEEDED))
                    ? new Outlook(Prospect.NOT_RUN_YET, Optional.empty())
                    : reached
                            ? ordered(jobs.find(instance.job()).orElseThrow())
                            : new Outlook(Prospect.NOT_REACHED, Optional.empty());
            return new Entry(instance, status, upstream.depth() + 1, Optional.of(upstream.instance()),
                    outlook.prospect(), outlook.reason());
        }

        /** Why where the root stands forbids it. In doubt is no such place: that depends on more than the status. */
        private static Optional<Reason> untimely(InstanceStatus now, boolean force) {
            return switch (now) {
                case SUCCEEDED -> force ? Optional.empty() : Optional.of(Reason.ALREADY_SUCCEEDED);
                case RUNNING, RERUNNING, INTENDED, DISPATCHED -> Optional.of(Reason.RERUN_ALREADY_OPEN);
                default -> Optional.empty();
            };
        }

        /** The root: a person stands behind it, so what the gate refuses for want of an approval is asked for. */
        private Outlook asked(JobDefinition job) {
            return switch (Guard.rule(job.policy(), jobs.analysis(job.job()), Grounds.LOST,
                    OrderRules.approval(order, job.policy(), Instant.EPOCH))) {
                case Guard.Refused refused when refused.reason() == Reason.RERUN_DISABLED ->
                    Outlook.refused(Reason.RERUN_DISABLED);
                case Guard.Allowed _ when job.target().isEmpty() -> Outlook.refused(Reason.NO_TARGET);
                case Guard.Allowed _ -> new Outlook(Prospect.RERUN, Optional.empty());
                case Guard.Refused refused -> new Outlook(Prospect.NEEDS_APPROVAL, Optional.of(refused.reason()));
                case Guard.NeedsApproval _ ->
                    new Outlook(Prospect.NEEDS_APPROVAL, Optional.of(Reason.IDEMPOTENCY_UNKNOWN));
            };
        }

        private Outlook ordered(JobDefinition job) {
            return switch (OrderRules.rule(order, job.policy(), jobs.analysis(job.job()), job.target().isPresent())) {
                case Guard.Allowed _ -> new Outlook(Prospect.RERUN, Optional.empty());
                case Guard.NeedsApproval _ ->
                    new Outlook(Prospect.NEEDS_APPROVAL, Optional.of(Reason.IDEMPOTENCY_UNKNOWN));
                case Guard.Refused refused -> Outlook.refused(refused.reason());
            };
        }
    }

    private record Outlook(Prospect prospect, Optional<Reason> reason) {
        static Outlook refused(Reason reason) {
            return new Outlook(Prospect.REFUSED, Optional.of(reason));
        }
    }
}
