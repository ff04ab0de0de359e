// SPDX-License-Identifier: Apache-2.0
package dev.reprise.app.cli;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;
import tools.jackson.databind.node.ObjectNode;

import dev.reprise.app.classify.RegistryRules;
import dev.reprise.app.client.CommandFailure;
import dev.reprise.app.output.Table;
import dev.reprise.core.classify.Classification;
import dev.reprise.core.classify.Classifier;
import dev.reprise.runtime.config.DurationText;
import dev.reprise.runtime.lifecycle.ExitCode;
import dev.reprise.schemas.event.ErrorEvidence;
import dev.reprise.schemas.event.FailureKind;
import dev.reprise.schemas.id.JobId;
import dev.reprise.schemas.job.FailureRule;

/** {@code reprise classify}. */
@Command(name = "classify", description = "Say what class a failure has, by which rule, and whether a rerun may help; or"
        + " list the failures that no rule knows.")
final class ClassifyCommand implements Callable<Integer> {

    private static final JsonMapper MAPPER = new JsonMapper();
    private static final String STANDARD_INPUT = "-";

    private final Surroundings surroundings;

    @Parameters(paramLabel = "MESSAGE", arity = "0..1", description = "The error message; - for standard input.")
    private @Nullable String message;

    @Option(names = "--source", paramLabel = "NAME", description = "Who reports the failure (default: ${DEFAULT-VALUE}).")
    private String source = "command-line";

    @Option(names = "--type", paramLabel = "TYPE", description = "The exception or error class.")
    private @Nullable String type;

    @Option(names = "--code", paramLabel = "CODE", description = "The source's own error code.")
    private @Nullable String code;

    @Option(names = "--exit-code", paramLabel = "N", description = "The exit status.")
    private @Nullable Integer exitCode;

    @Option(names = "--timed-out", description = "A time limit stopped it.")
    private boolean timedOut;

    @Option(names = "--unclassified", description = "Ask the server for the commonest failures that no rule knows.")
    private boolean unclassified;

    @Option(names = "--rules", paramLabel = "FILE", description = "A registry document, whose rules come before the built-in"
            + " ones.")
    private @Nullable Path document;

    @Option(names = "--job", paramLabel = "NS/NAME", description = "The job of the document whose rules count; needed where"
            + " it has several.")
    private @Nullable String job;

    @Mixin
    private ListOptions list = new ListOptions();

    ClassifyCommand(Surroundings surroundings) {
        this.surroundings = surroundings;
    }

    @Override
    public Integer call() {
        boolean failure = message != null || type != null || code != null || exitCode != null || timedOut;
        if (failure == unclassified) {
            throw new CommandFailure(ExitCode.USAGE, failure
                    ? "--unclassified: is a question of its own; leave out what describes one failure"
                    : "there is nothing to classify; give a MESSAGE, - for standard input, or --unclassified");
        }
        if (unclassified) {
            return list.print(new Query("/api/v1/failures/unclassified"), surroundings, items -> {
                Table table = new Table("EPISODES", "JOBS", "LAST", "EXAMPLE", "SIGNATURE");
                for (JsonNode item : items) {
                    table.row(item.path("episodes").asString(""), item.path("jobs").asString(""),
                            item.path("lastAt").asString(""), item.path("example").asString(""),
                            item.path("signature").asString(""));
                }
                return table;
            });
        }
        ErrorEvidence error = new ErrorEvidence(text(), Optional.ofNullable(type), Optional.ofNullable(code),
                Optional.ofNullable(exitCode), Optional.empty(), Optional.empty());
        print(Classifier.with(ownRules()).classify(source, Optional.of(error),
                timedOut ? FailureKind.TIMED_OUT : FailureKind.FAILED));
        return ExitCode.OK.value();
    }

    private List<FailureRule> ownRules() {
        if (document == null) {
            if (job != null) {
                throw new CommandFailure(ExitCode.USAGE, "--job: names a job of a document; give --rules FILE");
            }
            return List.of();
        }
        try {
            return RegistryRules.read(document, Optional.ofNullable(job).map(JobId::parse));
        } catch (IllegalArgumentException e) {
            throw CommandFailure.usage(e);
        }
    }

    private String text() {
        if (message == null) {
            return "";
        }
        if (!message.equals(STANDARD_INPUT)) {
            return message;
        }
        try {
            return new String(surroundings.in().readNBytes(ErrorEvidence.MAX_MESSAGE * 4), StandardCharsets.UTF_8);
        } catch (IOException e) {
            throw new CommandFailure(ExitCode.USAGE, "standard input cannot be read: " + e.getMessage(), e);
        }
    }

    private void print(Classification found) {
        if (list.output().json()) {
            ObjectNode node = MAPPER.createObjectNode().put("failureClass", found.failureClass().name());
            found.rule().ifPresent(rule -> node.put("rule", rule));
            node.put("rerun", found.rerun());
            found.waitAtLeast().map(Duration::toString).ifPresent(wait -> node.put("waitAtLeast", wait));
            list.output().print(node.put("signature", found.signature()), surroundings.out());
        } else {
            new Table("CLASS", "RULE", "RERUN", "WAIT", "SIGNATURE").row(found.failureClass().name(),
                    found.rule().orElse("-"), found.rerun() ? "may help" : "does not help",
                    found.waitAtLeast().map(DurationText::format).orElse("-"), found.signature())
                    .print(surroundings.out());
        }
    }
}
