// SPDX-License-Identifier: Apache-2.0
package dev.reprise.simulation.log;

/** Another owner has taken over: nothing of this writer is accepted any more. */
public final class FencedException extends RuntimeException {
    private static final long serialVersionUID = 1L;

    FencedException(String message) {
        super(message, null, false, false);
    }
}
