// SPDX-License-Identifier: Apache-2.0
package dev.reprise.app.cli;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;
import tools.jackson.databind.JsonNode;

import dev.reprise.app.client.ApiClient;
import dev.reprise.app.client.ApiPaths;
import dev.reprise.app.client.CommandFailure;
import dev.reprise.app.lint.AnalysedDocument;
import dev.reprise.app.lint.AnalysedJob;
import dev.reprise.app.output.PlainText;
import dev.reprise.runtime.lifecycle.ExitCode;

/**
 * {@code reprise jobs apply}: sends a registry document, which is taken whole or refused whole, with what analysis says
 * of the definitions that it names.
 */
@Command(name = "apply", description = "Apply a registry document. Jobs that it does not name stay as they are. Definitions that it names are"
        + " analysed, and a job that is declared otherwise is told of.")
final class JobsApplyCommand implements Callable<Integer> {

    private static final Path STANDARD_INPUT = Path.of("-");
    private static final Duration TIMEOUT = Duration.ofSeconds(60);

    private final Surroundings surroundings;

    @Mixin
    private ServerOptions server = new ServerOptions();

    @Mixin
    private OutputOption output = new OutputOption();

    @Parameters(paramLabel = "FILE", description = "YAML or JSON; - for standard input.")
    private Path file = STANDARD_INPUT;

    @Option(names = "--dry-run", description = "Only check the document and say what would change.")
    private boolean dryRun;

    @Option(names = "--prune", paramLabel = "NS", description = "Remove the jobs of this namespace that the document does not name; may be repeated.")
    private List<String> prune = List.of();

    @Option(names = "--reason", paramLabel = "TEXT", description = "Why, for the audit trail.")
    private @Nullable String reason;

    @Option(names = "--if-revision", paramLabel = "REV", description = "Apply only if nobody has changed these jobs since a --dry-run of the same document told this revision; otherwise exit code 8.")
    private @Nullable String revision;

    JobsApplyCommand(Surroundings surroundings) {
        this.surroundings = surroundings;
    }

    @Override
    public Integer call() {
        List<String> query = new ArrayList<>();
        query.add("dryRun=" + dryRun);
        prune.forEach(namespace -> query.add("prune=" + ApiPaths.encode(namespace)));
        if (reason != null) {
            query.add("reason=" + ApiPaths.encode(reason));
        }
        ApiClient client = new ApiClient(server.address(surroundings), TIMEOUT);
        AnalysedDocument document = AnalysedDocument.of(document(), folder(), Instant.now());
        JsonNode plan = client.put("/api/v1/jobs?" + String.join("&", query), document.contentType(), document.body(),
                Optional.ofNullable(revision)).orFail();
        if (output.json()) {
            output.print(plan, surroundings.out());
        } else {
            print(plan);
            document.jobs().forEach(job -> surroundings.out().println(PlainText.oneLine(job.summary())));
        }
        document.jobs().stream().filter(AnalysedJob::contradicted)
                .forEach(job -> surroundings.warn(PlainText.oneLine(job.warning())));
        return ExitCode.OK.value();
    }

    private void print(JsonNode plan) {
        plan.path("added").forEach(job -> surroundings.out().println("added    " + job.asString("")));
        plan.path("changed").forEach(job -> surroundings.out().println("changed  " + job.asString("")));
        plan.path("removed").forEach(job -> surroundings.out().println("removed  " + job.asString("")));
        surroundings.out()
                .println(plan.path("unchanged").asInt(0) + " unchanged" + (dryRun ? "; nothing was written" : ""));
        if (dryRun && plan.has("revision")) {
            surroundings.out().println("revision " + plan.path("revision").asString(""));
        }
    }

    /** What the paths of the document are relative to. */
    private Path folder() {
        Path start = Path.of("").toAbsolutePath();
        return file.equals(STANDARD_INPUT)
                ? start
                : Optional.ofNullable(file.toAbsolutePath().getParent()).orElse(start);
    }

    private byte[] document() {
        try {
            return file.equals(STANDARD_INPUT) ? surroundings.in().readAllBytes() : Files.readAllBytes(file);
        } catch (IOException e) {
            throw new CommandFailure(ExitCode.USAGE, file + " cannot be read: " + e.getMessage(), e);
        }
    }
}
