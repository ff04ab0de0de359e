// SPDX-License-Identifier: Apache-2.0
package dev.reprise.app.classify;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import java.util.stream.Collectors;

import dev.reprise.app.client.CommandFailure;
import dev.reprise.console.registry.RegistryParser;
import dev.reprise.console.registry.RegistryProblem;
import dev.reprise.console.registry.RegistryReading;
import dev.reprise.runtime.lifecycle.ExitCode;
import dev.reprise.schemas.id.JobId;
import dev.reprise.schemas.job.FailureRule;
import dev.reprise.schemas.job.JobDefinition;

/** The failure rules that a registry document gives a job, with what it inherits. */
public final class RegistryRules {

    private RegistryRules() {}

    /**
     * Reads the rules of a job.
     *
     * @param document the file
     * @param job the job; may be left out where the document has only one
     * @throws CommandFailure naming every problem of the document with its line, or what is wrong with the choice of a job
     */
    public static List<FailureRule> read(Path document, Optional<JobId> job) {
        return switch (RegistryParser.parse(bytes(document), Instant.EPOCH, "nobody")) {
            case RegistryReading.Refused(List<RegistryProblem> problems) -> throw new CommandFailure(ExitCode.USAGE,
                    problems.stream().map(problem -> document + ": " + problem.text())
                            .collect(Collectors.joining("\n")));
            case RegistryReading.Accepted accepted -> named(document, job, accepted.jobs()).policy().failureRules();
        };
    }

    private static JobDefinition named(Path document, Optional<JobId> job, List<JobDefinition> jobs) {
        if (job.isPresent()) {
            return jobs.stream().filter(definition -> definition.job().equals(job.get())).findFirst().orElseThrow(
                    () -> new CommandFailure(ExitCode.NOT_FOUND, "--job: " + document + " has no job " + job.get()));
        }
        if (jobs.size() != 1) {
            throw new CommandFailure(ExitCode.USAGE, "--job: " + document + " has " + jobs.size()
                    + " jobs; name the one whose rules count");
        }
        return jobs.getFirst();
    }

    private static byte[] bytes(Path document) {
        try {
            return Files.readAllBytes(document);
        } catch (IOException e) {
            throw new CommandFailure(ExitCode.USAGE, "--rules: " + document + " cannot be read: " + e.getMessage(), e);
        }
    }
}
