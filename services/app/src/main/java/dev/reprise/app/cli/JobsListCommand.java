// SPDX-License-Identifier: Apache-2.0
package dev.reprise.app.cli;

import java.util.Locale;
import java.util.Optional;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import tools.jackson.databind.JsonNode;

import dev.reprise.app.output.Table;

/** {@code reprise jobs list}. */
@Command(name = "list", description = "List the jobs of the registry.")
final class JobsListCommand implements Callable<Integer> {

    private final Surroundings surroundings;

    @Mixin
    private ListOptions list = new ListOptions();

    @Option(names = "--namespace", paramLabel = "NS", description = "Only this namespace.")
    private @Nullable String namespace;

    @Option(names = "--owner", paramLabel = "NAME", description = "Only this owner's.")
    private @Nullable String owner;

    JobsListCommand(Surroundings surroundings) {
        this.surroundings = surroundings;
    }

    @Override
    public Integer call() {
        Query query = new Query("/api/v1/jobs").with("namespace", Optional.ofNullable(namespace))
                .with("owner", Optional.ofNullable(owner));
        return list.print(query, surroundings, items -> {
            Table table = new Table("JOB", "OWNER", "RERUN", "IDEMPOTENCY", "ANALYSED", "TARGET");
            for (JsonNode job : items) {
                JsonNode policy = job.path("policy");
                table.row(job.path("job").asString(""), job.path("owner").path("name").asString("-"),
                        word(policy.path("rerun")), word(policy.path("idempotency")),
                        job.path("analysis").has("verdict") ? word(job.path("analysis").path("verdict")) : "-",
                        job.path("target").path("type").asString("-"));
            }
            return table;
        });
    }

    /** As the registry document has it. */
    private static String word(JsonNode constant) {
        return constant.asString("").toLowerCase(Locale.ROOT).replace('_', '-');
    }
}
