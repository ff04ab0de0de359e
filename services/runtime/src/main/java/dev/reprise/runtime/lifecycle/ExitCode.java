// SPDX-License-Identifier: Apache-2.0
package dev.reprise.runtime.lifecycle;

import org.apache.kafka.common.errors.AuthenticationException;
import org.apache.kafka.common.errors.AuthorizationException;
import org.apache.kafka.common.errors.DisconnectException;
import org.apache.kafka.common.errors.TimeoutException;
import org.jspecify.annotations.Nullable;

import dev.reprise.runtime.config.ConfigException;

/** How a process ends; the numbers are part of the command line's contract. */
public enum ExitCode {
    /** Done, or no difference found. */
    OK(0),
    /** A fault of ours. */
    INTERNAL(1),
    /** The command line or the configuration is not usable. */
    USAGE(2),
    /** What was asked for does not exist. */
    NOT_FOUND(3),
    /** The policy forbids it: not idempotent, breaker open, budget spent. */
    REFUSED_BY_POLICY(4),
    /** Not authenticated or not authorised. */
    NOT_AUTHORISED(5),
    /** A wait ended without the result. */
    WAIT_TIMED_OUT(6),
    /** The server or Kafka does not answer; trying again may help. */
    UNREACHABLE(7),
    /** The state is not what the caller thought. */
    CONFLICT(8),
    /** A check ran and found problems. */
    CHECK_FOUND_PROBLEMS(10),
    /** The gate refused the permit to run. */
    PERMIT_REFUSED(75),
    /** The process must not start: a directory is in use, a port is taken, a promise could not be kept. */
    START_REFUSED(78);

    private final int value;

    ExitCode(int value) {
        this.value = value;
    }

    /** The number given to the operating system. */
    public int value() {
        return value;
    }

    /** The code for an exception that ended the process, by the first one of its causes that has a meaning. */
    public static ExitCode of(Throwable failure) {
        for (@Nullable
        Throwable cause = failure; cause != null; cause = cause.getCause()) {
            switch (cause) {
                case ConfigException _ -> {
                    return USAGE;
                }
                case StartRefusedException _ -> {
                    return START_REFUSED;
                }
                case AuthenticationException _,AuthorizationException _ -> {
                    return NOT_AUTHORISED;
                }
                case TimeoutException _,DisconnectException _ -> {
                    return UNREACHABLE;
                }
                default -> {}
            }
        }
        return INTERNAL;
    }
}
