// SPDX-License-Identifier: Apache-2.0
package dev.reprise.runtime.config;

import java.util.Optional;

/**
 * One thing that is wrong with the configuration.
 *
 * @param path the key in dotted form, such as {@code kafka.bootstrap-servers}; empty for the file as a whole
 * @param line the line in the file, counted from 1; empty where the value did not come from a file
 * @param message what was expected and what was found
 * @param fix what to change, as an imperative sentence; empty where the message already says so
 */
public record ConfigProblem(String path, Optional<Integer> line, String message, Optional<String> fix) {

    /** A problem of a key whose place in a file is not known. */
    public static ConfigProblem of(String path, String message, String fix) {
        return new ConfigProblem(path, Optional.empty(), message, Optional.of(fix));
    }

    /** The same problem seen from the section that holds the key: {@code prefix} is put before the path. */
    public ConfigProblem under(String prefix) {
        String joined = prefix.isEmpty() ? path : path.isEmpty() ? prefix : prefix + "." + path;
        return new ConfigProblem(joined, line, message, fix);
    }

    /** The same problem with the line of the file it was found on. */
    public ConfigProblem at(Optional<Integer> newLine) {
        return line.isPresent() ? this : new ConfigProblem(path, newLine, message, fix);
    }

    /** One line for a person, such as {@code line 3: kafka.port: expected 0 to 65535, found 70000; choose a free port}. */
    public String text() {
        StringBuilder text = new StringBuilder();
        line.ifPresent(number -> text.append("line ").append(number).append(": "));
        if (!path.isEmpty()) {
            text.append(path).append(": ");
        }
        text.append(message);
        fix.ifPresent(hint -> text.append("; ").append(hint));
        return text.toString();
    }
}
