// SPDX-License-Identifier: Apache-2.0
package dev.reprise.schemas.id;

/** The rules that every name in the contract obeys, in one place so that each message reads alike. */
final class Names {
    private Names() {}

    /**
     * Returns the name when it is legal.
     *
     * @param field what the name is called in the message
     * @param value the name
     * @param maxLength its longest length, in UTF-16 units
     * @throws IllegalArgumentException naming the field, what was found and the rule
     */
    static String check(String field, String value, int maxLength) {
        if (value.isBlank()) {
            throw new IllegalArgumentException(field + " is empty: give 1 to " + maxLength + " characters");
        }
        if (value.length() > maxLength) {
            throw new IllegalArgumentException(
                    field + " has " + value.length() + " characters: at most " + maxLength + " are allowed");
        }
        if (!value.equals(value.strip())) {
            throw new IllegalArgumentException(field + " '" + value + "' begins or ends with a space: remove it");
        }
        for (int i = 0; i < value.length(); i++) {
            if (Character.isISOControl(value.charAt(i))) {
                throw new IllegalArgumentException(
                        field + " has a control character at position " + i + ": remove it");
            }
        }
        // Half a surrogate pair has no UTF-8 form: two different names would become one Kafka key.
        if (value.codePoints()
                .anyMatch(point -> point >= Character.MIN_SURROGATE && point <= Character.MAX_SURROGATE)) {
            throw new IllegalArgumentException(field + " has half of a surrogate pair: give well-formed Unicode");
        }
        return value;
    }

    /** Escapes the separator and the escape character, so that a name can stand inside a key. */
    static String escape(String name) {
        return name.replace("%", "%25").replace("/", "%2F");
    }

    /** Undoes {@link #escape(String)}; other percent signs stay as they are. */
    static String unescape(String escaped) {
        return escaped.replace("%2F", "/").replace("%2f", "/").replace("%25", "%");
    }
}
