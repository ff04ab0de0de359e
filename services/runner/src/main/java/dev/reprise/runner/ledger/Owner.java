// SPDX-License-Identifier: Apache-2.0
package dev.reprise.runner.ledger;

/**
 * How a runner signs its takeovers: a name for people, then the place of its run directories for the runner after it.
 *
 * @param name who it is, for people
 * @param place where it keeps run directories
 */
public record Owner(String name, String place) {
    private static final char SEPARATOR = '#';

    /** The signature. */
    public String signature() {
        return name + SEPARATOR + place;
    }

    /** The place in a signature; empty where there is none. */
    static String placeOf(String signature) {
        int separator = signature.lastIndexOf(SEPARATOR);
        return separator < 0 ? "" : signature.substring(separator + 1);
    }
}
