// SPDX-License-Identifier: Apache-2.0
package dev.reprise.runtime.config;

import java.util.Optional;

/**
 * One thing that is wrong with the configuration.
 *
 * @param path the key in dotted form, such as {@code kafka.bootstrap-servers}; empty for the file as a whole
 * @param place where the value came from, such as {@code reprise.yaml:12} or the name of an environment variable; empty
 *        where that is not known
 * @param message what was expected and what was found
 * @param fix what to change, as an imperative sentence; empty where the message already says so
 */
public record ConfigProblem(String path, Optional<String> place, String message, Optional<String> fix) {

    /** A problem whose place is not known. */
    public static ConfigProblem of(String path, String message, String fix) {
        return new ConfigProblem(path, Optional.empty(), message, Optional.of(fix));
    }

    /** A problem whose message already says what to change. */
    public static ConfigProblem of(String path, String message) {
        return new ConfigProblem(path, Optional.empty(), message, Optional.empty());
    }

    /** The same problem seen from the section that holds the key: {@code prefix} is put before the path. */
    public ConfigProblem under(String prefix) {
        String joined = prefix.isEmpty() ? path : path.isEmpty() ? prefix : prefix + "." + path;
        return new ConfigProblem(joined, place, message, fix);
    }

    /** The same problem with the place it was found at. */
    ConfigProblem at(Optional<String> newPlace) {
        return place.isPresent() ? this : new ConfigProblem(path, newPlace, message, fix);
    }

    /** One line, such as {@code reprise.yaml:3: http.port: expected 0 to 65535, found 70000; choose a free port}. */
    public String text() {
        StringBuilder text = new StringBuilder();
        place.ifPresent(where -> text.append(where).append(": "));
        if (!path.isEmpty()) {
            text.append(path).append(": ");
        }
        text.append(message);
        fix.ifPresent(hint -> text.append("; ").append(hint));
        return text.toString();
    }
}
