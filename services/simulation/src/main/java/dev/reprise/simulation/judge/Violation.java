// SPDX-License-Identifier: Apache-2.0
package dev.reprise.simulation.judge;

/**
 * A promise that was not kept.
 *
 * @param invariant which, such as {@code I1}
 * @param what what was seen
 */
public record Violation(String invariant, String what) {
    @Override
    public String toString() {
        return invariant + ": " + what;
    }
}
