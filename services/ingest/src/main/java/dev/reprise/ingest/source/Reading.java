// SPDX-License-Identifier: Apache-2.0
package dev.reprise.ingest.source;

import java.util.List;
import java.util.Optional;
import tools.jackson.databind.JsonNode;

/**
 * What became of a body.
 *
 * @param findings what was found, in order; parts that are certain stand beside parts that are parked
 * @param memory what to remember of the entity from now on; empty leaves it as it is
 */
public record Reading(List<Finding> findings, Optional<JsonNode> memory) {

    /** Takes a copy. */
    public Reading {
        findings = List.copyOf(findings);
    }

    /** Findings that change no memory. */
    public static Reading of(List<Finding> findings) {
        return new Reading(findings, Optional.empty());
    }

    /** One finding that changes no memory. */
    public static Reading of(Finding finding) {
        return of(List.of(finding));
    }

    /** Nothing to tell. */
    public static Reading ignored(String why) {
        return of(new Finding.Ignored(why));
    }

    /** The same with something remembered. */
    public Reading remembering(JsonNode remembered) {
        return new Reading(findings, Optional.of(remembered));
    }
}
