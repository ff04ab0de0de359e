// SPDX-License-Identifier: Apache-2.0
package dev.reprise.runner.target;

import dev.reprise.schemas.job.TargetSpec;

/** Makes the target that a command describes. Must be safe for use by many threads. */
@FunctionalInterface
public interface Targets {
    /** The target of a specification; a specification that cannot be carried out becomes a target that refuses. */
    Target of(TargetSpec spec);

    /** The kind of a target as metrics and logs name it. */
    static String kind(TargetSpec spec) {
        return switch (spec) {
            case TargetSpec.Process _ -> "process";
            case TargetSpec.Http _ -> "http";
            case TargetSpec.Scheduler scheduler -> scheduler.action().type();
        };
    }
}
