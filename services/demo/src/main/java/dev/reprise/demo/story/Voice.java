// SPDX-License-Identifier: Apache-2.0
package dev.reprise.demo.story;

import java.util.Locale;

/** Whose doing a line of the story tells. */
enum Voice {
    /** The scheduler of the first runs. */
    SCHEDULER("0"),
    /** Reprise, by its decisions. */
    REPRISE("36"),
    /** The owner of the jobs, by what the webhook was told. */
    OWNER("33"),
    /** A person at the console. */
    PERSON("35");

    private final String colour;

    Voice(String colour) {
        this.colour = colour;
    }

    String word() {
        return name().toLowerCase(Locale.ROOT);
    }

    /** The parameter of the ANSI sequence that selects its colour. */
    String colour() {
        return colour;
    }
}
