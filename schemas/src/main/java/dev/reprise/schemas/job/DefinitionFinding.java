// SPDX-License-Identifier: Apache-2.0
package dev.reprise.schemas.job;

import java.util.Optional;

import dev.reprise.schemas.bound.Bounds;

/**
 * One reason for the verdict on a job's definition, with the line that decides.
 *
 * @param rule the id of the rule, such as {@code RR101}
 * @param place file and line, such as {@code orders.sql:12}, 1 to 1024 characters
 * @param excerpt the line itself, cut to {@value #MAX_EXCERPT} characters
 * @param message what is the matter with it, cut to {@value #MAX_MESSAGE} characters
 * @param fix what to write instead, cut to {@value #MAX_MESSAGE} characters
 */
public record DefinitionFinding(String rule, String place, Optional<String> excerpt, String message,
        Optional<String> fix) {
    /** Longest excerpt kept, in characters. */
    public static final int MAX_EXCERPT = 512;
    /** Longest message or fix kept, in characters. */
    public static final int MAX_MESSAGE = 1024;
    /** Longest place, in characters. */
    public static final int MAX_PLACE = 1024;

    /**
     * Checks the names; cuts the texts.
     *
     * @throws IllegalArgumentException naming the field and the rule it breaks
     */
    public DefinitionFinding {
        Bounds.name("rule", rule);
        Bounds.text("place", place, MAX_PLACE);
        excerpt = excerpt.map(text -> Bounds.head(text, MAX_EXCERPT));
        message = Bounds.head(message, MAX_MESSAGE);
        fix = fix.map(text -> Bounds.head(text, MAX_MESSAGE));
    }
}
