// SPDX-License-Identifier: Apache-2.0
package dev.reprise.runtime.failpoint;

/** A failpoint was set to throw: nothing but the outermost loop of a service may catch it. */
public final class FailpointException extends RuntimeException {
    private static final long serialVersionUID = 1L;

    FailpointException(Place place) {
        super("failpoint " + place.text());
    }
}
