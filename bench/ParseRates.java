// SPDX-License-Identifier: Apache-2.0

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.EnumMap;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;

import dev.reprise.idempotency.lint.LintResult;
import dev.reprise.idempotency.lint.Linter;
import dev.reprise.idempotency.parse.Dialect;
import dev.reprise.idempotency.parse.Lines;
import dev.reprise.idempotency.parse.Placed;
import dev.reprise.idempotency.parse.ScriptReader;
import dev.reprise.idempotency.rule.Finding;
import dev.reprise.idempotency.sql.Statement;

/**
 * How much of the SQL that is out there the analysis understands, statement by statement.
 *
 * <pre>java -cp 'services/app/target/reprise/lib/*' bench/ParseRates.java DIALECT PATH...</pre>
 *
 * Each path is one corpus: a file, or a folder with everything below it that ends in .sql, .hql, .q, .osql or .sql.out. The
 * last are golden files of Spark's tests: of them the queries are read, except those that Spark itself fails to parse.
 */
final class ParseRates {
    private static final Pattern SCRIPT = Pattern.compile(".*\\.(sql|hql|q|osql)", Pattern.CASE_INSENSITIVE);
    private static final Pattern GOLDEN = Pattern
            .compile("-- !query\n(.*?)\n-- !query schema\n.*?-- !query output\n(.*?)(?=-- !query\n|\\z)", Pattern.DOTALL);
    private static final Pattern PARTITIONS = Pattern
            .compile("(?s)alter\\s+table\\s+\\S+\\s+(add|drop|exchange)\\s+(if\\s+(not\\s+)?exists\\s+)?partition\\b.*");
    private static final Pattern CREATED_FROM_QUERY = Pattern
            .compile("(?s)create\\s+.*?\\btable\\b.*?(\\bas\\s*\\(?\\s*(select|with|from|values|table)\\b|\\)\\s*select\\b).*");
    private static final Pattern WRITES_AFTER_SOURCES = Pattern
            .compile("(?s).*\\b(insert\\s+(into|overwrite)|merge\\s+into)\\b.*");
    private final Dialect dialect;
    private final Linter linter;
    private final Map<Kind, Count> counts = new EnumMap<>(Kind.class);
    private final Map<String, Reason> reasons = new HashMap<>();
    private int files;
    private int crashes;
    private int unplaced;

    private ParseRates(Dialect dialect) {
        this.dialect = dialect;
        this.linter = new Linter(Optional.of(dialect));
        for (Kind kind : Kind.values()) {
            counts.put(kind, new Count());
        }
    }

    public static void main(String[] args) throws IOException {
        Optional<Dialect> dialect = args.length < 2 ? Optional.empty() : Dialect.named(args[0]);
        if (dialect.isEmpty()) {
            System.err.println("usage: ParseRates.java DIALECT PATH..., DIALECT one of " + Dialect.names());
            System.exit(2);
        }
        boolean sound = true;
        for (String path : List.of(args).subList(1, args.length)) {
            ParseRates rates = new ParseRates(dialect.orElseThrow());
            rates.walk(Path.of(path));
            rates.print(path);
            sound &= rates.crashes == 0 && rates.unplaced == 0;
        }
        System.exit(sound ? 0 : 1);
    }

    private void walk(Path root) throws IOException {
        List<Path> found;
        try (Stream<Path> paths = Files.walk(root)) {
            found = paths.filter(Files::isRegularFile)
                    .filter(p -> SCRIPT.matcher(p.toString()).matches() || p.toString().endsWith(".sql.out")).sorted()
                    .toList();
        }
        for (Path file : found) {
            byte[] content = Files.readAllBytes(file);
            String text = new String(content, StandardCharsets.UTF_8);
            files++;
            if (file.toString().endsWith(".sql.out")) {
                Matcher golden = GOLDEN.matcher(text);
                Lines lines = new Lines(text);
                while (golden.find()) {
                    if (!golden.group(2).contains("ParseException")) {
                        read(file.toString(), golden.group(1), golden.group(1).getBytes(StandardCharsets.UTF_8), lines.line(golden.start(1)) - 1);
                    }
                }
            } else {
                read(file.toString(), text, content, 0);
            }
        }
    }

    private void read(String file, String text, byte[] content, int linesBefore) {
        try {
            check(linter.lint(file.replaceFirst("\\.out$", ""), content), text);
            count(file, text, linesBefore);
        } catch (RuntimeException | Error e) {
            crashes++;
            System.out.println("CRASH " + file + ":" + (linesBefore + 1) + ": " + e);
        }
    }

    /** Whatever is unknown has to say where: a line and a column of the text. */
    private void check(List<LintResult> results, String text) {
        Lines lines = new Lines(text);
        for (LintResult result : results) {
            for (Finding finding : result.analysis().findings()) {
                boolean place = finding.line() >= 1 && finding.column() >= 1
                        && finding.column() <= lines.text(text, finding.line()).length() + 1;
                unplaced += place ? 0 : 1;
            }
        }
    }

    private void count(String file, String text, int linesBefore) {
        List<Placed> statements = ScriptReader.read(text, dialect).statements();
        int[] starts = statements.stream().mapToInt(placed -> offset(text, placed)).toArray();
        for (int i = 0; i < statements.size(); i++) {
            if (i > 0 && starts[i] == starts[i - 1]) {
                continue; // DROP TABLE a, b is one statement that stands for two
            }
            int next = i + 1;
            while (next < starts.length && starts[next] == starts[i]) {
                next++;
            }
            String sql = text.substring(starts[i], next < starts.length ? starts[next] : text.length());
            Kind kind = Kind.of(sql);
            Optional<String> unread = switch (statements.get(i).statement()) {
                case Statement.Unread statement -> Optional.of(statement.reason());
                default -> Optional.empty();
            };
            counts.get(kind).add(sql, unread.isEmpty(), statements.get(i).statement() instanceof Statement.Opaque);
            int line = linesBefore + statements.get(i).line();
            int column = statements.get(i).column();
            unread.ifPresent(reason -> reasons
                    .computeIfAbsent(kind + ": " + reason.replaceAll(" at line \\d+$", ""),
                            key -> new Reason(file + ":" + line + ":" + column, new int[1]))
                    .count()[0]++);
        }
    }

    private static int offset(String text, Placed placed) {
        int start = 0;
        for (int line = 1; line < placed.line(); line++) {
            start = text.indexOf('\n', start) + 1;
        }
        return start + placed.column() - 1;
    }

    private void print(String corpus) {
        System.out.printf("%n%s, read as %s%n", corpus, dialect.name().toLowerCase(Locale.ROOT));
        System.out.printf("files %d, crashes %d, findings without a place %d%n", files, crashes, unplaced);
        Count effects = new Count(counts.get(Kind.CORE), counts.get(Kind.DEFINITION));
        row("core: writes rows or partitions", counts.get(Kind.CORE));
        row("effect: core and other DDL", effects);
        row("all: also queries and the rest", new Count(effects, counts.get(Kind.OTHER)));
        reasons.entrySet().stream()
                .sorted(Comparator.comparing((Map.Entry<String, Reason> e) -> -e.getValue().count()[0])
                        .thenComparing(Map.Entry::getKey))
                .limit(Integer.getInteger("reasons", 10))
                .forEach(e -> System.out.printf("%6d  %s, such as %s%n", e.getValue().count()[0], e.getKey(),
                        e.getValue().example()));
    }

    private static void row(String name, Count count) {
        System.out.printf("%-32s %6d statements, %6d understood %6.2f %% (%d run code out of sight);"
                + " distinct %6d, %6d, %6.2f %%%n", name, count.statements, count.understood,
                share(count.understood, count.statements), count.opaque, count.texts.size(), count.understoodTexts(),
                share(count.understoodTexts(), count.texts.size()));
    }

    private static double share(long part, long whole) {
        return whole == 0 ? 100 : 100.0 * part / whole;
    }

    /** What a statement is, told by its first words, whether it is understood or not. */
    private enum Kind {
        CORE, DEFINITION, OTHER;

        static Kind of(String sql) {
            String text = sql.replaceAll("(?s)/\\*.*?\\*/|--[^\n]*", " ").strip().toLowerCase(Locale.ROOT);
            Matcher first = Pattern.compile("[a-z]+").matcher(text);
            return switch (first.lookingAt() ? first.group() : "") {
                case "insert", "replace", "upsert", "update", "delete", "merge", "load", "copy", "truncate" -> CORE;
                case "with", "from" -> WRITES_AFTER_SOURCES.matcher(text).matches() ? CORE : OTHER;
                case "create" -> CREATED_FROM_QUERY.matcher(text).matches() ? CORE : DEFINITION;
                case "alter" -> PARTITIONS.matcher(text).matches() ? CORE : DEFINITION;
                case "drop", "rename", "import", "export", "unload" -> DEFINITION;
                default -> OTHER;
            };
        }
    }

    private record Reason(String example, int[] count) {}

    private static final class Count {
        private final Set<String> texts = new HashSet<>();
        private final Set<String> unreadTexts = new HashSet<>();
        private long statements;
        private long understood;
        private long opaque;

        Count(Count... parts) {
            for (Count part : parts) {
                statements += part.statements;
                understood += part.understood;
                opaque += part.opaque;
                texts.addAll(part.texts);
                unreadTexts.addAll(part.unreadTexts);
            }
        }

        void add(String sql, boolean read, boolean runsCode) {
            String text = sql.strip().replaceAll("\\s+", " ").replaceAll("[; ]+$", "");
            statements++;
            understood += read ? 1 : 0;
            opaque += runsCode ? 1 : 0;
            texts.add(text);
            if (!read) {
                unreadTexts.add(text);
            }
        }

        long understoodTexts() {
            return texts.size() - unreadTexts.size();
        }
    }
}
