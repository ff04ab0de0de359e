// SPDX-License-Identifier: Apache-2.0
package dev.reprise.schemas.job;

import java.util.List;
import java.util.Optional;

/**
 * One setting that an action of a scheduler takes.
 *
 * @param name its name; a table has entries {@code NAME.ENTRY}
 * @param kind what may stand there
 * @param required whether it must be given
 * @param otherwise what holds where it is not given; may have placeholders
 * @param words where the kind is {@link Kind#WORD}, the words it may be
 * @param purpose what it is, as an error message and the documentation say it
 */
public record SchedulerSetting(String name, Kind kind, boolean required, Optional<String> otherwise,
        List<String> words, String purpose) {
    /** What may stand in a setting. */
    public enum Kind {
        /** Any text with placeholders. */
        TEXT,
        /** An absolute http or https address, to which the target adds its paths. */
        ADDRESS,
        /** A reference of a secret; never a value. */
        SECRET,
        /** One of a few words. */
        WORD,
        /** Names and texts. */
        TABLE
    }

    /** Takes a copy. */
    public SchedulerSetting {
        words = List.copyOf(words);
    }

    static SchedulerSetting address(String purpose) {
        return new SchedulerSetting("url", Kind.ADDRESS, true, Optional.empty(), List.of(), purpose);
    }

    static SchedulerSetting required(String name, String purpose) {
        return new SchedulerSetting(name, Kind.TEXT, true, Optional.empty(), List.of(), purpose);
    }

    static SchedulerSetting optional(String name, String purpose) {
        return new SchedulerSetting(name, Kind.TEXT, false, Optional.empty(), List.of(), purpose);
    }

    static SchedulerSetting otherwise(String name, String otherwise, String purpose) {
        return new SchedulerSetting(name, Kind.TEXT, false, Optional.of(otherwise), List.of(), purpose);
    }

    static SchedulerSetting secret(String name, boolean required, String purpose) {
        return new SchedulerSetting(name, Kind.SECRET, required, Optional.empty(), List.of(), purpose);
    }

    static SchedulerSetting table(String name, String purpose) {
        return new SchedulerSetting(name, Kind.TABLE, false, Optional.empty(), List.of(), purpose);
    }

    /** One of some words, of which the first holds where none is given. */
    static SchedulerSetting choice(String name, String purpose, String... words) {
        return new SchedulerSetting(name, Kind.WORD, false, Optional.of(words[0]), List.of(words), purpose);
    }
}
