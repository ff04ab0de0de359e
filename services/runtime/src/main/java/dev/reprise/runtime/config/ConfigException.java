// SPDX-License-Identifier: Apache-2.0
package dev.reprise.runtime.config;

import java.util.List;
import java.util.stream.Collectors;

/**
 * The configuration cannot be used. Carries every problem that was found, not only the first; the process ends with
 * exit code 2 and prints the message without a stack trace.
 */
public final class ConfigException extends RuntimeException {

    private static final long serialVersionUID = 1L;

    private final transient List<ConfigProblem> problems;

    /**
     * Makes the exception from at least one problem.
     *
     * @throws IllegalArgumentException if {@code problems} is empty
     */
    public ConfigException(List<ConfigProblem> problems) {
        super(problems.stream().map(ConfigProblem::text).collect(Collectors.joining("\n")), null, false, false);
        if (problems.isEmpty()) {
            throw new IllegalArgumentException("a configuration exception needs a problem");
        }
        this.problems = List.copyOf(problems);
    }

    /** The exception for a single problem. */
    public static ConfigException of(String path, String message, String fix) {
        return new ConfigException(List.of(ConfigProblem.of(path, message, fix)));
    }

    /** All problems, in the order of the file where it is known. */
    public List<ConfigProblem> problems() {
        return problems;
    }
}
