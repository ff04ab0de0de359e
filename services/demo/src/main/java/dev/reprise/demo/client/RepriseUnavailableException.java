// SPDX-License-Identifier: Apache-2.0
package dev.reprise.demo.client;

/** Reprise does not answer, or refuses what it should take; the message says what was asked and what came back. */
public final class RepriseUnavailableException extends RuntimeException {
    private static final long serialVersionUID = 1L;

    /** With an answer of the server. */
    public RepriseUnavailableException(String message) {
        super(message);
    }

    /** Without an answer. */
    public RepriseUnavailableException(String message, Throwable cause) {
        super(message, cause);
    }
}
