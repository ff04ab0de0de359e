// SPDX-License-Identifier: Apache-2.0
package dev.reprise.app;

import java.io.BufferedOutputStream;
import java.io.FileDescriptor;
import java.io.FileOutputStream;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;

import dev.reprise.app.cli.CommandTree;
import dev.reprise.app.cli.Surroundings;

/** The entry point of every command. */
public final class RepriseMain {

    private RepriseMain() {}

    /** Runs one command and ends the process with its exit code. */
    public static void main(String[] args) {
        // Not System.out: a wrapped command's bytes must pass unchanged, and its reader's absence must be noticed.
        PrintStream out = stream(FileDescriptor.out);
        PrintStream err = stream(FileDescriptor.err);
        int code = CommandTree.of(new Surroundings(System.getenv(), System.in, out, err,
                RepriseMain::isTerminal), args).execute(args);
        out.flush();
        err.flush();
        System.exit(code);
    }

    private static boolean isTerminal() {
        return System.console() != null && System.console().isTerminal();
    }

    private static PrintStream stream(FileDescriptor descriptor) {
        return new PrintStream(new BufferedOutputStream(new FileOutputStream(descriptor)), false,
                StandardCharsets.UTF_8);
    }
}
