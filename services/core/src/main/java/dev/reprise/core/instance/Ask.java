// SPDX-License-Identifier: Apache-2.0
package dev.reprise.core.instance;

import java.time.Duration;
import java.util.Optional;

import dev.reprise.schemas.decision.Reason;
import dev.reprise.schemas.event.AdmissionRuled;
import dev.reprise.schemas.event.AdmissionRuling;
import dev.reprise.schemas.id.RerunId;

/**
 * A question to the group of the job: may this rerun be sent?
 *
 * @param group the group that is asked: a changed policy does not change whom a question went to
 * @param rerunId the rerun
 * @param slot whether a place among the reruns under way is asked for, its admission as such being granted
 * @param answer what was answered
 * @param why why it is held or was let go
 * @param expectedDuration how long the job usually takes, as the group has learned
 */
public record Ask(String group, RerunId rerunId, boolean slot, Answer answer, Optional<Reason> why,
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

    static Ask of(String group, RerunId rerunId) {
        return new Ask(group, rerunId, false, Answer.NONE, Optional.empty(), Optional.empty());
    }

    Ask forSlot() {
        return new Ask(group, rerunId, true, Answer.NONE, Optional.empty(), expectedDuration);
    }

    /**
     * An answer to another question than the open one is told again or came late, and does not count; but what is let go
     * by the breaker while it asked for a place has to ask for that again.
     */
    Ask with(AdmissionRuled ruled) {
        Optional<Duration> expected = ruled.expectedDuration().or(() -> expectedDuration);
        if (ruled.ruling() == AdmissionRuling.HELD) {
            return ruled.slot() && !slot ? this : new Ask(group, rerunId, slot, Answer.HELD, ruled.reason(), expected);
        }
        if (ruled.slot() == slot) {
            return new Ask(group, rerunId, slot, Answer.ADMITTED, ruled.reason(), expected);
        }
        return slot && answer == Answer.HELD
                ? new Ask(group, rerunId, true, Answer.NONE, Optional.empty(), expected)
                : this;
    }
}
