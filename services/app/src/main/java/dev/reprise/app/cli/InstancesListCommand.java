// SPDX-License-Identifier: Apache-2.0
package dev.reprise.app.cli;

import java.util.List;
import java.util.Optional;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import tools.jackson.databind.JsonNode;

import dev.reprise.app.output.Table;
import dev.reprise.schemas.decision.InstanceStatus;

/** {@code reprise instances list}. */
@Command(name = "list", description = "List instances, the one that changed last first.")
final class InstancesListCommand implements Callable<Integer> {

    private final Surroundings surroundings;

    @Mixin
    private ListOptions list = new ListOptions();

    @Option(names = "--namespace", paramLabel = "NS", description = "Only this namespace.")
    private @Nullable String namespace;

    @Option(names = "--job", paramLabel = "NS/NAME", description = "Only this job.")
    private @Nullable String job;

    @Option(names = "--status", paramLabel = "STATUS", split = ",", description = "Only these: ${COMPLETION-CANDIDATES}.")
    private List<InstanceStatus> statuses = List.of();

    @Option(names = "--owner", paramLabel = "NAME", description = "Only this owner's.")
    private @Nullable String owner;

    @Option(names = "--label", paramLabel = "NAME=VALUE", description = "Only jobs with this label; may be repeated.")
    private List<String> labels = List.of();

    InstancesListCommand(Surroundings surroundings) {
        this.surroundings = surroundings;
    }

    @Override
    public Integer call() {
        Query query = new Query("/api/v1/instances").with("namespace", Optional.ofNullable(namespace))
                .with("job", Optional.ofNullable(job)).with("owner", Optional.ofNullable(owner));
        statuses.forEach(status -> query.with("status", Optional.of(status.name())));
        labels.forEach(label -> query.with("label", Optional.of(label)));
        return list.print(query, surroundings, items -> {
            Table table = new Table("JOB", "PARTITION", "STATUS", "REASON", "RERUNS", "UPDATED");
            for (JsonNode instance : items) {
                table.row(instance.path("job").asString(""), instance.path("partition").asString(""),
                        instance.path("status").asString(""), instance.path("reason").asString("-"),
                        Integer.toString(instance.path("reruns").asInt(0)), instance.path("updatedAt").asString(""));
            }
            return table;
        });
    }
}
