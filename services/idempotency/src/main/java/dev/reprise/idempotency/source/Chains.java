// SPDX-License-Identifier: Apache-2.0
package dev.reprise.idempotency.source;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;

import dev.reprise.idempotency.rule.Analysis;
import dev.reprise.idempotency.rule.Condition;
import dev.reprise.idempotency.rule.Rule;
import dev.reprise.idempotency.rule.Safety;

/**
 * Spark's writer calls, as both PySpark and Java programs spell them: a chain of calls that starts at {@code write},
 * {@code writeTo} or {@code writeStream} and ends in the call that writes.
 */
final class Chains {
    /**
     * One call of a chain.
     *
     * @param name of the method, or of the property
     * @param arguments as written
     */
    record Step(String name, List<String> arguments) {
        Optional<String> literal(int index) {
            if (index >= arguments.size()) {
                return Optional.empty();
            }
            String argument = arguments.get(index).strip();
            boolean quoted = argument.length() > 1 && (argument.startsWith("\"") && argument.endsWith("\"")
                    || argument.startsWith("'") && argument.endsWith("'"));
            return quoted ? Optional.of(argument.substring(1, argument.length() - 1)) : Optional.empty();
        }

        Optional<String> named(String name) {
            return arguments.stream().map(String::strip).filter(a -> a.matches("(?s)" + name + "\\s*=\\s*.*"))
                    .map(a -> a.substring(a.indexOf('=') + 1).strip()).findFirst();
        }
    }

    private Chains() {}

    /**
     * @param steps the chain after {@code write}
     * @param place where it stands
     * @param dynamic whether the session overwrites partitions dynamically, empty when not known
     * @return the answer
     */
    static Analysis write(List<Step> steps, Place place, Optional<Boolean> dynamic) {
        String mode = "errorifexists";
        boolean known = true;
        boolean partitioned = false;
        boolean replaceWhere = false;
        boolean jdbc = false;
        boolean table = false;
        Optional<Boolean> dynamically = dynamic;
        Optional<Boolean> overwriteArgument = Optional.empty();
        String target = "";
        String format = "";
        Map<String, String> options = new HashMap<>();
        boolean hidden = false;
        boolean ends = false;
        for (Step step : steps) {
            switch (step.name()) {
                case "mode" -> {
                    Optional<String> literal = mode(step);
                    known = literal.isPresent();
                    mode = literal.orElse(mode);
                }
                case "option", "options" -> {
                    replaceWhere |= step.literal(0).filter("replaceWhere"::equals).isPresent()
                            || step.named("replaceWhere").isPresent();
                    hidden |= step.name().equals("options") || step.literal(0).isEmpty() || step.literal(1).isEmpty();
                    step.literal(0).ifPresent(key -> step.literal(1).ifPresent(value -> options.put(key, value)));
                    if (step.literal(0).filter("partitionOverwriteMode"::equals).isPresent()) {
                        dynamically = step.literal(1).map(v -> v.equalsIgnoreCase("dynamic"));
                    }
                }
                case "partitionBy" -> partitioned = true;
                case "format" -> {
                    jdbc |= step.literal(0).filter("jdbc"::equals).isPresent();
                    format = step.literal(0).orElse("computed");
                }
                case "save", "saveAsTable", "insertInto", "parquet", "orc", "csv", "json", "text", "jdbc", "avro" -> {
                    ends = true;
                    jdbc |= step.name().equals("jdbc");
                    table |= step.name().equals("insertInto");
                    target = step.literal(step.name().equals("jdbc") ? 1 : 0).orElse(target);
                    Optional<String> given = step.named("mode").isPresent()
                            ? step.named("mode").map(Chains::unquoted)
                            : step.name().equals("jdbc") || step.name().equals("insertInto")
                                    || step.arguments().size() < 2 ? Optional.empty() : step.literal(1);
                    mode = given.map(m -> m.toLowerCase(Locale.ROOT)).orElse(mode);
                    overwriteArgument = step.name().equals("insertInto") && step.arguments().size() > 1
                            ? bool(step.arguments().get(1))
                            : Optional.empty();
                    known &= !(step.name().equals("insertInto") && step.arguments().size() > 1
                            && overwriteArgument.isEmpty());
                }
                default -> {}
            }
        }
        if (!ends) {
            return Analyses.unknown(Rule.OPAQUE, place, "the call that ends this write is not visible here");
        }
        if (!known) {
            return Analyses.unknown(Rule.OPAQUE, place, "the save mode is computed: it is not visible here");
        }
        if (table) {
            mode = overwriteArgument.map(yes -> yes ? "overwrite" : "append")
                    .orElse(mode.equals("overwrite") ? "overwrite" : "append");
        }
        Optional<Analysis> special = SinkFormats.analyse(format, mode, options, hidden, target, place);
        if (special.isPresent()) {
            return special.get();
        }
        return moded(mode, target, place, (partitioned || table) && dynamically.orElse(false) && !replaceWhere, jdbc);
    }

    private static Optional<Boolean> bool(String argument) {
        String plain = argument.replaceFirst("(?s)^\\s*overwrite\\s*=", "").strip();
        return plain.equalsIgnoreCase("true")
                ? Optional.of(true)
                : plain.equalsIgnoreCase("false") ? Optional.of(false) : Optional.empty();
    }

    private static String unquoted(String text) {
        return text.replace("'", "").replace("\"", "");
    }

    private static Optional<String> mode(Step step) {
        if (step.literal(0).isPresent()) {
            return step.literal(0).map(m -> m.toLowerCase(Locale.ROOT));
        }
        String argument = step.arguments().isEmpty() ? "" : step.arguments().getFirst().strip();
        String constant = argument.substring(argument.lastIndexOf('.') + 1).toLowerCase(Locale.ROOT);
        return argument.contains("SaveMode.")
                && List.of("append", "overwrite", "ignore", "errorifexists").contains(constant)
                        ? Optional.of(constant)
                        : Optional.empty();
    }

    private static Analysis moded(String mode, String target, Place place, boolean dynamic, boolean jdbc) {
        return switch (mode) {
            case "overwrite" -> dynamic
                    ? Analyses.single(Rule.DYNAMIC_OVERWRITE, place, target,
                            "overwrites only the partitions that occur in the result", Safety.CONDITIONAL,
                            Safety.CONDITIONAL, Optional.of(false),
                            Condition.SAME_SET)
                    : Analyses.single(Rule.OVERWRITE, place, target,
                            jdbc ? "empties or recreates the table, then writes" : "overwrites what is there",
                            Safety.SAFE, Safety.SAFE, Optional.of(true));
            case "append" -> Analyses.single(Rule.APPEND, place, target,
                    "mode append: a second run adds the rows again", Safety.UNSAFE, Safety.UNSAFE, Optional.of(false));
            case "ignore" -> Analyses.single(Rule.FROZEN_BY_IF_NOT_EXISTS, place, target,
                    "mode ignore keeps what is there, even when it is only part of it", Safety.CONDITIONAL,
                    Safety.CONDITIONAL,
                    Optional.of(false), Condition.ATOMIC);
            case "error", "errorifexists", "default" ->
                Analyses.single(Rule.CREATE_UNGUARDED, place, target, "fails when something is there already",
                        Safety.UNSAFE, Safety.UNSAFE, Optional.of(false));
            default -> Analyses.unknown(Rule.OPAQUE, place, "save mode " + mode + " is not known");
        };
    }

    /**
     * @param steps the chain after {@code write}, or from {@code writeTo} on
     * @return what is written, as the program spells it: a name in quotes, or an expression
     */
    static Optional<String> target(List<Step> steps) {
        return steps.stream()
                .filter(step -> List.of("writeTo", "save", "saveAsTable", "insertInto", "parquet", "orc", "csv", "json",
                        "text", "jdbc", "avro").contains(step.name()))
                .map(step -> step.arguments().size() > (step.name().equals("jdbc") ? 1 : 0)
                        ? step.arguments().get(step.name().equals("jdbc") ? 1 : 0).strip()
                        : "")
                .filter(argument -> !argument.isEmpty()).map(argument -> argument.replace('\'', '"')).findFirst();
    }

    /** DataFrameWriterV2: {@code writeTo("t").append()}. */
    static Analysis writeTo(List<Step> steps, Place place) {
        String target = steps.isEmpty() ? "" : steps.getFirst().literal(0).orElse("");
        String last = steps.isEmpty() ? "" : steps.getLast().name();
        return switch (last) {
            case "append" -> moded("append", target, place, false, false);
            case "overwrite", "createOrReplace" -> moded("overwrite", target, place, false, false);
            case "replace" -> Analyses.single(Rule.CREATE_OR_REPLACE, place, target, "replaces the table", Safety.SAFE,
                    Safety.SAFE, Optional.of(true));
            case "overwritePartitions" -> moded("overwrite", target, place, true, false);
            case "create" -> moded("errorifexists", target, place, false, false);
            default -> Analyses.unknown(Rule.OPAQUE, place, "the call that ends this write is not visible here");
        };
    }

    /** Cuts {@code a.b(c).d} after a given offset into calls; ends where the chain ends. */
    static List<Step> steps(String text, int start) {
        List<Step> steps = new ArrayList<>();
        int at = start;
        while (at < text.length()) {
            int dot = skip(text, at);
            if (dot >= text.length() || text.charAt(dot) != '.') {
                break;
            }
            int name = skip(text, dot + 1);
            int end = name;
            while (end < text.length() && Character.isJavaIdentifierPart(text.charAt(end))) {
                end++;
            }
            int open = skip(text, end);
            if (open < text.length() && text.charAt(open) == '(') {
                int close = close(text, open);
                steps.add(new Step(text.substring(name, end),
                        arguments(text.substring(open + 1, Math.max(open + 1, close - 1)))));
                at = close;
            } else {
                steps.add(new Step(text.substring(name, end), List.of()));
                at = end;
            }
        }
        return List.copyOf(steps);
    }

    /** @return the offset after the chain of calls that starts at {@code start} */
    static int end(String text, int start) {
        int at = start;
        while (true) {
            int dot = skip(text, at);
            if (dot >= text.length() || text.charAt(dot) != '.') {
                return at;
            }
            int name = skip(text, dot + 1);
            while (name < text.length() && Character.isJavaIdentifierPart(text.charAt(name))) {
                name++;
            }
            int open = skip(text, name);
            at = open < text.length() && text.charAt(open) == '(' ? close(text, open) : name;
        }
    }

    private static int skip(String text, int from) {
        int at = from;
        while (at < text.length() && (Character.isWhitespace(text.charAt(at)) || text.charAt(at) == '\\')) {
            at++;
        }
        return at;
    }

    /** @return the offset after the parenthesis that closes the one at {@code open} */
    static int close(String text, int open) {
        int depth = 0;
        for (int i = open; i < text.length(); i++) {
            char c = text.charAt(i);
            if (c == '"' || c == '\'') {
                i = string(text, i);
            } else if (c == '(' || c == '[' || c == '{') {
                depth++;
            } else if (c == ')' || c == ']' || c == '}') {
                depth--;
                if (depth == 0) {
                    return i + 1;
                }
            }
        }
        return text.length();
    }

    /** @return the offset of the last quote of the string that starts here */
    static int string(String text, int start) {
        char quote = text.charAt(start);
        String triple = String.valueOf(quote).repeat(3);
        if (text.startsWith(triple, start)) {
            int end = text.indexOf(triple, start + 3);
            return end < 0 ? text.length() : end + 2;
        }
        for (int i = start + 1; i < text.length(); i++) {
            if (text.charAt(i) == '\\') {
                i++;
            } else if (text.charAt(i) == quote || text.charAt(i) == '\n') {
                return i;
            }
        }
        return text.length();
    }

    static List<String> arguments(String text) {
        List<String> arguments = new ArrayList<>();
        int depth = 0;
        int start = 0;
        for (int i = 0; i < text.length(); i++) {
            char c = text.charAt(i);
            if (c == '"' || c == '\'') {
                i = string(text, i);
            } else if ("([{".indexOf(c) >= 0) {
                depth++;
            } else if (")]}".indexOf(c) >= 0) {
                depth--;
            } else if (c == ',' && depth == 0) {
                arguments.add(text.substring(start, i));
                start = i + 1;
            }
        }
        if (!text.substring(Math.min(start, text.length())).isBlank()) {
            arguments.add(text.substring(start));
        }
        return List.copyOf(arguments);
    }
}
