// SPDX-License-Identifier: Apache-2.0
package dev.reprise.core.instance;

import java.time.Duration;
import java.util.Optional;

import dev.reprise.schemas.decision.Reason;
import dev.reprise.schemas.id.RerunId;

/**
 * A question to the group of the job: may this rerun be sent?
 *
 * @param rerunId the rerun
 * @param slot whether a place among the reruns under way is asked for, its admission as such being granted
 * @param answer what was answered
 * @param why why it is held or was let go
 * @param expectedDuration how long the job usually takes, as the group has learned
 */
public record Ask(RerunId rerunId, boolean slot, Answer answer, Optional<Reason> why,
        Optional<Duration> expectedDuration) {
    /** What was answered. */
    public enum Answer {
        /** Nothing yet. */
        NONE,
        /** It may be sent. */
        ADMITTED,
        /** It is held. */
        HELD
    }

    static Ask of(RerunId rerunId) {
        return new Ask(rerunId, false, Answer.NONE, Optional.empty(), Optional.empty());
    }

    Ask forSlot() {
        return new Ask(rerunId, true, Answer.NONE, Optional.empty(), expectedDuration);
    }

    Ask answered(Answer ruling, Optional<Reason> reason, Optional<Duration> expected) {
        return new Ask(rerunId, slot, ruling, reason, expected.or(() -> expectedDuration));
    }
}
