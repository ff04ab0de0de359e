// SPDX-License-Identifier: Apache-2.0
package dev.reprise.runner.failpoint;

/** A failpoint was set to throw: nothing but the runner's outermost loop may catch it. */
public final class FailpointException extends RuntimeException {
    private static final long serialVersionUID = 1L;

    FailpointException(Failpoint point) {
        super("failpoint " + point.text());
    }
}
