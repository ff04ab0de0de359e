// SPDX-License-Identifier: Apache-2.0
package dev.reprise.app.cli;

import java.io.PrintStream;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.ArgGroup;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

import dev.reprise.app.client.CommandFailure;
import dev.reprise.app.output.Table;
import dev.reprise.app.serve.AuditRun;
import dev.reprise.runtime.lifecycle.ExitCode;

/** {@code reprise audit}. */
@Command(name = "audit", description = "Check every promise on what the topics hold, without the program that made it;"
        + " exit code 10 if one is broken.")
final class AuditCommand implements Callable<Integer> {

    private static final JsonMapper MAPPER = new JsonMapper();

    private final Surroundings surroundings;

    /** Where the topics are. */
    static final class Where {
        @Option(names = "--bootstrap", paramLabel = "HOST:PORT", description = "Read a running Kafka (default:"
                + " kafka.bootstrap-servers of the configuration).")
        private @Nullable String bootstrap;

        @Option(names = "--data-dir", paramLabel = "DIR", description = "Read the directory of an `up` or `demo` that"
                + " has ended.")
        private @Nullable Path dataDirectory;
    }

    @ArgGroup
    private Where where = new Where();

    @Option(names = "--config", paramLabel = "FILE", description = "The configuration; kafka and topics are read.")
    private @Nullable Path config;

    @Option(names = "--prefix", paramLabel = "PREFIX", description = "Prefix of the topics (default: topics.prefix,"
            + " which is reprise.).")
    private @Nullable String prefix;

    @Option(names = "--journal", paramLabel = "FILE", description = "What the target itself started, as JSON lines; some"
            + " promises can only be checked with it.")
    private @Nullable Path journal;

    @Option(names = "--violations", paramLabel = "N", description = "Show so many violations of each promise (default:"
            + " ${DEFAULT-VALUE}).")
    private int violations = 5;

    @Mixin
    private OutputOption output = new OutputOption();

    AuditCommand(Surroundings surroundings) {
        this.surroundings = surroundings;
    }

    @Override
    public Integer call() {
        if (violations < 0) {
            throw new CommandFailure(ExitCode.USAGE, "--violations: expected 0 or more, found " + violations);
        }
        List<AuditRun.Line> lines = AuditRun.run(
                new AuditRun.Options(Optional.ofNullable(where.bootstrap), Optional.ofNullable(where.dataDirectory),
                        Optional.ofNullable(config), Optional.ofNullable(prefix), Optional.ofNullable(journal),
                        violations),
                surroundings.environment());
        if (output.json()) {
            output.print(lines.stream().<JsonNode>map(MAPPER::valueToTree).toList(), new Table("INVARIANT"),
                    surroundings.out());
        } else {
            print(lines, surroundings.out());
        }
        long broken = lines.stream().filter(AuditRun.Line::violated).count();
        long unchecked = lines.stream().filter(AuditRun.Line::notCheckable).count();
        PrintStream last = output.json() ? surroundings.err() : surroundings.out();
        last.println((lines.size() - broken - unchecked) + " hold, " + broken + " violated, " + unchecked
                + " not checkable");
        return (broken == 0 ? ExitCode.OK : ExitCode.CHECK_FOUND_PROBLEMS).value();
    }

    private static void print(List<AuditRun.Line> lines, PrintStream out) {
        Table table = new Table("INVARIANT", "STATUS", "CHECKED", "NOT JUDGED", "PROMISE");
        lines.forEach(line -> table.row(line.invariant(), line.status(), Long.toString(line.checked()),
                Long.toString(line.notJudged()), line.promise()));
        table.print(out);
        for (AuditRun.Line line : lines) {
            if (line.violated()) {
                out.println();
                out.println(line.invariant() + " is violated " + line.violationCount() + " times:");
                line.violations().forEach(violation -> out.println("  " + violation));
                long more = line.violationCount() - line.violations().size();
                if (more > 0) {
                    out.println("  and " + more + " more; --violations shows them");
                }
            }
        }
        out.println();
        lines.forEach(line -> line.reason().ifPresent(reason -> out.println(line.invariant() + ": " + reason)));
        lines.forEach(line -> line.note().ifPresent(note -> out.println(line.invariant() + ": " + note)));
    }
}
