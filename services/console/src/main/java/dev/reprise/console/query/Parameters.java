// SPDX-License-Identifier: Apache-2.0
package dev.reprise.console.query;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Collectors;

import dev.reprise.console.store.Cursor;
import dev.reprise.runtime.http.ProblemException;
import dev.reprise.runtime.http.Request;
import dev.reprise.schemas.id.JobId;

/** The query parameters of a list, checked; each refusal names the parameter. */
final class Parameters {

    static final int DEFAULT_LIMIT = 100;
    static final int LARGEST_LIMIT = 500;
    private static final int LONGEST_TEXT = 512;
    private static final int MOST_LABELS = 16;

    private final Request request;

    Parameters(Request request) {
        this.request = request;
    }

    int limit() {
        return number("limit", LARGEST_LIMIT, DEFAULT_LIMIT);
    }

    /** A number from 1. */
    int number(String name, int largest, int whenAbsent) {
        return request.query(name).map(text -> {
            if (text.matches("\\d{1,4}") && Integer.parseInt(text) >= 1 && Integer.parseInt(text) <= largest) {
                return Integer.parseInt(text);
            }
            throw ProblemException.badField(name, "expected 1 to " + largest + ", found " + text,
                    "choose a number in that range, or leave it out for " + whenAbsent);
        }).orElse(whenAbsent);
    }

    /** Some of a few words, separated by commas; empty where it is absent. */
    List<String> words(String name, List<String> words) {
        List<String> given = request.query(name).map(text -> List.of(text.split(",", -1))).orElse(List.of());
        given.stream().filter(each -> !words.contains(each)).findFirst().ifPresent(unknown -> {
            throw ProblemException.badField(name,
                    "expected some of " + String.join(", ", words) + ", found " + unknown,
                    "write them with commas between, or leave it out");
        });
        return given.stream().distinct().toList();
    }

    /** One of a few words. */
    Optional<String> word(String name, List<String> words) {
        return request.query(name).map(text -> {
            if (words.contains(text)) {
                return text;
            }
            throw ProblemException.badField(name, "expected one of " + String.join(", ", words) + ", found " + text,
                    "write one of them, or leave it out");
        });
    }

    Optional<Cursor> cursor() {
        return request.query("cursor").map(text -> {
            try {
                return Cursor.parse(text);
            } catch (IllegalArgumentException _) {
                throw badCursor();
            }
        });
    }

    static ProblemException badCursor() {
        return ProblemException.badField("cursor", "is not a cursor of this list",
                "pass on the value of next from the page before, with the same filters, or leave it out");
    }

    Optional<String> text(String name) {
        return request.query(name).map(text -> {
            if (text.isBlank() || text.length() > LONGEST_TEXT) {
                throw ProblemException.badField(name, "expected 1 to " + LONGEST_TEXT + " characters, found "
                        + text.length(), "give a value, or leave it out");
            }
            return text;
        });
    }

    /**
     * The job asked for, in its written form: {@code NAMESPACE/NAME}, or the name alone, which fits in any namespace.
     */
    JobFilter job() {
        Optional<String> namespace = text("namespace");
        return text("job").map(text -> {
            try {
                boolean whole = text.indexOf('/') >= 0;
                JobId job = JobId.parse(whole ? text : "any/" + text);
                if (whole && namespace.isPresent() && !namespace.get().equals(job.namespace())) {
                    throw ProblemException.badField("namespace", "differs from the namespace of job " + job,
                            "give one of the two");
                }
                return new JobFilter(whole ? Optional.of(job.namespace()) : namespace, Optional.of(job.name()));
            } catch (IllegalArgumentException e) {
                throw ProblemException.badField("job", String.valueOf(e.getMessage()), "write NAMESPACE/NAME, or NAME");
            }
        }).orElseGet(() -> new JobFilter(namespace, Optional.empty()));
    }

    /** Which jobs; what is empty does not narrow. */
    record JobFilter(Optional<String> namespace, Optional<String> name) {}

    /** Values from a parameter that may be repeated or hold several, separated by commas. */
    <E extends Enum<E>> List<E> anyOf(String name, Class<E> type) {
        List<E> values = new ArrayList<>();
        for (String text : request.queries(name)) {
            for (String word : text.split(",", -1)) {
                values.add(constant(name, type, word.strip()));
            }
        }
        return values;
    }

    /** Labels from a parameter that may be repeated, each {@code name=value}. */
    Map<String, String> labels() {
        Map<String, String> labels = new LinkedHashMap<>();
        for (String text : request.queries("label")) {
            int equals = text.indexOf('=');
            if (equals < 1 || text.length() > LONGEST_TEXT) {
                throw ProblemException.badField("label", "expected name=value, found " + text, "write label=tier=1");
            }
            labels.put(text.substring(0, equals), text.substring(equals + 1));
        }
        if (labels.size() > MOST_LABELS) {
            throw ProblemException.badField("label",
                    "expected at most " + MOST_LABELS + " labels, found " + labels.size(),
                    "leave some out");
        }
        return labels;
    }

    /** Whether {@code sort} asks for the oldest change first; the newest first where it is absent. */
    boolean oldestFirst() {
        return request.query("sort").map(text -> switch (text) {
            case "updated" -> true;
            case "-updated" -> false;
            default -> throw ProblemException.badField("sort", "expected updated or -updated, found " + text,
                    "write updated for the oldest change first, -updated for the newest");
        }).orElse(false);
    }

    /** A parameter that is true or false; false where it is absent. */
    boolean flag(String name) {
        return request.query(name).map(text -> switch (text) {
            case "true" -> true;
            case "false" -> false;
            default -> throw ProblemException.badField(name, "expected true or false, found " + text,
                    "write true or false, or leave it out");
        }).orElse(false);
    }

    private static <E extends Enum<E>> E constant(String name, Class<E> type, String word) {
        for (E value : type.getEnumConstants()) {
            if (value.name().equalsIgnoreCase(word)) {
                return value;
            }
        }
        throw ProblemException.badField(name, "expected one of "
                + Arrays.stream(type.getEnumConstants()).map(Enum::name).collect(Collectors.joining(", ")) + ", found "
                + word,
                "write one of them, or leave it out");
    }
}
