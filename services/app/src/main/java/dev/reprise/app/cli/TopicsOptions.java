// SPDX-License-Identifier: Apache-2.0
package dev.reprise.app.cli;

import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

import dev.reprise.app.output.Table;
import dev.reprise.app.serve.TopicsRun;

/** What both commands about topics have in common. */
final class TopicsOptions {

    private static final JsonMapper MAPPER = new JsonMapper();

    @Option(names = "--config", paramLabel = "FILE", description = "The configuration; kafka and topics are read.")
    private @Nullable Path config;

    @Mixin
    private OutputOption output = new OutputOption();

    Optional<Path> config() {
        return Optional.ofNullable(config);
    }

    void print(List<TopicsRun.Line> lines, Surroundings surroundings) {
        Table table = new Table("TOPIC", "SETTING", "EXPECTED", "FOUND", "APPLY");
        lines.forEach(line -> table.row(line.topic(), line.setting(), line.expected(), line.found(),
                line.changes() ? "changes it" : "cannot"));
        output.print(lines.stream().<JsonNode>map(MAPPER::valueToTree).toList(), table, surroundings.out());
    }
}
