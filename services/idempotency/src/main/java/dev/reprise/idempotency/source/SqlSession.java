// SPDX-License-Identifier: Apache-2.0
package dev.reprise.idempotency.source;

import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.regex.Pattern;

import dev.reprise.idempotency.parse.Dialect;
import dev.reprise.idempotency.rule.Analysis;
import dev.reprise.idempotency.rule.Finding;

/**
 * What a shell script passes to one client by several calls, one right after the other. Nothing of a session outlives its
 * call, so only statements that leave nothing in the session are put together.
 *
 * @param connection how the client is called, without the statements
 * @param texts what is passed, in order
 */
record SqlSession(String connection, List<Text> texts) {
    private static final int MAX_CALLS = 20;
    private static final Pattern STATE = Pattern.compile(
            "(?is)(^|;)\\s*(--[^\\n]*\\n\\s*)*(set|use|begin|start|commit|rollback|declare|create\\s+(or\\s+replace\\s+)?(global\\s+|local\\s+)?temp)\\b");

    /**
     * The statements of one call.
     *
     * @param sql the statements
     * @param place where they stand
     */
    record Text(String sql, Place place) {}

    SqlSession(String connection) {
        this(connection, List.of());
    }

    /** @return whether the statements of a further call may be read as the continuation of these */
    boolean takes(String other, String sql) {
        return connection.equals(other) && texts.size() < MAX_CALLS && !STATE.matcher(sql).find()
                && texts.stream().noneMatch(text -> STATE.matcher(text.sql()).find());
    }

    SqlSession with(String sql, Place place) {
        List<Text> more = new ArrayList<>(texts);
        more.add(new Text(sql, place));
        return new SqlSession(connection, List.copyOf(more));
    }

    Analysis analyse(Dialect dialect, Set<String> clocks) {
        if (texts.size() == 1) {
            return Analyses.moved(SqlScripts.analyse(texts.getFirst().sql(), dialect, clocks),
                    texts.getFirst().place());
        }
        StringBuilder all = new StringBuilder();
        List<Integer> firstLines = new ArrayList<>();
        int line = 1;
        for (Text text : texts) {
            firstLines.add(line);
            all.append(text.sql()).append("\n;\n");
            line += 2 + (int) text.sql().chars().filter(c -> c == '\n').count();
        }
        Analysis analysis = SqlScripts.analyse(all.toString(), dialect, clocks);
        List<Finding> findings = analysis.findings().stream().map(finding -> moved(finding, firstLines)).toList();
        return new Analysis(analysis.afterFailure(), analysis.afterSuccess(), analysis.converges(), findings,
                analysis.targets());
    }

    private Finding moved(Finding finding, List<Integer> firstLines) {
        int index = 0;
        while (index + 1 < firstLines.size() && firstLines.get(index + 1) <= finding.line()) {
            index++;
        }
        int line = finding.line() - firstLines.get(index) + 1;
        Place place = texts.get(index).place();
        return new Finding(finding.rule(), line + place.line() - 1,
                line == 1 ? finding.column() + place.column() - 1 : finding.column(), finding.target(),
                finding.message(), finding.afterFailure(), finding.afterSuccess(), finding.conditions());
    }
}
