// SPDX-License-Identifier: Apache-2.0
package dev.reprise.runner.target.conformance;

import java.util.EnumSet;
import java.util.Set;

import dev.reprise.runner.target.Fault;
import dev.reprise.runner.target.Stage;
import dev.reprise.schemas.job.DispatchClass;

/**
 * A target under test: a part of the table.
 *
 * @param name its heading
 * @param covers what of the registry it is: an action of a scheduler, or a type with its class
 * @param guarantee its class
 * @param faults what can be done to it
 * @param stage where it is played
 */
record Subject(String name, String covers, DispatchClass guarantee, Set<Fault> faults, Stage.Maker stage) {
    /** A target to which everything can be done that has a meaning for its class. */
    Subject(String name, String covers, DispatchClass guarantee, Stage.Maker stage) {
        this(name, covers, guarantee, meaningful(guarantee), stage);
    }

    /** Only who keeps names can find its own or forget it, and only who compares tokens can refuse an old one. */
    private static Set<Fault> meaningful(DispatchClass guarantee) {
        return switch (guarantee) {
            case DispatchClass.Keyed _ -> EnumSet.complementOf(EnumSet.of(Fault.STALE_TOKEN));
            case DispatchClass.Fenced _ -> EnumSet.complementOf(EnumSet.of(Fault.NAME_FREED));
            case DispatchClass.Opaque _ -> EnumSet
                    .complementOf(EnumSet.of(Fault.STALE_TOKEN, Fault.CONFLICT_OWN, Fault.NAME_FREED));
        };
    }

    String guaranteeWord() {
        return switch (guarantee) {
            case DispatchClass.Keyed _ -> "keyed";
            case DispatchClass.Fenced _ -> "fenced";
            case DispatchClass.Opaque _ -> "opaque";
        };
    }
}
