// SPDX-License-Identifier: Apache-2.0
package dev.reprise.idempotency.parse;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.IntStream;

import dev.reprise.idempotency.parse.Token.Kind;

/**
 * What the variables of a script stand for, statement by statement. One that is set to what the script says is a constant of
 * the instance; set to something else later, it is another constant from there on. One whose value comes from a query is
 * none: the query may give something else the second time.
 */
final class Variables {
    private static final Set<String> HARMLESS = Set.of("set", "declare", "select", "print", "if", "while");
    private static final String ASSIGNS = ":=";
    /** Between the name of a variable and how often it has been set again. */
    private static final String AGAIN = "__set";
    /** In front of the name of a setting, which is no word of the script. */
    private static final String SETTING = "${";
    private static final Pattern USE = Pattern.compile("\\$\\{(?:hivevar:|hiveconf:)?([\\w.]+)}");
    private final Dialect dialect;
    private final Map<String, String> values = new HashMap<>();
    private final Map<String, Integer> versions = new HashMap<>();
    private final Set<String> queried = new HashSet<>();
    /** Variables that are written as plain words. */
    private final Set<String> words = new HashSet<>();

    Variables(Dialect dialect) {
        this.dialect = dialect;
    }

    /** Takes note of what a statement sets. */
    void note(List<Token> written) {
        List<Token> tokens = marked(written);
        if (tokens.isEmpty() || dialect == Dialect.ODPS && !tokens.getFirst().is("set")) {
            return; // the variables of MaxCompute are named queries
        }
        if (dialect == Dialect.BIGQUERY && tokens.getFirst().is("declare")) {
            declaration(tokens);
            return;
        }
        if (tokens.getFirst().is("set") && !variable(tokens, 1)) {
            setting(tokens);
            return;
        }
        boolean sets = tokens.getFirst().is("set") || tokens.getFirst().is("declare");
        boolean reads = has(tokens, "from") || tokens.stream().skip(1).anyMatch(token -> token.is("select"));
        for (int i = 1; i < tokens.size(); i++) {
            if (!variable(tokens, i)) {
                continue;
            }
            boolean first = i == 1 || tokens.get(i - 1).is(",") || tokens.get(i - 1).is("select");
            int equals = tokens.getFirst().is("declare") ? declared(tokens, i) : i + 1;
            boolean assigned = at(tokens, equals, ASSIGNS)
                    || at(tokens, equals, "=") && first && (sets || tokens.getFirst().is("select"));
            if (assigned) {
                List<Token> value = tokens.subList(equals + 1, end(tokens, equals + 1));
                boolean fromQuery = sets ? has(value, "select") : reads || !tokens.getFirst().is("select");
                assign(tokens.get(i).text(), value, fromQuery);
            } else if (tokens.getFirst().is("select") && into(tokens, i)) {
                assign(tokens.get(i).text(), List.of(), true);
            }
        }
    }

    /** @return why a statement is not to be read, or empty */
    Optional<String> doubt(List<Token> written) {
        List<Token> tokens = marked(written);
        boolean harmless = tokens.isEmpty()
                || HARMLESS.contains(tokens.getFirst().text())
                        && !(tokens.getFirst().is("select") && has(tokens, "into"));
        return harmless
                ? Optional.empty()
                : tokens.stream().map(Token::text).filter(queried::contains).findFirst()
                        .map(name -> "the value of " + name + " comes from a query");
    }

    /** @return the statement with each variable that has been set again under a name of its own */
    Splitter.Chunk current(Splitter.Chunk chunk) {
        if (versions.isEmpty() && words.isEmpty()) {
            return chunk;
        }
        return new Splitter.Chunk(marked(chunk.tokens()).stream().map(this::current).toList(), chunk.problem());
    }

    private Token current(Token token) {
        String text = token.text();
        if (versions.containsKey(text) && text.startsWith("@")) {
            text = text + AGAIN + versions.get(text);
        } else if (text.contains("${")) {
            text = USE.matcher(text).replaceAll(use -> Matcher.quoteReplacement(versioned(use.group(), use.group(1))));
        }
        return new Token(token.kind(), text, token.start(), token.end());
    }

    /** What stands for a setting that has been set again. */
    private String versioned(String use, String name) {
        Integer version = versions.get(SETTING + name.toLowerCase(Locale.ROOT));
        return version == null ? use : use.substring(0, use.length() - 1) + AGAIN + version + "}";
    }

    /** BigQuery: DECLARE a, b DATE DEFAULT x. From here on the plain words mean the variables. */
    private void declaration(List<Token> tokens) {
        int given = 0;
        while (given < tokens.size() && !tokens.get(given).is("default")) {
            given++;
        }
        List<Token> value = tokens.subList(Math.min(given + 1, tokens.size()), tokens.size());
        for (int i = 1; i < tokens.size() && (i == 1 || tokens.get(i - 1).is(",")); i += 2) {
            words.add(tokens.get(i).text());
            assign("@" + tokens.get(i).text(), value, has(value, "select"));
        }
    }

    /** A word that is a variable looks like one. */
    private Token marked(List<Token> tokens, int i) {
        Token token = tokens.get(i);
        boolean part = i > 0 && tokens.get(i - 1).is(".") || i + 1 < tokens.size() && tokens.get(i + 1).is(".");
        return token.kind() == Kind.WORD && !part && words.contains(token.text())
                ? new Token(Kind.WORD, "@" + token.text(), token.start(), token.end())
                : token;
    }

    private List<Token> marked(List<Token> tokens) {
        return words.isEmpty()
                ? tokens
                : IntStream.range(0, tokens.size()).mapToObj(i -> marked(tokens, i)).toList();
    }

    /** {@code set hivevar:day = x}: the name runs up to the sign. */
    private void setting(List<Token> tokens) {
        StringBuilder name = new StringBuilder();
        for (int i = 1; i < tokens.size(); i++) {
            Token token = tokens.get(i);
            if (token.is("=") || token.is("to")) {
                assign(SETTING + name.substring(name.indexOf(":") + 1), tokens.subList(i + 1, tokens.size()), false);
                return;
            }
            name.append(token.text());
        }
    }

    private void assign(String name, List<Token> value, boolean fromQuery) {
        String text = String.join(" ", value.stream().map(Token::text).toList());
        boolean again = values.containsKey(name) && !text.equals(values.get(name));
        if (again) {
            versions.merge(name, 1, Integer::sum);
        }
        values.put(name, text);
        boolean unsure = fromQuery || value.stream().map(Token::text).anyMatch(queried::contains);
        if (unsure) {
            queried.add(name);
        } else {
            queried.remove(name);
        }
    }

    private static boolean variable(List<Token> tokens, int i) {
        return i < tokens.size() && tokens.get(i).kind() == Kind.WORD && tokens.get(i).text().startsWith("@")
                && !tokens.get(i).text().startsWith("@@");
    }

    private static boolean at(List<Token> tokens, int i, String sign) {
        return i < tokens.size() && tokens.get(i).is(sign);
    }

    private static boolean has(List<Token> tokens, String word) {
        return tokens.stream().anyMatch(token -> token.is(word));
    }

    /** The sign behind the type of a declared variable. */
    private static int declared(List<Token> tokens, int variable) {
        int depth = 0;
        for (int i = variable + 1; i < tokens.size(); i++) {
            depth += tokens.get(i).is("(") ? 1 : tokens.get(i).is(")") ? -1 : 0;
            if (tokens.get(i).is("=") || depth == 0 && tokens.get(i).is(",")) {
                return i;
            }
        }
        return tokens.size();
    }

    /** Where the value that starts here ends: at a comma that stands in no parenthesis. */
    private static int end(List<Token> tokens, int start) {
        int depth = 0;
        for (int i = start; i < tokens.size(); i++) {
            depth += tokens.get(i).is("(") ? 1 : tokens.get(i).is(")") ? -1 : 0;
            if (depth < 0 || depth == 0 && tokens.get(i).is(",")) {
                return i;
            }
        }
        return tokens.size();
    }

    /** SELECT a, b INTO @x, @y. */
    private static boolean into(List<Token> tokens, int variable) {
        List<Token> before = new ArrayList<>(tokens.subList(0, variable));
        while (before.size() > 1 && before.getLast().is(",") && variable(before, before.size() - 2)) {
            before.removeLast();
            before.removeLast();
        }
        return before.getLast().is("into");
    }
}
