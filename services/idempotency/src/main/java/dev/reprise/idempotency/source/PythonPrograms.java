// SPDX-License-Identifier: Apache-2.0
package dev.reprise.idempotency.source;

import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
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
    private static final Pattern CLOCK = Pattern.compile(
            "^[ \\t]*(\\w+)\\s*=\\s*[^\\n#]*\\b(?:datetime\\.(?:datetime\\.)?(?:now|today|utcnow)|date\\.today|time\\.time|time\\.strftime|datetime\\.date\\.today)\\b",
            Pattern.MULTILINE);
    private static final Pattern SIDE_EFFECTS = Pattern.compile(
            "\\b(requests\\.(post|put|patch|delete)|psycopg2|pymysql|cx_Oracle|sqlalchemy|boto3|smtplib|os\\.system|subprocess|KafkaProducer|foreachPartition|foreachBatch|\\.execute\\(|DeltaTable\\.forName|DeltaTable\\.forPath|saveAsTextFile|saveAsHadoop\\w*|to_sql|to_csv|to_parquet)");
    private static final Pattern CONDITIONAL = Pattern.compile("^[ \\t]*(if|for|while|elif)\\b(?!\\s+__name__)",
            Pattern.MULTILINE);

    private final String text;
    private final Lines lines;
    private final TreeMap<Integer, Supplier<Analysis>> parts = new TreeMap<>();
    private final Set<String> clocks = new HashSet<>();

    private PythonPrograms(String source) {
        this.text = withoutComments(source);
        this.lines = new Lines(text);
    }

    /**
     * @param text a Python program
     * @return the answer
     */
    public static List<JobAnalysis> analyse(String text) {
        return List.of(JobAnalysis.of(new PythonPrograms(text).analyse()));
    }

    private Analysis analyse() {
        Matcher clock = CLOCK.matcher(text);
        while (clock.find()) {
            clocks.add(clock.group(1));
        }
        Optional<Boolean> dynamic = text.matches("(?is).*partitionOverwriteMode['\"]\\s*,\\s*['\"]dynamic['\"].*")
                ? Optional.of(true)
                : Optional.empty();
        Matcher write = WRITE.matcher(text);
        while (write.find()) {
            int start = write.start();
            String kind = write.group(1);
            if (kind.equals("write")) {
                List<Chains.Step> steps = Chains.steps(text, write.end());
                if (steps.isEmpty()) {
                    continue; // file.write(...)
                }
                parts.put(start, () -> conditional(start, Chains.write(steps, place(start), dynamic)));
            } else if (kind.equals("writeTo")) {
                List<Chains.Step> steps = Chains.steps(text, start);
                parts.put(start, () -> conditional(start, Chains.writeTo(steps, place(start))));
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
        return Analyses.sequence(analyses);
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
                parts.put(start, () -> conditional(start,
                        Analyses.moved(SqlScripts.analyse(statement, Dialect.SPARK, clocks), place)));
            } else {
                parts.put(start,
                        () -> Analyses.unknown(Rule.OPAQUE, place(start), "the statement is put together at run time"));
            }
        }
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
