// SPDX-License-Identifier: Apache-2.0
package dev.reprise.app.exec;

/** What a run was told at a gate. */
public sealed interface Passage {

    /**
     * It may pass.
     *
     * @param generation the generation it belongs to
     * @param token the fencing token, larger than that of every run that passed before
     */
    record Granted(long generation, long token) implements Passage {}

    /**
     * It may not pass: another run does the work, or has done it.
     *
     * @param reason the rule, such as {@code PERMIT_SUPERSEDED}
     * @param detail one line for a person
     */
    record Refused(String reason, String detail) implements Passage {}

    /**
     * Nobody answered in time.
     *
     * @param detail one line for a person
     */
    record Unanswered(String detail) implements Passage {}
}
