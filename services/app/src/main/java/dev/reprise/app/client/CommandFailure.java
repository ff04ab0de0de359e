// SPDX-License-Identifier: Apache-2.0
package dev.reprise.app.client;

import dev.reprise.runtime.lifecycle.ExitCode;

/** What was asked for was not done. The message is for a person, the exit code for a script. */
public final class CommandFailure extends RuntimeException {

    private static final long serialVersionUID = 1L;

    private final ExitCode code;

    /** A failure with its exit code. */
    public CommandFailure(ExitCode code, String message) {
        super(message);
        this.code = code;
    }

    /** A failure that the fault behind it says best in its own words. */
    public static CommandFailure usage(IllegalArgumentException fault) {
        return new CommandFailure(ExitCode.USAGE, String.valueOf(fault.getMessage()), fault);
    }

    /** A failure with its exit code and the fault behind it, shown with {@code --debug}. */
    public CommandFailure(ExitCode code, String message, Throwable cause) {
        super(message, cause);
        this.code = code;
    }

    /** The failure that an answer of the server means. */
    static CommandFailure of(ApiAnswer answer) {
        ExitCode code = switch (answer.status()) {
            case 400, 413, 415, 422 -> ExitCode.USAGE;
            case 401, 403 -> ExitCode.NOT_AUTHORISED;
            case 404 -> ExitCode.NOT_FOUND;
            case 409 -> ExitCode.REFUSED_BY_POLICY;
            case 412 -> ExitCode.CONFLICT;
            case 429, 502, 503, 504 -> ExitCode.UNREACHABLE;
            default -> ExitCode.INTERNAL;
        };
        return new CommandFailure(code, answer.detail());
    }

    /** How the process ends. */
    public ExitCode code() {
        return code;
    }
}
