// SPDX-License-Identifier: Apache-2.0
package dev.reprise.app.lint;

import java.io.IOException;
import java.io.InputStream;
import java.io.PrintStream;
import java.io.PrintWriter;
import java.nio.charset.StandardCharsets;
import java.nio.file.AccessDeniedException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Locale;
import java.util.Optional;

import dev.reprise.app.build.BuildFile;
import dev.reprise.app.client.CommandFailure;
import dev.reprise.app.output.PlainText;
import dev.reprise.idempotency.lint.FailOn;
import dev.reprise.idempotency.lint.LintResult;
import dev.reprise.idempotency.lint.Linter;
import dev.reprise.idempotency.parse.Dialect;
import dev.reprise.idempotency.report.Baseline;
import dev.reprise.idempotency.report.BaselineDraft;
import dev.reprise.idempotency.report.JsonReport;
import dev.reprise.idempotency.report.Report;
import dev.reprise.idempotency.report.SarifReport;
import dev.reprise.idempotency.report.TextReport;
import dev.reprise.runtime.lifecycle.ExitCode;

/** One run of the check: one file in memory at a time, each answer printed as it is found. */
public final class LintRun {
    private final LintOrder order;
    private final InputStream in;
    private final PrintStream out;
    private final PrintStream err;
    private boolean unreadable;

    /** A run that reads standard input from {@code in}, prints data to {@code out} and messages to {@code err}. */
    public LintRun(LintOrder order, InputStream in, PrintStream out, PrintStream err) {
        this.order = order;
        this.in = in;
        this.out = out;
        this.err = err;
    }

    /**
     * Analyses everything.
     *
     * @return {@link ExitCode#CHECK_FOUND_PROBLEMS} when the check fails, {@link ExitCode#USAGE} when some file could not be
     *     read: the others have been analysed
     * @throws CommandFailure when nothing was analysed
     */
    public ExitCode run() {
        Linter linter = new Linter(dialect(order.dialect()));
        FailOn failOn = FailOn.named(order.failOn()).orElseThrow(() -> new CommandFailure(ExitCode.USAGE,
                "--fail-on: expected not-idempotent, unknown, conditional or never, found " + order.failOn()));
        Optional<Baseline> baseline = order.baseline().map(LintRun::baseline);
        List<LintSource> sources = LintSources.find(order.paths(), order.name(), this::tellUnreadable);
        PrintWriter writer = new PrintWriter(out, false, StandardCharsets.UTF_8);
        Report report = report(writer);
        LintTally tally = new LintTally();
        BaselineDraft draft = new BaselineDraft();
        LintProgress progress = new LintProgress(this::tell, System::nanoTime);
        boolean fails = false;
        int files = 0;
        for (int i = 0; i < sources.size(); i++) {
            progress.at(i, sources.size(), sources.get(i).name());
            List<LintResult> results = results(linter, sources.get(i));
            files += results.isEmpty() ? 0 : 1;
            for (LintResult found : results) {
                LintResult result = baseline.map(known -> known.apply(found)).orElse(found);
                report.add(result);
                tally.add(result);
                draft.add(result);
                fails |= failOn.fails(result);
            }
        }
        report.end();
        writer.flush();
        (order.form() == LintForm.TEXT ? out : err).println(tally.text(files));
        if (order.writeBaseline().isPresent()) {
            write(draft, order.writeBaseline().get());
            fails = false;
        }
        return unreadable ? ExitCode.USAGE : fails ? ExitCode.CHECK_FOUND_PROBLEMS : ExitCode.OK;
    }

    private List<LintResult> results(Linter linter, LintSource source) {
        try {
            byte[] content = source.content(in);
            return source.asked() || Linter.recognises(source.name(), content)
                    ? linter.lint(source.name(), content)
                    : List.of();
        } catch (IOException e) {
            tellUnreadable(source.path().orElse(Path.of(source.name())), e);
            return List.of();
        }
    }

    private Report report(PrintWriter writer) {
        return switch (order.form()) {
            case TEXT -> new TextReport(writer, order.all());
            case JSON -> new JsonReport(writer);
            case SARIF -> new SarifReport(writer, BuildFile.read().version());
        };
    }

    private static Optional<Dialect> dialect(String name) {
        if (name.toLowerCase(Locale.ROOT).equals("auto")) {
            return Optional.empty();
        }
        return Optional.of(Dialect.named(name).orElseThrow(() -> new CommandFailure(ExitCode.USAGE,
                "--dialect: expected auto or one of " + String.join(", ", Dialect.names()) + ", found " + name)));
    }

    private static Baseline baseline(Path file) {
        try {
            return Baseline.read(Files.readString(file));
        } catch (IOException e) {
            throw new CommandFailure(ExitCode.USAGE, "--baseline: " + file + " cannot be read: " + cause(e), e);
        } catch (IllegalArgumentException e) {
            throw new CommandFailure(ExitCode.USAGE, file + ": " + e.getMessage(), e);
        }
    }

    private void write(BaselineDraft draft, Path file) {
        try {
            Files.writeString(file, draft.json());
        } catch (IOException e) {
            throw new CommandFailure(ExitCode.USAGE, "--write-baseline: " + file + " cannot be written: " + cause(e),
                    e);
        }
        tell(draft.size() + (draft.size() == 1 ? " finding" : " findings") + " written to " + file);
    }

    private void tellUnreadable(Path path, IOException e) {
        unreadable = true;
        tell(path + " cannot be read: " + cause(e));
    }

    private static String cause(IOException e) {
        return switch (e) {
            case AccessDeniedException _ -> "permission denied";
            default -> Optional.ofNullable(e.getMessage()).orElse(e.getClass().getSimpleName());
        };
    }

    private void tell(String line) {
        err.println("reprise: " + PlainText.oneLine(line));
        err.flush();
    }
}
