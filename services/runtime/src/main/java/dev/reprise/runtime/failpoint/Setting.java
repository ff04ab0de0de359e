// SPDX-License-Identifier: Apache-2.0
package dev.reprise.runtime.failpoint;

import java.util.Arrays;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;

/**
 * What is to happen where.
 *
 * @param place the place
 * @param mode what happens there
 * @param passing at which passing, from 1
 */
record Setting(Place place, Mode mode, int passing) {
    private static final Pattern FORM = Pattern
            .compile("([a-z]+)\\.([a-z-]+):(kill|stop|throw)(?::([1-9][0-9]{0,8}))?");

    enum Mode {
        KILL, STOP, THROW
    }

    /**
     * What a text says to a service; nothing where it names another one.
     *
     * @throws IllegalArgumentException naming the form, or the places there are
     */
    static Optional<Setting> of(String text, Place... places) {
        Matcher matcher = FORM.matcher(text);
        if (!matcher.matches()) {
            throw new IllegalArgumentException(Failpoints.PROPERTY
                    + " is not SERVICE.NAME:MODE with an optional :n and kill, stop or throw for MODE");
        }
        String service = matcher.group(1) + ".";
        if (Arrays.stream(places).noneMatch(place -> place.text().startsWith(service))) {
            return Optional.empty();
        }
        String name = service + matcher.group(2);
        Place place = Arrays.stream(places).filter(each -> each.text().equals(name)).findFirst()
                .orElseThrow(() -> new IllegalArgumentException(
                        Failpoints.PROPERTY + " names no failpoint: choose one of " + Arrays.stream(places)
                                .map(Place::text).collect(Collectors.joining(", "))));
        Mode mode = switch (matcher.group(3)) {
            case "kill" -> Mode.KILL;
            case "stop" -> Mode.STOP;
            default -> Mode.THROW;
        };
        String passing = matcher.group(4);
        return Optional.of(new Setting(place, mode, passing == null ? 1 : Integer.parseInt(passing)));
    }
}
