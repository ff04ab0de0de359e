// SPDX-License-Identifier: Apache-2.0
package dev.reprise.schemas.wire;

/**
 * A message that cannot be used, with the rule it breaks. Its text is meant for the sender: it names the field, what was
 * found and what to give instead.
 */
public final class MalformedMessageException extends RuntimeException {
    private static final long serialVersionUID = 1L;
    private final Kind kind;
    private final String field;

    /** What is wrong, coarsely: a metric label and a dead-letter header. */
    public enum Kind {
        /** There is no value. */
        EMPTY,
        /** The value is larger than allowed. */
        TOO_LARGE,
        /** It is no CloudEvent of this contract: an attribute is missing or unreadable. */
        ENVELOPE,
        /** The type is unknown. */
        UNKNOWN_TYPE,
        /** The value is no JSON. */
        SYNTAX,
        /** The JSON breaks the schema of its type. */
        SCHEMA,
        /** The Kafka key does not belong to the value. */
        WRONG_KEY
    }

    /**
     * Makes one.
     *
     * @param kind what is wrong, coarsely
     * @param field the field or attribute, or an empty text for the whole
     * @param message what was found and what to give instead
     */
    public MalformedMessageException(Kind kind, String field, String message) {
        super(message);
        this.kind = kind;
        this.field = field;
    }

    /** What is wrong, coarsely. */
    public Kind kind() {
        return kind;
    }

    /** The field or attribute; empty for the whole. */
    public String field() {
        return field;
    }
}
