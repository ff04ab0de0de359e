// SPDX-License-Identifier: Apache-2.0
package dev.reprise.idempotency.oracle;

import java.sql.SQLException;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;

/**
 * Executes a script once, twice, and whole after each of its prefixes, and compares all base tables. Between prefix and whole
 * the session ends: temporary tables and an open transaction end with it.
 */
final class Oracle {
    /** What running the whole again did to the state of one clean run. */
    enum Outcome {
        EQUAL, DIFFERS, FAILS
    }

    /**
     * What was seen.
     *
     * @param afterFailure the worst outcome over all proper prefixes
     * @param afterSuccess the outcome of the whole after the whole
     */
    record Seen(Outcome afterFailure, Outcome afterSuccess) {}

    private final Engine engine;

    Oracle(Engine engine) {
        this.engine = engine;
    }

    /**
     * @param setup statements that prepare the database
     * @param script statements of the script
     * @return what was seen, or empty when the script does not run here even once
     */
    Optional<Seen> ask(List<String> setup, List<String> script) throws SQLException {
        Optional<Map<String, List<String>>> clean = run(setup, List.of(), List.of(), script);
        if (clean.isEmpty()) {
            return Optional.empty();
        }
        Outcome failure = Outcome.EQUAL;
        for (int prefix = 1; prefix < script.size(); prefix++) {
            Outcome outcome = compare(clean.get(), run(setup, script.subList(0, prefix), List.of(), script));
            failure = outcome.compareTo(failure) > 0 ? outcome : failure;
        }
        return Optional.of(new Seen(failure, compare(clean.get(), run(setup, script, List.of(), script))));
    }

    /**
     * @param setup statements that prepare the database
     * @param script statements of the script
     * @param correction what changes upstream between two runs
     * @return whether a rerun equals a clean run on the corrected input, or empty when that cannot be run here
     */
    Optional<Boolean> converges(List<String> setup, List<String> script, List<String> correction) throws SQLException {
        List<String> corrected = new ArrayList<>(setup);
        corrected.addAll(correction);
        Optional<Map<String, List<String>>> clean = run(corrected, List.of(), List.of(), script);
        return clean.isEmpty()
                ? Optional.empty()
                : Optional.of(compare(clean.get(), run(setup, script, correction, script)) == Outcome.EQUAL);
    }

    private static Outcome compare(Map<String, List<String>> clean, Optional<Map<String, List<String>>> other) {
        return other.isEmpty() ? Outcome.FAILS : other.get().equals(clean) ? Outcome.EQUAL : Outcome.DIFFERS;
    }

    private Optional<Map<String, List<String>>> run(List<String> setup, List<String> prefix, List<String> between,
            List<String> whole)
            throws SQLException {
        try (Engine.Database database = engine.fresh()) {
            try (Engine.Session session = database.connect()) {
                execute(session, setup);
            }
            if (!prefix.isEmpty()) {
                try (Engine.Session session = database.connect()) {
                    execute(session, prefix);
                } catch (SQLException e) {
                    return Optional.empty(); // the script stops here of itself
                }
            }
            try (Engine.Session session = database.connect()) {
                execute(session, between);
                try {
                    execute(session, whole);
                } catch (SQLException e) {
                    return Optional.empty();
                }
            }
            try (Engine.Session session = database.connect()) {
                return Optional.of(contents(session));
            }
        }
    }

    private static void execute(Engine.Session session, List<String> statements) throws SQLException {
        for (String sql : statements) {
            session.execute(sql);
        }
    }

    private static Map<String, List<String>> contents(Engine.Session session) throws SQLException {
        Map<String, List<String>> contents = new TreeMap<>();
        for (String table : session.tables()) {
            List<String> rows = new ArrayList<>(session.contents(table));
            Collections.sort(rows);
            contents.put(table, rows);
        }
        return contents;
    }
}
