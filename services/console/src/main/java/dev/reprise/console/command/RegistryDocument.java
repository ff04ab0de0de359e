// SPDX-License-Identifier: Apache-2.0
package dev.reprise.console.command;

import java.nio.charset.StandardCharsets;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

import dev.reprise.console.command.CommandViews.ApplyBody;
import dev.reprise.console.registry.RegistryReading.Accepted;
import dev.reprise.runtime.http.ProblemException;
import dev.reprise.runtime.http.Request;
import dev.reprise.schemas.id.JobId;
import dev.reprise.schemas.job.DefinitionAnalysis;
import dev.reprise.schemas.job.JobDefinition;

/**
 * What a request to apply carries: the document alone, or with it what its sender found out about the definitions that it
 * names. They lie beside the document, where Reprise cannot read them.
 *
 * @param bytes the document
 * @param analyses by job
 */
record RegistryDocument(byte[] bytes, Map<JobId, DefinitionAnalysis> analyses) {

    /** The media type of a document with analyses. */
    static final String WITH_ANALYSES = "application/vnd.reprise.registry+json";

    /**
     * Reads the body.
     *
     * @throws ProblemException with status 400 naming the field that is not usable
     */
    static RegistryDocument of(Request request) {
        String type = request.header("Content-Type").orElse("");
        if (!type.split(";", 2)[0].strip().equalsIgnoreCase(WITH_ANALYSES)) {
            return new RegistryDocument(request.body(), Map.of());
        }
        ApplyBody body = request.json(ApplyBody.class);
        String document = body.document().orElseThrow(() -> ProblemException.badField("document", "is missing",
                "send the registry document as text"));
        Map<JobId, DefinitionAnalysis> analyses = new LinkedHashMap<>();
        body.analyses().orElse(Map.of()).forEach((job, analysis) -> analyses.put(job(job), analysis));
        return new RegistryDocument(document.getBytes(StandardCharsets.UTF_8), analyses);
    }

    private static JobId job(String written) {
        try {
            return JobId.parse(written);
        } catch (IllegalArgumentException e) {
            throw ProblemException.badField("analyses", String.valueOf(e.getMessage()), "write NAMESPACE/NAME");
        }
    }

    /**
     * The jobs of the document, each with what is known of its definition. A definition that nobody analysed is unknown,
     * whatever was said of an earlier text.
     *
     * @throws ProblemException with status 400 when there is an analysis of a job whose definition is not named
     */
    List<JobDefinition> jobs(Accepted accepted) {
        for (JobId job : analyses.keySet()) {
            if (!accepted.definitions().containsKey(job)) {
                throw ProblemException.badField("analyses", "the document names no definition of " + job,
                        "name its file under definition, or leave the analysis out");
            }
        }
        return accepted.jobs().stream().map(job -> new JobDefinition(job.job(), job.owner(), job.labels(), job.policy(),
                job.target(), Optional.ofNullable(analyses.get(job.job())), job.mapping(),
                job.updatedAt(), job.updatedBy())).toList();
    }

    /** The jobs whose definition is named and not analysed. */
    List<JobId> unanalysed(Accepted accepted) {
        return accepted.jobs().stream().map(JobDefinition::job)
                .filter(job -> accepted.definitions().containsKey(job) && !analyses.containsKey(job)).toList();
    }
}
