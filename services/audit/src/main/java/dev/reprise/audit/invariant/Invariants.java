// SPDX-License-Identifier: Apache-2.0
package dev.reprise.audit.invariant;

import java.util.List;

/** All invariants, in the order of the report. */
public final class Invariants {
    private static final List<Invariant> ALL = List.of(new I01UniqueEffect(), new I02OneOpenGeneration(),
            new I03NoRerunPastSuccess(), new I04WriteAhead(), new I05FencedLedger(), new I06Completeness(),
            new I07Accounting(), new I08Alerts(), new I09Staleness(), new I09TargetStaleness(), new I10Budgets(),
            new I11DerivedNames(), new I12Provenance(), new I13Routing(), new I14Atomicity(), new I15Manual(),
            new I16ExternalTruth(), new I17Gate(), new I18Liveness(), new A1NotIdempotent(), new A2ToldResolved(),
            new A3Reasons());

    private Invariants() {}

    /** Every invariant. */
    public static List<Invariant> all() {
        return ALL;
    }
}
