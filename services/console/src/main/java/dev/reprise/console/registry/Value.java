// SPDX-License-Identifier: Apache-2.0
package dev.reprise.console.registry;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;

import dev.reprise.console.registry.Node.Entry;
import dev.reprise.console.registry.Node.Kind;
import dev.reprise.console.registry.Node.Mapping;
import dev.reprise.console.registry.Node.Scalar;
import dev.reprise.console.registry.Node.Sequence;
import dev.reprise.runtime.config.DurationText;
import dev.reprise.schemas.wire.Nearest;

/**
 * A value with its place, which is asked to be of some kind. Each question answers empty for a value of another kind, and
 * that is a problem by then.
 *
 * @param path the key in dotted form, such as {@code jobs[0].policy.settle}
 * @param node what is written there
 * @param problems where problems go
 */
record Value(String path, Node node, Problems problems) {

    /** Says that something is wrong with it. */
    void refuse(String message, String fix) {
        problems.add(node.line(), path, message, fix);
    }

    Optional<Section> section() {
        if (node instanceof Mapping mapping) {
            return Optional.of(new Section(path, mapping, problems));
        }
        refuse("expected a section with keys, found " + node.found(),
                "write its keys indented below it, or {} for none");
        return Optional.empty();
    }

    /** A section; a text stands for a section with that one key. */
    Optional<Section> sectionOrText(String textKey) {
        return node instanceof Scalar text && text.kind() == Kind.TEXT
                ? Optional.of(new Section(path, new Mapping(text.line(), Map.of(textKey, new Entry(text.line(), text))),
                        problems))
                : section();
    }

    /** The entries of a list. */
    List<Value> items() {
        if (!(node instanceof Sequence sequence)) {
            refuse("expected a list, found " + node.found(), "write each item on a line of its own after '- '");
            return List.of();
        }
        List<Value> items = new ArrayList<>();
        for (Node item : sequence.items()) {
            items.add(new Value(path + "[" + items.size() + "]", item, problems));
        }
        return items;
    }

    Optional<String> text(int longest) {
        if (!(node instanceof Scalar scalar) || scalar.kind() == Kind.NOTHING) {
            refuse("expected a text, found " + node.found(), "write the text, or remove the key");
            return Optional.empty();
        }
        if (scalar.text().isBlank() || scalar.text().length() > longest) {
            refuse("expected 1 to " + longest + " characters that are not all blank, found " + scalar.text().length(),
                    "shorten it, or give it a value");
            return Optional.empty();
        }
        return Optional.of(scalar.text());
    }

    Optional<Boolean> flag() {
        return scalar().flatMap(scalar -> {
            if (scalar.kind() == Kind.FLAG) {
                return Optional.of(Boolean.valueOf(scalar.text()));
            }
            refuse("expected true or false, found " + scalar.found(), "write true or false without quotes");
            return Optional.empty();
        });
    }

    Optional<Duration> duration(Duration least, Duration most) {
        return scalar().flatMap(scalar -> {
            String range = DurationText.format(least) + " to " + DurationText.format(most);
            try {
                Duration duration = DurationText.parse(scalar.text());
                if (duration.compareTo(least) >= 0 && duration.compareTo(most) <= 0) {
                    return Optional.of(duration);
                }
                refuse("expected " + range + ", found " + scalar.found(), "choose a duration in that range");
            } catch (IllegalArgumentException | ArithmeticException _) {
                refuse("expected a duration of " + range + ", found " + scalar.found(),
                        "write a number and its unit, such as 30s, 15m, 4h or 7d");
            }
            return Optional.empty();
        });
    }

    Optional<Double> number(int least, int most, boolean whole) {
        return scalar().flatMap(scalar -> {
            try {
                double number = Double.parseDouble(scalar.text());
                if (scalar.kind() == Kind.NUMBER && number >= least && number <= most
                        && (!whole || number == Math.rint(number))) {
                    return Optional.of(number);
                }
            } catch (NumberFormatException _) {
                // told below, in the same words as a number out of range
            }
            refuse("expected " + (whole ? "a whole number of " : "a number of ") + least + " to " + most + ", found "
                    + scalar.found(), "choose a number in that range, without quotes");
            return Optional.empty();
        });
    }

    /** One of a few words. */
    <T> Optional<T> choice(Map<String, T> words) {
        return scalar().flatMap(scalar -> {
            T chosen = words.get(scalar.text());
            if (chosen == null) {
                refuse("expected one of " + String.join(", ", words.keySet()) + ", found " + scalar.found(),
                        words.size() == 1
                                ? "write " + words.keySet().iterator().next()
                                : Nearest.of(scalar.text(), words.keySet()).map(near -> "write " + near)
                                        .orElse("write one of them"));
            }
            return Optional.ofNullable(chosen);
        });
    }

    private Optional<Scalar> scalar() {
        if (node instanceof Scalar scalar) {
            return Optional.of(scalar);
        }
        refuse("expected one value, found " + node.found(), "write the value behind the key");
        return Optional.empty();
    }
}
