// SPDX-License-Identifier: Apache-2.0
package dev.reprise.console.registry;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import tools.jackson.core.JacksonException;
import tools.jackson.core.JsonParser;
import tools.jackson.core.JsonToken;
import tools.jackson.core.ObjectReadContext;
import tools.jackson.core.TokenStreamFactory;
import tools.jackson.core.json.JsonFactory;
import tools.jackson.dataformat.yaml.YAMLFactory;
import tools.jackson.dataformat.yaml.YAMLParser;

import dev.reprise.console.registry.Node.Entry;
import dev.reprise.console.registry.Node.Kind;

/**
 * Reads YAML or JSON into {@link Node}s by tokens: a tree of a data binder has no lines and keeps the last of two equal
 * keys without a word.
 */
final class DocumentTree {

    private static final TokenStreamFactory YAML = new YAMLFactory();
    private static final TokenStreamFactory JSON = new JsonFactory();

    private final Problems problems;

    DocumentTree(Problems problems) {
        this.problems = problems;
    }

    /** The root, or empty when there is none or the text is neither YAML nor JSON; then a problem says why. */
    Optional<Node> read(byte[] document) {
        TokenStreamFactory format = isJson(document) ? JSON : YAML;
        try (JsonParser parser = format.createParser(ObjectReadContext.empty(), document)) {
            if (parser.nextToken() == null) {
                problems.add(1, "", "the document is empty", "begin with jobs:");
                return Optional.empty();
            }
            return Optional.of(node(parser, ""));
        } catch (JacksonException e) {
            int line = e.getLocation() == null ? 1 : Math.max(1, e.getLocation().getLineNr());
            problems.add(line, "", "this is neither YAML nor JSON: " + firstLine(e.getOriginalMessage()),
                    "mend the syntax on or just before this line");
            return Optional.empty();
        }
    }

    private Node node(JsonParser parser, String path) {
        int line = line(parser);
        JsonToken token = parser.currentToken();
        if (token == JsonToken.START_OBJECT) {
            return mapping(parser, path, line);
        }
        if (token == JsonToken.START_ARRAY) {
            return sequence(parser, path, line);
        }
        if (parser instanceof YAMLParser yaml && yaml.isCurrentAlias()) {
            problems.add(line, path, "is the alias *" + parser.getString(),
                    "write the value out: aliases are not followed");
        }
        return new Node.Scalar(line, text(parser, token), kind(token));
    }

    private Node mapping(JsonParser parser, String path, int line) {
        Map<String, Entry> entries = new LinkedHashMap<>();
        while (parser.nextToken() == JsonToken.PROPERTY_NAME) {
            String key = parser.currentName();
            int keyLine = line(parser);
            String keyPath = path.isEmpty() ? key : path + "." + key;
            parser.nextToken();
            Entry earlier = entries.get(key);
            Entry entry = new Entry(keyLine, node(parser, keyPath));
            if (earlier == null) {
                entries.put(key, entry);
            } else {
                problems.add(keyLine, keyPath, "is written twice, first on line " + earlier.line(),
                        "remove one of the two");
            }
        }
        return new Node.Mapping(line, entries);
    }

    private Node sequence(JsonParser parser, String path, int line) {
        List<Node> items = new ArrayList<>();
        while (parser.nextToken() != JsonToken.END_ARRAY) {
            items.add(node(parser, path + "[" + items.size() + "]"));
        }
        return new Node.Sequence(line, items);
    }

    private static String text(JsonParser parser, JsonToken token) {
        return token == JsonToken.VALUE_NULL ? "" : parser.getString();
    }

    private static Kind kind(JsonToken token) {
        if (token.isNumeric()) {
            return Kind.NUMBER;
        }
        if (token.isBoolean()) {
            return Kind.FLAG;
        }
        return token == JsonToken.VALUE_NULL ? Kind.NOTHING : Kind.TEXT;
    }

    private static int line(JsonParser parser) {
        return Math.max(1, parser.currentTokenLocation().getLineNr());
    }

    /** YAML forbids the tabs that JSON may be indented with, so JSON is read as such. */
    private static boolean isJson(byte[] document) {
        for (byte character : document) {
            if (!Character.isWhitespace(character)) {
                return character == '{';
            }
        }
        return false;
    }

    private static String firstLine(String text) {
        return text.lines().findFirst().orElse("");
    }
}
