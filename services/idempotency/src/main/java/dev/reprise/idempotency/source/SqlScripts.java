// SPDX-License-Identifier: Apache-2.0
package dev.reprise.idempotency.source;

import java.util.List;
import java.util.Optional;
import java.util.Set;

import dev.reprise.idempotency.analyse.ScriptAnalysis;
import dev.reprise.idempotency.parse.Dialect;
import dev.reprise.idempotency.parse.Script;
import dev.reprise.idempotency.parse.ScriptReader;
import dev.reprise.idempotency.rule.Analysis;

/** SQL files. */
public final class SqlScripts {
    private SqlScripts() {}

    /**
     * @param path of the file, for the guess of the dialect
     * @param text its content
     * @param dialect the dialect, or empty to guess it
     * @return the answer
     */
    public static List<JobAnalysis> analyse(String path, String text, Optional<Dialect> dialect) {
        return List.of(JobAnalysis.of(analyse(text, dialect.orElseGet(() -> DialectGuess.of(path, text)), Set.of())));
    }

    static Analysis analyse(String text, Dialect dialect, Set<String> hostClock) {
        Script script = ScriptReader.read(text, dialect);
        return ScriptAnalysis.analyse(
                new Script(script.dialect(), script.statements(), script.schemas(), script.appendOk(), hostClock));
    }
}
