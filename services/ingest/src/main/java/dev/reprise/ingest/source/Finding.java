// SPDX-License-Identifier: Apache-2.0
package dev.reprise.ingest.source;

import java.time.Duration;
import java.util.Locale;

/** One thing that was found in a body. */
public sealed interface Finding {

    /** An attempt did something. */
    record Told(Report report) implements Finding {}

    /** Understood, and nothing that an instance has to be told; {@code why} is fit for a log. */
    record Ignored(String why) implements Finding {}

    /**
     * Not understood, in whole or in part: the body stays in the raw topic and is counted.
     *
     * @param kind what is wrong, coarsely: a metric label
     * @param field the field at fault, in dotted form, empty for the whole body
     * @param message what was found and what to do about it
     */
    record Parked(Kind kind, String field, String message) implements Finding {}

    /**
     * The body cannot be told before this is answered, and waits.
     *
     * @param question what to ask
     * @param why what is missing; shown while it waits
     * @param after how long to wait before it is asked
     */
    record Wanted(Question question, String why, Duration after) implements Finding {}

    /**
     * The body is read again when more of its entity may have come.
     *
     * @param why what is missing
     */
    record Awaited(String why) implements Finding {}

    /** Why a body, or a part of it, is parked. */
    enum Kind {
        /** It is no JSON. */
        SYNTAX,
        /** A field is missing or unusable. */
        SCHEMA,
        /** It states a version that nobody here knows. */
        UNKNOWN_VERSION,
        /** A kind of event that nobody here knows. */
        UNKNOWN_TYPE,
        /** A state that nobody here knows. */
        UNKNOWN_STATE,
        /** It is of more than ten minutes from now. */
        FUTURE_TIME,
        /** Which attempt it is about cannot be told for certain. */
        UNCERTAIN_ATTEMPT,
        /** What had to be asked was not answered in time. */
        UNANSWERED;

        /** The name in metrics and headers, such as {@code unknown-state}. */
        public String label() {
            return name().toLowerCase(Locale.ROOT).replace('_', '-');
        }
    }
}
