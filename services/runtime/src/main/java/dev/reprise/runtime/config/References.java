// SPDX-License-Identifier: Apache-2.0
package dev.reprise.runtime.config;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.InvalidPathException;
import java.nio.file.Path;
import java.util.Map;
import java.util.regex.MatchResult;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ArrayNode;
import tools.jackson.databind.node.ObjectNode;

/**
 * Replaces <code>${env:NAME}</code> and <code>${file:/path}</code> in every text of a tree. A file's last line break is
 * dropped, as editors and secret stores add one.
 */
final class References {

    private static final Pattern REFERENCE = Pattern
            .compile("\\$(?<escape>\\$\\{)|\\$\\{(?<kind>env|file):(?<name>[^}]*)}");

    private final Map<String, String> environment;

    References(Map<String, String> environment) {
        this.environment = environment;
    }

    void expand(ConfigTree tree) {
        expand(tree, "", tree.root());
    }

    private void expand(ConfigTree tree, String path, JsonNode node) {
        if (node instanceof ObjectNode object) {
            for (String name : object.propertyNames().toArray(String[]::new)) {
                String below = ConfigPath.join(path, name);
                JsonNode value = object.get(name);
                if (value.isString()) {
                    object.put(name, expand(tree, below, value.stringValue()));
                } else {
                    expand(tree, below, value);
                }
            }
        } else if (node instanceof ArrayNode array) {
            for (int index = 0; index < array.size(); index++) {
                String below = ConfigPath.join(path, Integer.toString(index));
                JsonNode value = array.get(index);
                if (value.isString()) {
                    array.set(index, array.stringNode(expand(tree, below, value.stringValue())));
                } else {
                    expand(tree, below, value);
                }
            }
        }
    }

    private String expand(ConfigTree tree, String path, String text) {
        return REFERENCE.matcher(text).replaceAll(match -> Matcher.quoteReplacement(value(tree, path, match)));
    }

    private String value(ConfigTree tree, String path, MatchResult match) {
        if (match.group("escape") != null) {
            return match.group("escape");
        }
        String name = match.group("name");
        return match.group("kind").equals("env") ? variable(tree, path, name) : file(tree, path, name);
    }

    private String variable(ConfigTree tree, String path, String name) {
        String value = environment.get(name);
        if (value == null) {
            tree.report(ConfigProblem.of(path, "refers to the environment variable " + name + ", which is not set",
                    "set it, or write $${ for a literal ${"));
            return "";
        }
        return value;
    }

    private static String file(ConfigTree tree, String path, String name) {
        try {
            String content = Files.readString(Path.of(name));
            return content.endsWith("\r\n")
                    ? content.substring(0, content.length() - 2)
                    : content.endsWith("\n") ? content.substring(0, content.length() - 1) : content;
        } catch (IOException | InvalidPathException e) {
            tree.report(
                    ConfigProblem.of(path, "refers to the file " + name + ", which cannot be read: " + e.getMessage(),
                            "make it readable for this process"));
            return "";
        }
    }
}
