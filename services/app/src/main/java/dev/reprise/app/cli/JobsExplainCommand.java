// SPDX-License-Identifier: Apache-2.0
package dev.reprise.app.cli;

import java.time.Duration;
import java.time.ZoneId;
import java.util.Optional;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Parameters;
import tools.jackson.core.JacksonException;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

import dev.reprise.app.client.ApiClient;
import dev.reprise.app.client.ApiPaths;
import dev.reprise.app.client.CommandFailure;
import dev.reprise.app.output.JobStory;
import dev.reprise.runtime.lifecycle.ExitCode;
import dev.reprise.schemas.id.JobId;
import dev.reprise.schemas.job.JobDefinition;
import dev.reprise.schemas.lineage.JobLineage;
import dev.reprise.schemas.wire.WireCodec;

/** {@code reprise jobs explain}: may this job be repeated, and which line decides. */
@Command(name = "explain", description = "Tell whether a job may be rerun and why: what its owner declares, what analysis says"
        + " of its definition, with the lines that decide, and what follows.")
final class JobsExplainCommand implements Callable<Integer> {

    private static final Duration TIMEOUT = Duration.ofSeconds(15);

    private final Surroundings surroundings;

    @Mixin
    private ServerOptions server = new ServerOptions();

    @Mixin
    private OutputOption output = new OutputOption();

    @Parameters(paramLabel = "NS/NAME", description = "The job.")
    private String job = "";

    JobsExplainCommand(Surroundings surroundings) {
        this.surroundings = surroundings;
    }

    @Override
    public Integer call() {
        JsonNode detail = new ApiClient(server.address(surroundings), TIMEOUT).get(ApiPaths.job(id())).orFail();
        if (output.json()) {
            output.print(detail, surroundings.out());
        } else {
            print(detail);
        }
        return ExitCode.OK.value();
    }

    private JobId id() {
        try {
            return JobId.parse(job);
        } catch (IllegalArgumentException e) {
            throw CommandFailure.usage(e);
        }
    }

    private void print(JsonNode detail) {
        JsonMapper mapper = new WireCodec().mapper();
        JsonNode lineage = detail.path("lineage");
        try {
            new JobStory(ZoneId.systemDefault()).print(mapper.treeToValue(detail, JobDefinition.class),
                    lineage.isObject()
                            ? Optional.of(mapper.treeToValue(lineage, JobLineage.class))
                            : Optional.empty(),
                    surroundings.out());
        } catch (JacksonException e) {
            throw new CommandFailure(ExitCode.INTERNAL,
                    "the server answered what this version does not read; -o json shows it", e);
        }
    }
}
