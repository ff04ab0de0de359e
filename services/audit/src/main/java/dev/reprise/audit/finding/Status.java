// SPDX-License-Identifier: Apache-2.0
package dev.reprise.audit.finding;

/** How an invariant stands. */
public sealed interface Status {
    /** Nothing that could be judged breaks it. */
    record Holds() implements Status {}

    /** Something breaks it. */
    record Violated() implements Status {}

    /**
     * It cannot be judged on what was given; that is not the same as holding.
     *
     * @param reason what is missing
     */
    record NotCheckable(String reason) implements Status {}
}
