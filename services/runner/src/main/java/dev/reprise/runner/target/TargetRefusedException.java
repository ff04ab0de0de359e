// SPDX-License-Identifier: Apache-2.0
package dev.reprise.runner.target;

/** A specification cannot be carried out. Raised before anything is sent; the message names the field and the fix. */
public final class TargetRefusedException extends RuntimeException {
    private static final long serialVersionUID = 1L;

    /** Refuses with a message for a person, without secrets. */
    public TargetRefusedException(String message) {
        super(message);
    }

    /** The same with the field in front. */
    public TargetRefusedException in(String field) {
        TargetRefusedException named = new TargetRefusedException(field + ": " + getMessage());
        named.setStackTrace(getStackTrace());
        return named;
    }

    /** The outcome of a call that was never made. */
    public CallOutcome.Refused outcome() {
        return new CallOutcome.Refused(false, String.valueOf(getMessage()));
    }
}
