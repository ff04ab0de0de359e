// SPDX-License-Identifier: Apache-2.0
package dev.reprise.app.serve;

import java.util.Arrays;
import java.util.EnumSet;
import java.util.Locale;
import java.util.Set;
import java.util.stream.Collectors;

/** What a process does; any set of roles may share one. */
public enum Role {
    /** Takes events in. */
    INGEST,
    /** Decides. */
    COORDINATOR,
    /** Carries reruns out. */
    RUNNER,
    /** Tells people. */
    NOTIFIER,
    /** Answers questions and takes commands. */
    CONSOLE;

    /**
     * Reads a list such as {@code ingest,coordinator}, or {@code all}.
     *
     * @throws IllegalArgumentException naming the word that is no role
     */
    public static Set<Role> parse(String text) {
        if (text.strip().equalsIgnoreCase("all")) {
            return EnumSet.allOf(Role.class);
        }
        Set<Role> roles = EnumSet.noneOf(Role.class);
        for (String word : text.split(",", -1)) {
            roles.add(Arrays.stream(values()).filter(role -> role.word().equalsIgnoreCase(word.strip())).findFirst()
                    .orElseThrow(() -> new IllegalArgumentException("expected all, or some of " + words()
                            + " with commas between, found '" + word.strip() + "'")));
        }
        return roles;
    }

    /** The role as it is written. */
    public String word() {
        return name().toLowerCase(Locale.ROOT);
    }

    private static String words() {
        return Arrays.stream(values()).map(Role::word).collect(Collectors.joining(", "));
    }
}
