// SPDX-License-Identifier: Apache-2.0
package dev.reprise.app.cli;

import java.util.concurrent.Callable;
import picocli.CommandLine.Command;

import dev.reprise.app.client.CommandFailure;
import dev.reprise.runtime.lifecycle.ExitCode;
import dev.reprise.runtime.password.PasswordHash;

/** {@code reprise password hash}. */
@Command(name = "hash", description = "Read one line, a password, from standard input and print its hash for"
        + " http.auth.users.")
final class PasswordHashCommand implements Callable<Integer> {

    private final Surroundings surroundings;

    PasswordHashCommand(Surroundings surroundings) {
        this.surroundings = surroundings;
    }

    @Override
    public Integer call() {
        if (surroundings.isTerminal()) {
            surroundings.warn("type the password and press Enter; it is shown: read -rs P; printf '%s' \"$P\" |"
                    + " reprise password hash keeps it off the screen");
        }
        String password = surroundings.line();
        if (password.endsWith("\r")) {
            password = password.substring(0, password.length() - 1);
        }
        if (password.length() < PasswordHash.SHORTEST_PASSWORD || password.length() > PasswordHash.LONGEST_PASSWORD) {
            throw new CommandFailure(ExitCode.USAGE, "expected a password of " + PasswordHash.SHORTEST_PASSWORD + " to "
                    + PasswordHash.LONGEST_PASSWORD + " characters on standard input, found " + password.length());
        }
        surroundings.out().println(PasswordHash.of(password).encoded());
        return ExitCode.OK.value();
    }
}
