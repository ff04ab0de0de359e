// SPDX-License-Identifier: Apache-2.0
package dev.reprise.runtime.failpoint;

/** A place in a service's own work at which a test may interfere. Each service has an enum of them. */
public interface Place {
    /** The written form, such as {@code runner.after-intent-commit}: the service, a dot, lower case with hyphens. */
    String text();
}
