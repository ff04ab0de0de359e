// SPDX-License-Identifier: Apache-2.0
package dev.reprise.notifier.log;

/** The notification log could not be read or written now. */
public final class LogUnavailableException extends RuntimeException {
    private static final long serialVersionUID = 1L;

    /** Makes one from the fault behind it. */
    public LogUnavailableException(String message, Throwable cause) {
        super(message, cause);
    }
}
