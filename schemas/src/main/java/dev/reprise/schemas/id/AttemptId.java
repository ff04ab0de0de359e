// SPDX-License-Identifier: Apache-2.0
package dev.reprise.schemas.id;

/**
 * One try of a run: the identity under which a failure counts once, whoever reports it and however often.
 *
 * @param run the run, after aliases are resolved
 * @param number the try inside that run as its scheduler counts, from 1
 */
public record AttemptId(RunId run, int number) {
    /**
     * Checks the number.
     *
     * @throws IllegalArgumentException when the number is below 1
     */
    public AttemptId {
        if (number < 1) {
            throw new IllegalArgumentException("attempt is " + number + ": attempts count from 1");
        }
    }

    @Override
    public String toString() {
        return run + "#" + number;
    }
}
