// SPDX-License-Identifier: Apache-2.0
package dev.reprise.notifier.message;

import com.fasterxml.jackson.annotation.JsonCreator;
import com.fasterxml.jackson.annotation.JsonValue;
import java.util.Locale;

import dev.reprise.schemas.decision.Reason;

/** The language of a message. What jobs and people wrote is never translated. */
public enum Language {
    /** English. */
    EN,
    /** Chinese, simplified. */
    ZH;

    /**
     * Reads {@code en} or {@code zh}.
     *
     * @throws IllegalArgumentException naming the two
     */
    @JsonCreator
    public static Language parse(String text) {
        return switch (text.toLowerCase(Locale.ROOT)) {
            case "en" -> EN;
            case "zh" -> ZH;
            default -> throw new IllegalArgumentException("expected en or zh, found '" + text + "'");
        };
    }

    /** The form that {@link #parse} reads. */
    @JsonValue
    public String text() {
        return name().toLowerCase(Locale.ROOT);
    }

    /** What a reason means, as a sentence. */
    public String meaning(Reason reason) {
        return choose(reason.meaning(), reason.chinese());
    }

    /** The text of this language. */
    public String choose(String english, String chinese) {
        return switch (this) {
            case EN -> english;
            case ZH -> chinese;
        };
    }
}
