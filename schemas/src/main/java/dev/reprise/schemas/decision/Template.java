// SPDX-License-Identifier: Apache-2.0
package dev.reprise.schemas.decision;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import java.util.function.Function;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * A text with places for values. <code>{name}</code> is a value; <code>{name:meaning}</code> is what the reason of that
 * name means, and <code>{name:clause}</code> the same inside a sentence. What stands in brackets is left out where a value
 * in it is missing. It is cut into parts once, so that nothing inside a value is ever read as a place.
 */
final class Template {
    private static final Pattern OPTIONAL = Pattern.compile("\\[([^\\[\\]]*)]");
    private static final Pattern PLACE = Pattern.compile("\\{(\\w+)(?::(meaning|clause))?}");

    private final String text;
    private final List<Section> sections;

    /** What is there or not as a whole. */
    private record Section(List<Part> parts, boolean optional) {
        boolean shown(Map<String, String> values) {
            return !optional || parts.stream().allMatch(part -> part.known(values));
        }
    }

    private sealed interface Part {
        boolean known(Map<String, String> values);

        String fill(Map<String, String> values, Function<Reason, String> meaning);

        record Literal(String text) implements Part {
            @Override
            public boolean known(Map<String, String> values) {
                return true;
            }

            @Override
            public String fill(Map<String, String> values, Function<Reason, String> meaning) {
                return text;
            }
        }

        record Place(String name, Optional<String> form) implements Part {
            @Override
            public boolean known(Map<String, String> values) {
                return values.containsKey(name);
            }

            @Override
            public String fill(Map<String, String> values, Function<Reason, String> meaning) {
                String value = values.getOrDefault(name, "");
                return form.map(how -> said(value, how, meaning)).orElse(value);
            }
        }
    }

    private Template(String text, List<Section> sections) {
        this.text = text;
        this.sections = sections;
    }

    static Template of(String text) {
        List<Section> sections = new ArrayList<>();
        Matcher optional = OPTIONAL.matcher(text);
        int end = 0;
        while (optional.find()) {
            sections.add(new Section(parts(text.substring(end, optional.start())), false));
            sections.add(new Section(parts(optional.group(1)), true));
            end = optional.end();
        }
        sections.add(new Section(parts(text.substring(end)), false));
        return new Template(text, List.copyOf(sections));
    }

    private static List<Part> parts(String text) {
        List<Part> parts = new ArrayList<>();
        Matcher place = PLACE.matcher(text);
        int end = 0;
        while (place.find()) {
            parts.add(new Part.Literal(text.substring(end, place.start())));
            parts.add(new Part.Place(place.group(1), Optional.ofNullable(place.group(2))));
            end = place.end();
        }
        parts.add(new Part.Literal(text.substring(end)));
        return List.copyOf(parts);
    }

    /** As it is written. */
    String text() {
        return text;
    }

    /** The names of its places. */
    Set<String> names() {
        Set<String> names = new TreeSet<>();
        PLACE.matcher(text).results().forEach(place -> names.add(place.group(1)));
        return names;
    }

    /**
     * The text with its values put in; a value that is missing outside brackets leaves nothing.
     *
     * @param meaning what a reason means, in the language of the text
     */
    String fill(Map<String, String> values, Function<Reason, String> meaning) {
        StringBuilder filled = new StringBuilder();
        sections.stream().filter(section -> section.shown(values)).flatMap(section -> section.parts().stream())
                .forEach(part -> filled.append(part.fill(values, meaning)));
        return filled.toString();
    }

    private static String said(String code, String form, Function<Reason, String> meaning) {
        return Arrays.stream(Reason.values()).filter(reason -> reason.name().equals(code)).findFirst().map(meaning)
                .map(sentence -> form.equals("clause")
                        ? Character.toLowerCase(sentence.charAt(0)) + sentence.substring(1, sentence.length() - 1)
                        : sentence)
                .orElse(code);
    }
}
