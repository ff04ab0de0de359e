// SPDX-License-Identifier: Apache-2.0
package dev.reprise.schemas.wire;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.lang.reflect.RecordComponent;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.Map;
import java.util.regex.MatchResult;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** The texts that the sources hold about types and components, as plain sentences: said once, read in both places. */
final class JavadocTexts {
    private static final Pattern TAG = Pattern.compile("\\{@(\\w+) ((?:[^{}]|\\{\\{?[^{}]*}?})*)}");
    private static final Pattern PARAM = Pattern.compile("@param (\\w+) ([^@]*)");
    private final Map<Class<?>, String> comments = new HashMap<>();

    /** The first paragraph about a type. */
    String ofType(Class<?> type) {
        String text = comment(type).split("@param|<p>", 2)[0].strip();
        return plain(type, text);
    }

    /** What a record says of a component. */
    String ofComponent(RecordComponent component) {
        Class<?> record = component.getDeclaringRecord();
        // Inline tags first: their at sign would end the text.
        Matcher params = PARAM.matcher(plain(record, comment(record)));
        while (params.find()) {
            if (params.group(1).equals(component.getName())) {
                return params.group(2).strip();
            }
        }
        throw new IllegalStateException(record.getSimpleName() + "." + component.getName() + " is not described");
    }

    private String comment(Class<?> type) {
        return comments.computeIfAbsent(type, JavadocTexts::read);
    }

    private static String read(Class<?> type) {
        Class<?> top = type;
        while (top.getEnclosingClass() != null) {
            top = top.getEnclosingClass();
        }
        Path file = Path.of("src/main/java", top.getName().replace('.', '/') + ".java");
        try {
            String source = Files.readString(file);
            Matcher declaration = Pattern.compile("(?:record|enum|interface) " + type.getSimpleName() + "\\b")
                    .matcher(source);
            if (!declaration.find()) {
                throw new IllegalStateException(type.getName() + " is not declared in " + file);
            }
            int start = source.lastIndexOf("/**", declaration.start());
            int end = source.indexOf("*/", start);
            return source.substring(start + 3, end).replaceAll("\\R[ \\t]*\\*?", " ").replaceAll(" +", " ").strip();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private static String plain(Class<?> type, String text) {
        return TAG.matcher(text).replaceAll(tag -> Matcher.quoteReplacement(content(type, tag)));
    }

    private static String content(Class<?> type, MatchResult tag) {
        String content = tag.group(2).strip();
        if (!tag.group(1).equals("value")) {
            return content.startsWith("#") ? content.substring(1).replace("()", "") : content;
        }
        try {
            return String.valueOf(type.getField(content.substring(1)).get(null));
        } catch (ReflectiveOperationException e) {
            throw new IllegalStateException(type.getName() + " has no constant " + content, e);
        }
    }
}
