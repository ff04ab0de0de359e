// SPDX-License-Identifier: Apache-2.0
package dev.reprise.schemas.wire;

/**
 * One way in which a message breaks its schema, in words for its sender.
 *
 * @param field the path of the field, such as {@code error.exitCode} or {@code target.command[2]}; empty for the whole
 * @param found what was found; long texts are named by their length, never quoted
 * @param rule what the contract says
 * @param fix what to give instead
 */
public record SchemaProblem(String field, String found, String rule, String fix) {

    /** All of it in one sentence. */
    public String text() {
        return (field.isEmpty() ? "the data" : field) + " is " + found + ", " + rule + ": " + fix;
    }
}
