// SPDX-License-Identifier: Apache-2.0
package dev.reprise.console.registry;

import java.time.Duration;
import java.util.ArrayList;
import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.Supplier;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;

import dev.reprise.console.registry.Node.Entry;
import dev.reprise.console.registry.Node.Mapping;
import dev.reprise.console.registry.Node.Scalar;
import dev.reprise.schemas.wire.Nearest;

/**
 * A section of the document that is asked for its keys. What it is not asked for is unknown: {@link #finish()} refuses
 * it, so the list of valid keys is the reading code itself. Each question answers empty for an absent or a bad value; the
 * bad one is a problem by then.
 */
final class Section {

    private static final int LONGEST_TEXT = 65_536;
    private static final Pattern REFUSAL = Pattern.compile("(\\S+) (.*): (give .*)");

    private final String path;
    private final Mapping mapping;
    private final Problems problems;
    private final Set<String> known = new LinkedHashSet<>();

    Section(String path, Mapping mapping, Problems problems) {
        this.path = path;
        this.mapping = mapping;
        this.problems = problems;
    }

    int line() {
        return mapping.line();
    }

    /** Refuses every key that was not asked for. */
    void finish() {
        mapping.entries().forEach((key, entry) -> {
            if (!known.contains(key)) {
                problems.add(entry.line(), path(key), "is no known key", fix(key, known));
            }
        });
    }

    /** Whether the key is there, whatever its value. */
    boolean has(String key) {
        return entry(key).isPresent();
    }

    /** Whether the value of the key is that very word. */
    boolean isWord(String key, String word) {
        return entry(key).filter(entry -> entry.value() instanceof Scalar scalar && scalar.text().equals(word))
                .isPresent();
    }

    /** Says that something is wrong with a key, or with the section where the key is absent. */
    void refuse(String key, String message, String fix) {
        problems.add(entry(key).map(Entry::line).orElse(mapping.line()), path(key), message, fix);
    }

    /** Says that a key is missing. */
    void require(String key, String fix) {
        if (!has(key)) {
            problems.add(mapping.line(), path(key), "is missing", fix);
        }
    }

    /** Makes a record of the contract; what its own bounds refuse is a problem of the key. */
    <T> Optional<T> make(String key, Supplier<T> maker) {
        try {
            return Optional.of(maker.get());
        } catch (IllegalArgumentException e) {
            refuse(key, String.valueOf(e.getMessage()), "keep to that rule");
            return Optional.empty();
        }
    }

    /** Makes a record of the contract whose bounds begin with the key they refuse and end with what to give instead. */
    <T> Optional<T> makeNamed(Supplier<T> maker) {
        try {
            return Optional.of(maker.get());
        } catch (IllegalArgumentException e) {
            String message = String.valueOf(e.getMessage());
            Matcher refusal = REFUSAL.matcher(message);
            if (refusal.matches() && has(refusal.group(1))) {
                refuse(refusal.group(1), refusal.group(2), refusal.group(3));
            } else {
                problems.add(mapping.line(), path, message, "keep to that rule");
            }
            return Optional.empty();
        }
    }

    Optional<Section> section(String key) {
        return value(key).flatMap(Value::section);
    }

    /** A section; a text stands for a section with that one key. */
    Optional<Section> sectionOrText(String key, String textKey) {
        return value(key).flatMap(value -> value.sectionOrText(textKey));
    }

    /** All keys of this section as sections of their own: it is a table whose keys are names. */
    Map<String, Section> sectionsByName() {
        Map<String, Section> sections = new LinkedHashMap<>();
        mapping.entries().keySet()
                .forEach(name -> section(name).ifPresent(section -> sections.put(name, section)));
        return sections;
    }

    /** A list of sections. */
    List<Section> sections(String key) {
        return items(key).stream().flatMap(item -> item.section().stream()).toList();
    }

    /** A list of sections with so many entries at most. */
    List<Section> sections(String key, int most) {
        return items(key, most).stream().flatMap(item -> item.section().stream()).toList();
    }

    /** A list of sections; a text stands for a section with that one key. */
    List<Section> sectionsOrTexts(String key, String textKey, int most) {
        return items(key, most).stream().flatMap(item -> item.sectionOrText(textKey).stream()).toList();
    }

    /** A list of whole numbers; empty where the key is absent. */
    List<Integer> integers(String key, int least, int most, int mostItems) {
        return items(key, mostItems).stream().flatMap(item -> item.number(least, most, true).stream())
                .map(Double::intValue).toList();
    }

    /** A list of some of a few words, each once; empty where the key is absent. */
    <T> List<T> choices(String key, Map<String, T> words) {
        List<T> chosen = new ArrayList<>();
        items(key).forEach(item -> item.choice(words).ifPresent(choice -> {
            if (chosen.contains(choice)) {
                item.refuse(item.node().found() + " is listed twice", "remove one of the two");
            } else {
                chosen.add(choice);
            }
        }));
        return chosen;
    }

    /** A list of texts, each of 1 to 65536 characters. */
    Optional<List<String>> texts(String key) {
        return has(key)
                ? Optional.of(items(key).stream().flatMap(item -> item.text(LONGEST_TEXT).stream()).toList())
                : Optional.empty();
    }

    /** A section whose keys are names and whose values are texts. */
    Map<String, String> table(String key) {
        Map<String, String> table = new LinkedHashMap<>();
        section(key).ifPresent(section -> section.mapping.entries().keySet().forEach(name -> section
                .text(name, LONGEST_TEXT).ifPresent(text -> table.put(name, text))));
        return table;
    }

    Optional<String> text(String key, int longest) {
        return value(key).flatMap(value -> value.text(longest));
    }

    Optional<Boolean> flag(String key) {
        return value(key).flatMap(Value::flag);
    }

    Optional<Duration> duration(String key, Duration least, Duration most) {
        return value(key).flatMap(value -> value.duration(least, most));
    }

    Optional<Integer> integer(String key, int least, int most) {
        return value(key).flatMap(value -> value.number(least, most, true)).map(Double::intValue);
    }

    Optional<Double> decimal(String key, int least, int most) {
        return value(key).flatMap(value -> value.number(least, most, false));
    }

    /** One of a few words. */
    <T> Optional<T> choice(String key, Map<String, T> words) {
        return value(key).flatMap(value -> value.choice(words));
    }

    /** The entries of a list; one that is too long is refused as a whole. */
    private List<Value> items(String key, int most) {
        List<Value> items = items(key);
        if (items.size() > most) {
            refuse(key, "has " + items.size() + " entries", "use at most " + most);
            return List.of();
        }
        return items;
    }

    private List<Value> items(String key) {
        return value(key).map(Value::items).orElse(List.of());
    }

    private Optional<Value> value(String key) {
        return entry(key).map(entry -> new Value(path(key), entry.value(), problems));
    }

    private Optional<Entry> entry(String key) {
        known.add(key);
        return Optional.ofNullable(mapping.entries().get(key));
    }

    private String path(String key) {
        return path.isEmpty() ? key : path + "." + key;
    }

    /** How to mend an unknown name: the nearest one where one is near, else all of them. */
    private static String fix(String written, Collection<String> valid) {
        return Nearest.of(written, valid).map(near -> "write " + near).orElseGet(
                () -> "remove it, or write one of " + valid.stream().sorted().collect(Collectors.joining(", ")));
    }
}
