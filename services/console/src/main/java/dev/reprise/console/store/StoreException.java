// SPDX-License-Identifier: Apache-2.0
package dev.reprise.console.store;

/** The read model cannot be read or written: a full disk, a damaged file, or a fault of ours in a statement. */
public final class StoreException extends RuntimeException {

    private static final long serialVersionUID = 1L;

    /** Says what was tried, with the fault behind it. */
    public StoreException(String message, Throwable cause) {
        super(message, cause);
    }
}
