// SPDX-License-Identifier: Apache-2.0
package dev.reprise.notifier.message;

import java.nio.charset.StandardCharsets;
import java.util.Locale;
import java.util.Optional;
import tools.jackson.core.io.JsonStringEncoder;

/** What a value goes through on its way into a template, by the place where it stands, so that it stays a value there. */
public enum Escape {
    /** Within a string of JSON. */
    JSON,
    /** Within an address or a form: all but the unreserved characters of RFC 3986 become octets. */
    PERCENT,
    /** Within a header: what is not printable ASCII becomes octets. */
    HEADER,
    /** Within plain text: nothing. */
    PLAIN;

    private static final String UNRESERVED = "-._~";

    /** What the body of that type needs; nothing for a type that values could break. */
    public static Optional<Escape> ofBody(String contentType) {
        String type = contentType.split(";", 2)[0].strip().toLowerCase(Locale.ROOT);
        if (type.equals("application/json") || type.endsWith("+json")) {
            return Optional.of(JSON);
        }
        return switch (type) {
            case "application/x-www-form-urlencoded" -> Optional.of(PERCENT);
            case "text/plain" -> Optional.of(PLAIN);
            default -> Optional.empty();
        };
    }

    /** The value, escaped. */
    public String apply(String value) {
        return switch (this) {
            case JSON -> new String(JsonStringEncoder.getInstance().quoteAsCharArray(value));
            case PERCENT -> octets(value, false);
            case HEADER -> octets(value, true);
            case PLAIN -> value;
        };
    }

    private static String octets(String value, boolean printable) {
        StringBuilder text = new StringBuilder();
        for (byte octet : value.getBytes(StandardCharsets.UTF_8)) {
            char letter = (char) (octet & 0xff);
            boolean kept = printable
                    ? letter >= ' ' && letter <= '~'
                    : letter < 0x80 && (Character.isLetterOrDigit(letter) || UNRESERVED.indexOf(letter) >= 0);
            text.append(kept ? String.valueOf(letter) : String.format(Locale.ROOT, "%%%02X", (int) letter));
        }
        return text.toString();
    }
}
