// SPDX-License-Identifier: Apache-2.0
package dev.reprise.runtime.lifecycle;

/**
 * The process must not start although its configuration is well formed: a directory is in use, a port is taken, a
 * promise could not be kept. The message is one line that names the thing and the cure; the process ends with exit
 * code 78.
 */
public final class StartRefusedException extends RuntimeException {

    private static final long serialVersionUID = 1L;

    /** Refuses with one line for a person. */
    public StartRefusedException(String message) {
        super(message);
    }

    /** Refuses with one line for a person and the fault behind it for the log. */
    public StartRefusedException(String message, Throwable cause) {
        super(message, cause);
    }
}
