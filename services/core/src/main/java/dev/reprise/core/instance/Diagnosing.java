// SPDX-License-Identifier: Apache-2.0
package dev.reprise.core.instance;

import java.util.Optional;

import dev.reprise.core.classify.Classification;
import dev.reprise.schemas.decision.FailureClass;
import dev.reprise.schemas.event.ErrorEvidence;
import dev.reprise.schemas.event.FailureKind;

/** Tells what kind of trouble a failure is; a pure function. */
@FunctionalInterface
public interface Diagnosing {
    /** Knows nothing. */
    Diagnosing NOTHING = (source, error, kind) -> new Classification(
            FailureClass.UNKNOWN, Optional.empty(), true, Optional.empty(), "");

    /**
     * What a failure is taken for.
     *
     * @param source who reported it
     * @param error what is known of the cause
     * @param kind failed by itself or stopped by a time limit
     */
    Classification classify(String source, Optional<ErrorEvidence> error, FailureKind kind);
}
