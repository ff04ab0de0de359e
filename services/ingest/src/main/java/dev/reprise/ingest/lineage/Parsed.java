// SPDX-License-Identifier: Apache-2.0
package dev.reprise.ingest.lineage;

import java.util.Locale;

import dev.reprise.ingest.definition.JobEvidence;

/** What a body turned out to be. */
public sealed interface Parsed {

    /**
     * A run event that is understood.
     *
     * @param event what it says of a run
     * @param evidence what it says of the definition of a job
     */
    record Run(LineageEvent event, JobEvidence evidence) implements Parsed {}

    /** Well formed, but nothing that concerns a run with an end; {@code why} is fit for a log. */
    record Ignored(String why) implements Parsed {}

    /**
     * Not understood: to be parked.
     *
     * @param kind what is wrong, coarsely: a metric label
     * @param field the field at fault, in dotted form, empty for the whole body
     * @param message what was found and what to give instead
     */
    record Parked(Kind kind, String field, String message) implements Parsed {}

    /**
     * An event of a version of the specification that nobody here knows.
     *
     * @param certain what it says by the versions that are known
     * @param rest that there may be more in it: to be parked beside
     */
    record Newer(Parsed certain, Parked rest) implements Parsed {}

    /** Why a body is parked. */
    enum Kind {
        /** It is no JSON. */
        SYNTAX,
        /** It is JSON but no OpenLineage event, or a field is unusable. */
        SCHEMA,
        /** It states a version of the specification that nobody here knows. */
        UNKNOWN_VERSION,
        /** Its {@code eventType} is none that we know. */
        UNKNOWN_TYPE;

        /** The name in metrics, such as {@code unknown-type}. */
        public String label() {
            return name().toLowerCase(Locale.ROOT).replace('_', '-');
        }
    }
}
