// SPDX-License-Identifier: Apache-2.0
package dev.reprise.idempotency.lint;

import java.nio.ByteBuffer;
import java.nio.charset.CharacterCodingException;
import java.nio.charset.CodingErrorAction;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.regex.Pattern;

import dev.reprise.idempotency.parse.Dialect;
import dev.reprise.idempotency.rule.Analysis;
import dev.reprise.idempotency.rule.Finding;
import dev.reprise.idempotency.rule.Rule;
import dev.reprise.idempotency.source.JavaPrograms;
import dev.reprise.idempotency.source.JobAnalysis;
import dev.reprise.idempotency.source.JsonJobs;
import dev.reprise.idempotency.source.PythonPrograms;
import dev.reprise.idempotency.source.ShellScripts;
import dev.reprise.idempotency.source.SqlScripts;

/**
 * Answers for files: is this job safe to repeat? Never throws for what a file holds: whatever is not understood is unknown,
 * with a reason and a place. Pure and safe to share between threads.
 */
public final class Linter {
    /** Larger files are not read: 16 million bytes. */
    public static final int MAX_BYTES = 16_000_000;
    /** What names these is a job whatever it holds. */
    private static final Pattern SCRIPTS = Pattern.compile(".*\\.(sql|hql|hive|q|osql|odps|ddl|sh|bash)",
            Pattern.CASE_INSENSITIVE | Pattern.DOTALL);
    /** What names these may be a job. */
    private static final Pattern PROGRAMS = Pattern.compile(".*\\.(json|py|java)",
            Pattern.CASE_INSENSITIVE | Pattern.DOTALL);
    private static final Pattern BATCH_IMPORT = Pattern
            .compile("import (com\\.aliyun\\.odps|org\\.apache\\.(hadoop\\.mapred|spark))");
    private final Optional<Dialect> dialect;

    /** @param dialect of SQL files, or empty to guess it for each */
    public Linter(Optional<Dialect> dialect) {
        this.dialect = dialect;
    }

    /**
     * @param path of the file, as it is to be reported; its ending helps to tell what the file is
     * @param content its bytes
     * @return one answer per job in the file, at least one
     */
    public List<LintResult> lint(String path, byte[] content) {
        if (content.length > MAX_BYTES) {
            return List.of(unreadable(path, "the file is larger than " + MAX_BYTES + " bytes"));
        }
        Optional<String> text = decoded(content);
        if (text.isEmpty()) {
            return List.of(unreadable(path, "the file is no UTF-8 text"));
        }
        try {
            return results(path, text.get());
        } catch (StackOverflowError e) {
            // The readers bound their depth; a foreign parser may still recurse on what we take for shallow.
            return List.of(unreadable(path, "the text is nested too deeply"));
        }
    }

    private List<LintResult> results(String path, String text) {
        Suppressions suppressions = new Suppressions(text);
        SourceText source = new SourceText(text);
        List<LintResult> results = new ArrayList<>();
        for (JobAnalysis job : jobs(path, text)) {
            List<Finding> findings = new ArrayList<>(job.analysis().findings());
            findings.addAll(suppressions.unreasoned());
            Analysis analysis = new Analysis(job.analysis().afterFailure(), job.analysis().afterSuccess(),
                    job.analysis().converges(), List.copyOf(findings),
                    job.analysis().targets());
            results.add(new LintResult(path, job.name(), source, analysis, suppressions.accepted(findings)));
        }
        return List.copyOf(results);
    }

    private List<JobAnalysis> jobs(String path, String text) {
        String name = path.toLowerCase(Locale.ROOT);
        String start = text.stripLeading();
        if (dialect.isPresent() && !name.endsWith(".json") && !name.endsWith(".java") && !name.endsWith(".py")
                && !name.endsWith(".sh")) {
            return SqlScripts.analyse(path, text, dialect);
        }
        if (name.endsWith(".json") || start.startsWith("{\"") || start.startsWith("{\n") || start.startsWith("{ ")) {
            return JsonJobs.analyse(text);
        }
        if (name.endsWith(".java")) {
            return JavaPrograms.analyse(text);
        }
        if (name.endsWith(".py")) {
            return PythonPrograms.analyse(text);
        }
        if (name.endsWith(".sh") || name.endsWith(".bash") || ShellScripts.recognises(text)) {
            return ShellScripts.analyse(text);
        }
        return SqlScripts.analyse(path, text, dialect);
    }

    /**
     * @param path of a file found in a folder
     * @return whether a file of that name may be a job that this library reads: {@link #recognises} has the last word
     */
    public static boolean mayRecognise(String path) {
        return SCRIPTS.matcher(path).matches() || PROGRAMS.matcher(path).matches();
    }

    /**
     * @param path of a file found in a folder
     * @param content its bytes
     * @return whether it is a job that this library reads: SQL and shell by their ending, JSON and programs by what they hold
     */
    public static boolean recognises(String path, byte[] content) {
        if (SCRIPTS.matcher(path).matches()) {
            return true;
        }
        if (!PROGRAMS.matcher(path).matches()) {
            return false;
        }
        String name = path.toLowerCase(Locale.ROOT);
        String start = new String(content, 0, Math.min(content.length, 100_000), StandardCharsets.UTF_8);
        if (name.endsWith(".json")) {
            return start.contains("\"writer\"") && start.contains("\"reader\"") || start.contains("dbt_schema_version");
        }
        return name.endsWith(".py") ? start.contains("pyspark") : BATCH_IMPORT.matcher(start).find();
    }

    private static LintResult unreadable(String path, String reason) {
        return new LintResult(path, Optional.empty(), new SourceText(""),
                Analysis.unknown(Rule.NOT_UNDERSTOOD, 1, 1, reason),
                List.of());
    }

    /** UTF-8, strictly; UTF-16 where a byte order mark says so. A zero character marks a binary file. */
    private static Optional<String> decoded(byte[] content) {
        var charset = content.length > 1 && (content[0] == (byte) 0xFE && content[1] == (byte) 0xFF
                || content[0] == (byte) 0xFF && content[1] == (byte) 0xFE)
                        ? StandardCharsets.UTF_16
                        : StandardCharsets.UTF_8;
        try {
            String text = charset.newDecoder().onMalformedInput(CodingErrorAction.REPORT)
                    .onUnmappableCharacter(CodingErrorAction.REPORT).decode(ByteBuffer.wrap(content))
                    .toString();
            return text.indexOf('\0') >= 0
                    ? Optional.empty()
                    : Optional.of(text.startsWith("\uFEFF") ? text.substring(1) : text);
        } catch (CharacterCodingException e) {
            return Optional.empty();
        }
    }
}
