// SPDX-License-Identifier: Apache-2.0
package dev.reprise.idempotency.source;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.TreeMap;
import java.util.function.Supplier;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

import dev.reprise.idempotency.parse.Dialect;
import dev.reprise.idempotency.parse.Lines;
import dev.reprise.idempotency.rule.Analysis;
import dev.reprise.idempotency.rule.Rule;

/** PySpark programs: the calls that write, and the SQL that is passed to {@code spark.sql}. */
public final class PythonPrograms {
    private static final Pattern WRITE = Pattern.compile("\\.\\s*(write|writeTo|writeStream)\\b");
    private static final Pattern SQL = Pattern
            .compile("\\b(?:spark|sqlContext|hiveContext|sql_context|session|ss|sc)\\s*\\.\\s*sql\\s*(\\()");
    private static final int MAX_WRITES = 500;
    private static final Pattern READ = Pattern
            .compile("\\.\\s*(?:table|load|parquet|orc|csv|json|text|avro|jdbc)\\s*(\\()");
    private static final Pattern SIDE_EFFECTS = Pattern.compile(
            "\\b(requests\\.(post|put|patch|delete)|psycopg2|pymysql|cx_Oracle|sqlalchemy|boto3|smtplib|os\\.system|subprocess|KafkaProducer|foreachPartition|foreachBatch|\\.execute\\(|\\.foreach\\(|os\\.(?:rename|replace)|open\\([^)\\n]*['\"]a[bt+]*['\"]|dbutils\\.fs\\.(?:rm|mv|cp|put)|shutil|create_engine|MongoClient|DeltaTable\\.forName|DeltaTable\\.forPath|saveAsTextFile|saveAsHadoop\\w*|to_sql|to_csv|to_parquet|to_gbq|to_excel|to_pickle)");
    private static final Pattern CONDITIONAL = Pattern.compile(
            "^[ \\t]*(if|for|while|elif|else|except|finally|match|case)\\b(?!\\s+__name__)",
            Pattern.MULTILINE);

    private final String text;
    private final Lines lines;
    private final TreeMap<Integer, Supplier<Analysis>> parts = new TreeMap<>();
    private final List<Chain> chains = new ArrayList<>();
    private final PythonClock clock;

    private record Chain(int start, int end) {}

    private PythonPrograms(String source) {
        this.text = withoutComments(source);
        this.lines = new Lines(text);
        this.clock = new PythonClock(text);
    }

    /**
     * @param text a Python program
     * @return the answer
     */
    public static List<JobAnalysis> analyse(String text) {
        return List.of(JobAnalysis.of(new PythonPrograms(text).analyse()));
    }

    private Analysis analyse() {
        Optional<Boolean> dynamic = text.matches("(?is).*partitionOverwriteMode['\"]\\s*,\\s*['\"]dynamic['\"].*")
                ? Optional.of(true)
                : Optional.empty();
        Matcher write = WRITE.matcher(withoutStrings(text));
        while (write.find()) {
            if (chains.size() == MAX_WRITES) {
                return Analyses.unknown(Rule.NOT_UNDERSTOOD, place(write.start()),
                        "the program holds more than " + MAX_WRITES + " writes");
            }
            int start = write.start();
            chains.add(new Chain(write.end(), Chains.end(text, write.end())));
            String kind = write.group(1);
            if (kind.equals("write")) {
                List<Chains.Step> steps = Chains.steps(text, write.end());
                if (steps.isEmpty()) {
                    continue; // file.write(...)
                }
                parts.put(start, () -> conditional(start,
                        ofOthers(start, steps, Chains.write(steps, place(start), dynamic))));
            } else if (kind.equals("writeTo")) {
                List<Chains.Step> steps = Chains.steps(text, start);
                parts.put(start,
                        () -> conditional(start, ofOthers(start, steps, Chains.writeTo(steps, place(start)))));
            } else {
                parts.put(start, () -> Analyses.unknown(Rule.OPAQUE, place(start),
                        "a stream follows its checkpoint, which is not visible here"));
            }
        }
        statements();
        Matcher effects = SIDE_EFFECTS.matcher(text);
        if (effects.find()) {
            int start = effects.start();
            parts.put(start, () -> Analyses.unknown(Rule.OPAQUE, place(start),
                    "what '" + effects.group(1) + "' does is not visible here"));
        }
        if (parts.isEmpty()) {
            return Analyses.unknown(Rule.OPAQUE, Place.START, "no call that writes is found in the program");
        }
        List<Analysis> analyses = new ArrayList<>();
        parts.values().forEach(part -> analyses.add(part.get()));
        volatiles(analyses);
        return Analyses.sequence(WriteOrder.settled(analyses));
    }

    /** A program that reads what it writes starts the second time from its own result. */
    private Analysis ofOthers(int write, List<Chains.Step> steps, Analysis analysis) {
        Optional<String> target = Chains.target(steps);
        Matcher read = READ.matcher(text);
        while (target.isPresent() && read.find() && read.start() < write) {
            int close = Chains.close(text, read.start(1));
            List<String> arguments = Chains.arguments(text.substring(read.end(1), Math.max(read.end(1), close - 1)));
            boolean same = arguments.stream().map(argument -> argument.strip().replace('\'', '"'))
                    .anyMatch(target.get()::equals);
            if (same && !writes(read.start())) {
                return Analyses.readsItself(place(write), target.get());
            }
        }
        String name = target.orElse("").replace("\"", "");
        boolean selected = name.matches("[\\w.]+") && target.orElse("").startsWith("\"")
                && Pattern.compile("(?i)\\b(?:from|join)\\s+`?" + Pattern.quote(name) + "\\b")
                        .matcher(text.substring(0, write)).find();
        return selected ? Analyses.readsItself(place(write), name) : analysis;
    }

    /** A view of the program may hold the rows of the table that a statement writes. */
    private Analysis ofViews(int statement, Analysis analysis) {
        if (!text.contains("TempView")) {
            return analysis;
        }
        return analysis.targets().stream()
                .filter(target -> Pattern.compile("\\(\\s*[\"']" + Pattern.quote(target.name()) + "[\"']")
                        .matcher(text.substring(0, statement)).find())
                .findFirst().map(target -> Analyses.readsItself(place(statement), target.name())).orElse(analysis);
    }

    /** The call stands in a chain that starts at {@code write}: it is where rows go to. */
    private boolean writes(int call) {
        return chains.stream().anyMatch(chain -> chain.start() <= call && call < chain.end());
    }

    /** What the rows take from clock and chance is in them however they are stored. */
    private void volatiles(List<Analysis> analyses) {
        if (chains.isEmpty()) {
            return; // the analysis of the statements has seen to it
        }
        Analyses.volatiles(text, this::place).forEach(analyses::addFirst);
        OptionalInt used = clock.used();
        if (used.isPresent()) {
            analyses.addFirst(Analyses.hostClock(place(used.getAsInt())));
        }
    }

    private Place place(int offset) {
        return new Place(lines.line(offset), lines.column(offset));
    }

    /** A write in an indented block under a condition or in a loop may run never or often. */
    private Analysis conditional(int offset, Analysis analysis) {
        int line = text.lastIndexOf('\n', offset) + 1;
        int indent = indent(line);
        int at = line;
        while (indent > 0 && at > 0) {
            int previous = text.lastIndexOf('\n', at - 2) + 1;
            String content = text.substring(previous, at - 1);
            if (!content.isBlank() && indent(previous) < indent) {
                if (CONDITIONAL.matcher(content).find()) {
                    return Analyses.unknown(Rule.OPAQUE, place(offset),
                            "the write runs under a condition or in a loop");
                }
                indent = indent(previous);
            }
            at = previous;
            if (previous == 0) {
                break;
            }
        }
        return analysis;
    }

    private int indent(int line) {
        int i = line;
        while (i < text.length() && (text.charAt(i) == ' ' || text.charAt(i) == '\t')) {
            i++;
        }
        return i - line;
    }

    private void statements() {
        Matcher sql = SQL.matcher(text);
        while (sql.find()) {
            int start = sql.start();
            int open = sql.start(1);
            int close = Chains.close(text, open);
            String argument = text.substring(open + 1, Math.max(open + 1, close - 1)).strip();
            Matcher literal = Pattern.compile("(?s)^([fFrRuU]{0,2})(\"\"\"|'''|\"|')(.*)\\2(\\s*\\.format\\(.*\\))?$")
                    .matcher(argument);
            if (literal.matches()) {
                String statement = literal.group(3).replaceAll("(?<![\\${])\\{(\\w+)}", "\\${$1}");
                Place place = place(text.indexOf(literal.group(3), open));
                parts.put(start, () -> conditional(start, ofViews(start,
                        Analyses.moved(SqlScripts.analyse(statement, Dialect.SPARK, clock.names()), place))));
            } else {
                parts.put(start,
                        () -> Analyses.unknown(Rule.OPAQUE, place(start), "the statement is put together at run time"));
            }
        }
    }

    /** What stands in quotes is no call. */
    private static String withoutStrings(String source) {
        StringBuilder out = new StringBuilder(source);
        for (int i = 0; i < source.length(); i++) {
            char c = source.charAt(i);
            if (c == '"' || c == '\'') {
                int end = Math.min(Chains.string(source, i), source.length() - 1);
                for (int inside = i + 1; inside < end; inside++) {
                    out.setCharAt(inside, source.charAt(inside) == '\n' ? '\n' : ' ');
                }
                i = end;
            }
        }
        return out.toString();
    }

    /** Comments become blanks, so that offsets stay. */
    private static String withoutComments(String source) {
        StringBuilder out = new StringBuilder(source);
        for (int i = 0; i < out.length(); i++) {
            char c = out.charAt(i);
            if (c == '"' || c == '\'') {
                i = Chains.string(source, i);
            } else if (c == '#') {
                while (i < out.length() && out.charAt(i) != '\n') {
                    out.setCharAt(i++, ' ');
                }
            }
        }
        return out.toString();
    }
}
