// SPDX-License-Identifier: Apache-2.0
package dev.reprise.core.instance;

import java.util.List;
import java.util.Optional;

import dev.reprise.schemas.control.Control;
import dev.reprise.schemas.job.DefinitionAnalysis;
import dev.reprise.schemas.job.Dependency;
import dev.reprise.schemas.job.Policy;

/** What is in force for a job at the moment of a decision. */
public sealed interface JobView {
    /** How long its instances are remembered at rest. */
    Remembrance remembrance();

    /**
     * The job is registered.
     *
     * @param policy its policy
     * @param hasTarget whether Reprise knows how to run it
     * @param analysis what analysis says of its definition
     * @param diagnosing tells what its failures are
     * @param controls pauses and freezes of the job, its namespace and of everything
     * @param upstreams the jobs it reads from
     * @param downstreams the jobs that read from it
     * @param remembrance how long its instances are remembered at rest
     */
    record Known(Policy policy, boolean hasTarget, Optional<DefinitionAnalysis> analysis, Diagnosing diagnosing,
            List<Control> controls, List<Dependency> upstreams, List<Dependency> downstreams, Remembrance remembrance)
            implements
                JobView {
        /** One whose instances are remembered for as long as by default. */
        public Known(Policy policy, boolean hasTarget, Optional<DefinitionAnalysis> analysis, Diagnosing diagnosing,
                List<Control> controls, List<Dependency> upstreams, List<Dependency> downstreams) {
            this(policy, hasTarget, analysis, diagnosing, controls, upstreams, downstreams, Remembrance.DEFAULTS);
        }

        /** The same, remembered for another time. */
        public Known remembered(Remembrance other) {
            return new Known(policy, hasTarget, analysis, diagnosing, controls, upstreams, downstreams, other);
        }

        /** A job of which nothing but its policy is known. */
        public static Known of(Policy policy, boolean hasTarget) {
            return new Known(policy, hasTarget, Optional.empty(), Diagnosing.NOTHING, List.of(), List.of(), List.of());
        }
    }

    /**
     * The job is not registered: without a policy nothing is rerun.
     *
     * @param remembrance how long its instances are remembered at rest
     */
    record Unknown(Remembrance remembrance) implements JobView {
        /** One whose instances are remembered for as long as by default. */
        public Unknown() {
            this(Remembrance.DEFAULTS);
        }
    }
}
