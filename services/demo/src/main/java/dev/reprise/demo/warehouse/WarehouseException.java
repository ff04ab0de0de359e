// SPDX-License-Identifier: Apache-2.0
package dev.reprise.demo.warehouse;

/** A job or the warehouse cannot go on; the message says what was found and is fit to be shown. */
public final class WarehouseException extends RuntimeException {
    private static final long serialVersionUID = 1L;

    /** Without a deeper cause. */
    public WarehouseException(String message) {
        super(message);
    }

    /** With its cause. */
    public WarehouseException(String message, Throwable cause) {
        super(message, cause);
    }
}
