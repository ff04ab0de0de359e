// SPDX-License-Identifier: Apache-2.0
package dev.reprise.schemas.job;

import java.time.Instant;
import java.util.List;

import dev.reprise.schemas.bound.Bounds;

/**
 * What analysis says of a job's definition: may it be repeated, and which line decides.
 *
 * @param verdict the worse of the two halves
 * @param afterFailure after any prefix of it has run, the whole runs again
 * @param afterSuccess after the whole has run, the whole runs again
 * @param conditions under which {@link Verdict#CONDITIONAL} holds, each in one sentence
 * @param findings the reasons, the worst first
 * @param definition what was analysed: a path or the name of an event's field, 1 to 1024 characters
 * @param hash SHA-256 of it in lower-case hexadecimal: which text the verdict is about
 * @param analysedAt when
 */
public record DefinitionAnalysis(Verdict verdict, Verdict afterFailure, Verdict afterSuccess, List<String> conditions,
        List<DefinitionFinding> findings, String definition, String hash, Instant analysedAt) {
    /** Most conditions kept. */
    public static final int MAX_CONDITIONS = 8;
    /** Longest condition, in characters. */
    public static final int MAX_CONDITION = 512;
    /** Most findings kept. */
    public static final int MAX_FINDINGS = 8;
    private static final int HASH_LENGTH = 64;

    /**
     * Checks the bounds and takes copies.
     *
     * @throws IllegalArgumentException naming the field and the rule it breaks
     */
    public DefinitionAnalysis {
        conditions = Bounds.list("conditions", conditions, 0, MAX_CONDITIONS);
        conditions.forEach(condition -> Bounds.atMost("conditions (an entry)", condition, MAX_CONDITION));
        findings = Bounds.list("findings", findings, 0, MAX_FINDINGS);
        Bounds.text("definition", definition, DefinitionFinding.MAX_PLACE);
        if (hash.length() != HASH_LENGTH || !hash.chars().allMatch(c -> c >= '0' && c <= '9' || c >= 'a' && c <= 'f')) {
            throw new IllegalArgumentException("hash is no SHA-256: give 64 characters of 0-9 and a-f");
        }
    }
}
