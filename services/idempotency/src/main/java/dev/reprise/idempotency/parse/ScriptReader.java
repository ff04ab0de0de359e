// SPDX-License-Identifier: Apache-2.0
package dev.reprise.idempotency.parse;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

import dev.reprise.idempotency.sql.Statement;

/**
 * Reads a script: splits it, reads each statement with our grammar and has every statement that changes a table confirmed
 * by a foreign parser. A statement that our grammar does not read, that no parser confirms, or on which two readings
 * differ is {@link Statement.Unread}; the others keep their meaning.
 */
public final class ScriptReader {
    /** Longer scripts are not read: 8 million characters. */
    public static final int MAX_LENGTH = 8_000_000;
    private static final Pattern NAME_AS_TEXT = Pattern.compile(
            "(?i)\\bidentifier\\s*\\(\\s*((?:'[\\w.]*'|\"[\\w.]*\")(?:\\s*\\|\\|\\s*(?:'[\\w.]*'|\"[\\w.]*\"))*)\\s*\\)");
    private static final Pattern TEMPLATE = Pattern
            .compile("\\$\\{[^}]*}|\\{\\{.*?}}|\\{[A-Za-z_]\\w*}|\\$\\[[^]]*]|#\\{[^}]*}|(?<![\\w$])\\$(?=[A-Za-z_])");
    private final String text;
    private final Dialect dialect;
    private final List<Witness> witnesses;

    private ScriptReader(String text, Dialect dialect) {
        this.text = text;
        this.dialect = dialect;
        this.witnesses = Witness.of(dialect);
    }

    /**
     * @param text the script
     * @param dialect its dialect
     * @return the script, read as far as it can be
     */
    public static Script read(String text, Dialect dialect) {
        return new ScriptReader(text, dialect).script();
    }

    private Script script() {
        Lines lines = new Lines(text);
        List<Placed> placed = new ArrayList<>();
        if (text.length() > MAX_LENGTH) {
            placed.add(new Placed(
                    new Statement.Unread("the script is longer than " + MAX_LENGTH + " characters", Optional.empty()),
                    1, 1));
            return new Script(dialect, placed, java.util.Map.of(), Set.of(), Set.of());
        }
        Splitter splitter = new Splitter(text, dialect);
        Namespaces namespaces = new Namespaces(dialect);
        Variables variables = new Variables(dialect);
        for (Splitter.Chunk chunk : splitter.split()) {
            variables.note(chunk.tokens());
            Optional<String> doubt = namespaces.doubt(chunk.tokens()).or(() -> variables.doubt(chunk.tokens()));
            if (doubt.isPresent()) {
                placed.add(new Placed(new Statement.Unread(doubt.get(), HeadScan.target(chunk.tokens())),
                        lines.line(chunk.start()), lines.column(chunk.start())));
            } else {
                read(chunk.problem().isPresent() ? chunk : variables.current(namespaces.plain(chunk)), lines, placed);
            }
        }
        Notes notes = new Notes(splitter.comments());
        return new Script(dialect, List.copyOf(placed), notes.schemas(), notes.appendOk(), Set.of());
    }

    private void read(Splitter.Chunk chunk, Lines lines, List<Placed> placed) {
        int start = chunk.start();
        if (chunk.problem().isPresent()) {
            placed.add(new Placed(new Statement.Unread(chunk.problem().get().reason(), Optional.empty()),
                    lines.line(start), lines.column(start)));
            return;
        }
        List<Statement> statements;
        try {
            statements = new StatementReader(chunk.tokens(), dialect).read();
        } catch (Unreadable unreadable) {
            String reason = unreadable.reason() + " at line " + lines.line(unreadable.offset());
            placed.add(new Placed(new Statement.Unread(reason, HeadScan.target(chunk.tokens())), lines.line(start),
                    lines.column(start)));
            return;
        }
        Statement head = statements.stream().filter(s -> Head.of(s).isPresent()).findFirst()
                .orElse(statements.getFirst());
        Optional<String> doubt = doubt(head, chunk);
        if (doubt.isPresent()) {
            placed.add(new Placed(new Statement.Unread(doubt.get(), HeadScan.target(chunk.tokens())), lines.line(start),
                    lines.column(start)));
            return;
        }
        statements.forEach(statement -> placed.add(new Placed(statement, lines.line(start), lines.column(start))));
    }

    /** @return why the reading is not to be trusted, or empty when a second parser confirms it */
    private Optional<String> doubt(Statement statement, Splitter.Chunk chunk) {
        Optional<Head> own = Head.of(statement);
        boolean selects = chunk.tokens().getFirst().is("select") || chunk.tokens().getFirst().is("if")
                || chunk.tokens().getFirst().is("alter")
                || statement instanceof Statement.CreateTable && chunk.tokens().getFirst().is("with");
        if (own.isEmpty() || selects) {
            return Optional.empty();
        }
        String sql = plainNames(
                TEMPLATE.matcher(text.substring(chunk.start(), chunk.tokens().getLast().end())).replaceAll("rp_"));
        String target = TEMPLATE.matcher(own.get().target()).replaceAll("rp_");
        Optional<Head> seen = Optional.empty();
        for (Witness witness : witnesses) {
            Optional<Head> head = witness.testify(sql, dialect);
            if (head.isPresent() && agrees(own.get(), target, head.get())) {
                return Optional.empty();
            }
            seen = seen.isPresent() ? seen : head;
        }
        if (seen.isEmpty() && !dialect.wellKnown()) {
            return Optional.empty(); // the foreign parsers know too little of this dialect for their silence to mean anything
        }
        return seen.isEmpty()
                ? Optional.of("no second parser reads the statement")
                : Optional.of("two parsers read it differently: " + own.get() + " and " + seen.get());
    }

    /** Spark's IDENTIFIER clause over written text stands for the name in it; the foreign parsers do not know the clause. */
    private static String plainNames(String sql) {
        return NAME_AS_TEXT.matcher(sql).replaceAll(clause -> Matcher.quoteReplacement(
                clause.group(1).replaceAll("[^\\w.]", "")));
    }

    private static boolean agrees(Head own, String target, Head other) {
        return own.verb() == other.verb() && own.overwrite() == other.overwrite()
                && (other.target().isEmpty() || target.equals(other.target()) || own.verb() == Head.Verb.UPDATE
                        || own.verb() == Head.Verb.DELETE);
    }
}
