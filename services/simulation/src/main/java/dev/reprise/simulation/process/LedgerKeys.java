// SPDX-License-Identifier: Apache-2.0
package dev.reprise.simulation.process;

import dev.reprise.schemas.dispatch.RerunDispatch;
import dev.reprise.schemas.dispatch.Takeover;

/** The keys under which lines of the ledger are compacted. */
public final class LedgerKeys {
    private LedgerKeys() {}

    /** The key of a line. */
    public static Object key(Object line) {
        return switch (line) {
            case Takeover _ -> "takeover";
            case RerunDispatch dispatch -> dispatch.rerunId();
            default -> throw new IllegalArgumentException("no line of the ledger: " + line);
        };
    }
}
