// SPDX-License-Identifier: Apache-2.0
package dev.reprise.runtime.config;

import java.util.ArrayList;
import java.util.List;
import java.util.stream.Collectors;
import tools.jackson.core.JacksonException;
import tools.jackson.core.JsonPointer;

/** Dotted paths, such as {@code http.tokens.0.name}. */
final class ConfigPath {

    private ConfigPath() {}

    static String of(JsonPointer pointer) {
        List<String> levels = new ArrayList<>();
        for (JsonPointer at = pointer; !at.matches(); at = at.tail()) {
            levels.add(at.getMatchingProperty());
        }
        return String.join(".", levels);
    }

    static String of(List<JacksonException.Reference> references) {
        return references.stream().map(ConfigPath::level).collect(Collectors.joining("."));
    }

    static String level(JacksonException.Reference reference) {
        return reference.getPropertyName() == null
                ? Integer.toString(reference.getIndex())
                : reference.getPropertyName();
    }

    static String join(String above, String level) {
        return above.isEmpty() ? level : above + "." + level;
    }

    /** The path without its last level; empty at the top. */
    static String above(String path) {
        int dot = path.lastIndexOf('.');
        return dot < 0 ? "" : path.substring(0, dot);
    }
}
