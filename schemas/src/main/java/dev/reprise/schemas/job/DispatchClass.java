// SPDX-License-Identifier: Apache-2.0
package dev.reprise.schemas.job;

import com.fasterxml.jackson.annotation.JsonTypeInfo;
import com.fasterxml.jackson.annotation.JsonTypeName;
import java.time.Duration;

import dev.reprise.schemas.bound.Bounds;

/** What a target guarantees when the same rerun is asked for twice; the whole protocol rests on it. */
@JsonTypeInfo(use = JsonTypeInfo.Id.NAME, property = "class")
public sealed interface DispatchClass {
    /**
     * The target refuses or adopts a second start under the same key.
     *
     * @param horizon how long it remembers a key; the key is repeated only within half of it
     */
    @JsonTypeName("keyed")
    record Keyed(Duration horizon) implements DispatchClass {
        /**
         * Checks the time.
         *
         * @throws IllegalArgumentException naming the field and the rule it breaks
         */
        public Keyed {
            Bounds.positive("guarantee.horizon", horizon);
        }
    }

    /**
     * The target refuses a call whose fencing token is older than one it was shown for the same rerun, and says, asked by
     * our own id, whether the rerun was started. A doubt is settled by showing it a newer token, asking, and only then
     * calling again. It must remember tokens and runs for as long as the ledger does.
     */
    @JsonTypeName("fenced")
    record Fenced() implements DispatchClass {}

    /** The target starts again at each call: at most one call is ever made. */
    @JsonTypeName("opaque")
    record Opaque() implements DispatchClass {}
}
