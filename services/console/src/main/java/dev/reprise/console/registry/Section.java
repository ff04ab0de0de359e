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
import java.util.stream.Collectors;

import dev.reprise.console.registry.Node.Entry;
import dev.reprise.console.registry.Node.Kind;
import dev.reprise.console.registry.Node.Mapping;
import dev.reprise.console.registry.Node.Scalar;
import dev.reprise.console.registry.Node.Sequence;
import dev.reprise.runtime.config.DurationText;
import dev.reprise.schemas.wire.Nearest;

/**
 * A section of the document that is asked for its keys. What it is not asked for is unknown: {@link #finish()} refuses
 * it, so the list of valid keys is the reading code itself. Each question answers empty for an absent or a bad value; the
 * bad one is a problem by then.
 */
final class Section {

    private static final int LONGEST_TEXT = 65_536;

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

    Optional<Section> section(String key) {
        return entry(key).flatMap(entry -> asSection(path(key), entry.value()));
    }

    /** A section; a text stands for a section with that one key. */
    Optional<Section> sectionOrText(String key, String textKey) {
        return entry(key).flatMap(entry -> asSection(path(key),
                entry.value() instanceof Scalar text && text.kind() == Kind.TEXT
                        ? new Mapping(text.line(), Map.of(textKey, new Entry(text.line(), text)))
                        : entry.value()));
    }

    /** All keys of this section as sections of their own: it is a table whose keys are names. */
    Map<String, Section> sectionsByName() {
        Map<String, Section> sections = new LinkedHashMap<>();
        mapping.entries().forEach((name, entry) -> {
            known.add(name);
            asSection(path(name), entry.value()).ifPresent(section -> sections.put(name, section));
        });
        return sections;
    }

    /** A list of sections. */
    List<Section> sections(String key) {
        List<Section> sections = new ArrayList<>();
        items(key).forEach((itemPath, item) -> asSection(itemPath, item).ifPresent(sections::add));
        return sections;
    }

    /** A list of texts, each of 1 to 65536 characters. */
    Optional<List<String>> texts(String key) {
        if (!has(key)) {
            return Optional.empty();
        }
        List<String> texts = new ArrayList<>();
        items(key).forEach((itemPath, item) -> asText(itemPath, item, LONGEST_TEXT).ifPresent(texts::add));
        return Optional.of(texts);
    }

    /** A section whose keys are names and whose values are texts. */
    Map<String, String> table(String key) {
        Map<String, String> table = new LinkedHashMap<>();
        section(key).ifPresent(section -> section.mapping.entries().forEach((name, entry) -> section
                .asText(section.path(name), entry.value(), LONGEST_TEXT).ifPresent(text -> table.put(name, text))));
        return table;
    }

    Optional<String> text(String key, int longest) {
        return entry(key).flatMap(entry -> asText(path(key), entry.value(), longest));
    }

    Optional<Boolean> flag(String key) {
        return scalar(key).flatMap(scalar -> {
            if (scalar.kind() == Kind.FLAG) {
                return Optional.of(Boolean.valueOf(scalar.text()));
            }
            problems.add(scalar.line(), path(key), "expected true or false, found " + scalar.found(),
                    "write true or false without quotes");
            return Optional.empty();
        });
    }

    Optional<Duration> duration(String key, Duration least, Duration most) {
        return scalar(key).flatMap(scalar -> {
            String range = DurationText.format(least) + " to " + DurationText.format(most);
            try {
                Duration duration = DurationText.parse(scalar.text());
                if (duration.compareTo(least) >= 0 && duration.compareTo(most) <= 0) {
                    return Optional.of(duration);
                }
                problems.add(scalar.line(), path(key), "expected " + range + ", found " + scalar.found(),
                        "choose a duration in that range");
            } catch (IllegalArgumentException | ArithmeticException _) {
                problems.add(scalar.line(), path(key), "expected a duration of " + range + ", found " + scalar.found(),
                        "write a number and its unit, such as 30s, 15m, 4h or 7d");
            }
            return Optional.empty();
        });
    }

    Optional<Integer> integer(String key, int least, int most) {
        return number(key, least, most, true).map(Double::intValue);
    }

    Optional<Double> decimal(String key, int least, int most) {
        return number(key, least, most, false);
    }

    /** One of a few words. */
    <T> Optional<T> choice(String key, Map<String, T> words) {
        return scalar(key).flatMap(scalar -> {
            T chosen = words.get(scalar.text());
            if (chosen == null) {
                problems.add(scalar.line(), path(key),
                        "expected one of " + String.join(", ", words.keySet()) + ", found " + scalar.found(),
                        Nearest.of(scalar.text(), words.keySet()).map(near -> "write " + near)
                                .orElse("write one of them"));
            }
            return Optional.ofNullable(chosen);
        });
    }

    private Optional<Double> number(String key, int least, int most, boolean whole) {
        return scalar(key).flatMap(scalar -> {
            String expected = (whole ? "a whole number of " : "a number of ") + least + " to " + most;
            try {
                double number = Double.parseDouble(scalar.text());
                if (scalar.kind() == Kind.NUMBER && number >= least && number <= most
                        && (!whole || number == Math.rint(number))) {
                    return Optional.of(number);
                }
            } catch (NumberFormatException _) {
                // told below, in the same words as a number out of range
            }
            problems.add(scalar.line(), path(key), "expected " + expected + ", found " + scalar.found(),
                    "choose a number in that range, without quotes");
            return Optional.empty();
        });
    }

    private Map<String, Node> items(String key) {
        Map<String, Node> items = new LinkedHashMap<>();
        entry(key).ifPresent(entry -> {
            if (entry.value() instanceof Sequence sequence) {
                for (Node item : sequence.items()) {
                    items.put(path(key) + "[" + items.size() + "]", item);
                }
            } else {
                problems.add(entry.value().line(), path(key), "expected a list, found " + entry.value().found(),
                        "write each item on a line of its own after '- '");
            }
        });
        return items;
    }

    private Optional<Section> asSection(String itsPath, Node node) {
        if (node instanceof Mapping child) {
            return Optional.of(new Section(itsPath, child, problems));
        }
        problems.add(node.line(), itsPath, "expected a section with keys, found " + node.found(),
                "write its keys indented below it, or {} for none");
        return Optional.empty();
    }

    private Optional<String> asText(String itsPath, Node node, int longest) {
        if (!(node instanceof Scalar scalar) || scalar.kind() == Kind.NOTHING) {
            problems.add(node.line(), itsPath, "expected a text, found " + node.found(),
                    "write the text, or remove the key");
            return Optional.empty();
        }
        if (scalar.text().isBlank() || scalar.text().length() > longest) {
            problems.add(node.line(), itsPath,
                    "expected 1 to " + longest + " characters that are not all blank, found " + scalar.text().length(),
                    "shorten it, or give it a value");
            return Optional.empty();
        }
        return Optional.of(scalar.text());
    }

    private Optional<Scalar> scalar(String key) {
        return entry(key).flatMap(entry -> {
            if (entry.value() instanceof Scalar scalar) {
                return Optional.of(scalar);
            }
            problems.add(entry.value().line(), path(key), "expected one value, found " + entry.value().found(),
                    "write the value behind the key");
            return Optional.empty();
        });
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
