// SPDX-License-Identifier: Apache-2.0
package dev.reprise.console.registry;

import java.time.DayOfWeek;
import java.time.format.TextStyle;
import java.util.LinkedHashMap;
import java.util.Locale;
import java.util.Map;

import dev.reprise.schemas.decision.FailureClass;

/** The words of closed lists as people write them: {@code ON_FAILURE} is {@code on-failure}. */
final class Words {

    /** The classes of failure, such as {@code user-code}. */
    static final Map<String, FailureClass> CLASSES = of(FailureClass.values());
    /** The days of the week, such as {@code mon}. */
    static final Map<String, DayOfWeek> DAYS = days();
    /** Takes back what a layer inherits. */
    static final String NEVER = "never";

    private Words() {}

    static <E extends Enum<E>> Map<String, E> of(E[] values) {
        Map<String, E> words = new LinkedHashMap<>();
        for (E value : values) {
            words.put(of(value), value);
        }
        return words;
    }

    static String of(Enum<?> value) {
        return value.name().toLowerCase(Locale.ROOT).replace('_', '-');
    }

    private static Map<String, DayOfWeek> days() {
        Map<String, DayOfWeek> days = new LinkedHashMap<>();
        for (DayOfWeek day : DayOfWeek.values()) {
            days.put(day.getDisplayName(TextStyle.SHORT, Locale.ROOT).toLowerCase(Locale.ROOT), day);
        }
        return days;
    }
}
