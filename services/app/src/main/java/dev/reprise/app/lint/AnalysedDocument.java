// SPDX-License-Identifier: Apache-2.0
package dev.reprise.app.lint;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Instant;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import tools.jackson.core.JacksonException;
import tools.jackson.databind.JsonNode;
import tools.jackson.dataformat.yaml.YAMLMapper;

import dev.reprise.app.client.CommandFailure;
import dev.reprise.idempotency.lint.Linter;
import dev.reprise.idempotency.parse.Dialect;
import dev.reprise.idempotency.report.DefinitionReport;
import dev.reprise.runtime.lifecycle.ExitCode;
import dev.reprise.schemas.id.JobId;
import dev.reprise.schemas.job.DefinitionAnalysis;
import dev.reprise.schemas.job.Idempotency;
import dev.reprise.schemas.wire.WireCodec;

/**
 * A registry document with what analysis says of the definitions that it names. They lie beside it on this machine, where
 * the server cannot read them. Only what is needed for that is read here: whether the document is sound is for the server
 * to say, which tells every problem with its line.
 *
 * @param bytes the document
 * @param jobs the jobs whose definition was analysed, in the order of the document
 */
public record AnalysedDocument(byte[] bytes, List<AnalysedJob> jobs) {
    private static final String YAML = "application/yaml";
    private static final String WITH_ANALYSES = "application/vnd.reprise.registry+json";

    /** Takes a copy of the list. */
    public AnalysedDocument {
        jobs = List.copyOf(jobs);
    }

    /**
     * Analyses what a document names.
     *
     * @param document YAML or JSON
     * @param folder to which its paths are relative
     * @param now stamped on the analyses
     * @throws CommandFailure naming the job whose definition cannot be read
     */
    public static AnalysedDocument of(byte[] document, Path folder, Instant now) {
        JsonNode root;
        try {
            root = new YAMLMapper().readTree(document);
        } catch (JacksonException _) {
            return new AnalysedDocument(document, List.of()); // the server says what is wrong with it
        }
        List<AnalysedJob> jobs = new ArrayList<>();
        for (JsonNode job : root.path("jobs")) {
            Optional<JobId> id = id(job);
            if (id.isPresent() && job.has("definition")) {
                analysis(job.path("definition"), id.get(), folder, now)
                        .ifPresent(found -> jobs.add(new AnalysedJob(id.get(), declared(root, job, id.get()), found)));
            }
        }
        return new AnalysedDocument(document, jobs);
    }

    /** The media type of {@link #body()}. */
    public String contentType() {
        return jobs.isEmpty() ? YAML : WITH_ANALYSES;
    }

    /** What to send. */
    public byte[] body() {
        if (jobs.isEmpty()) {
            return bytes;
        }
        Map<String, DefinitionAnalysis> analyses = new LinkedHashMap<>();
        jobs.forEach(job -> analyses.put(job.job().key(), job.analysis()));
        return new WireCodec().mapper()
                .writeValueAsBytes(new Body(new String(bytes, StandardCharsets.UTF_8), analyses));
    }

    private record Body(String document, Map<String, DefinitionAnalysis> analyses) {}

    private static Optional<JobId> id(JsonNode job) {
        try {
            return job.has("job")
                    ? Optional.of(JobId.parse(job.path("job").asString("")))
                    : Optional.of(new JobId(job.path("namespace").asString(""), job.path("name").asString("")));
        } catch (IllegalArgumentException _) {
            return Optional.empty(); // the server says what is wrong with it
        }
    }

    /** As policies are inherited: from the job, its namespace, the defaults. */
    private static Idempotency declared(JsonNode root, JsonNode job, JobId id) {
        for (JsonNode layer : List.of(job, root.path("namespaces").path(id.namespace()), root.path("defaults"))) {
            String word = layer.path("policy").path("idempotency").asString("");
            if (!word.isEmpty()) {
                return switch (word) {
                    case "idempotent" -> Idempotency.IDEMPOTENT;
                    case "not-idempotent" -> Idempotency.NOT_IDEMPOTENT;
                    default -> Idempotency.UNKNOWN;
                };
            }
        }
        return Idempotency.UNKNOWN;
    }

    private static Optional<DefinitionAnalysis> analysis(JsonNode definition, JobId job, Path folder, Instant now) {
        String path = (definition.isString() ? definition : definition.path("path")).asString("");
        if (path.isBlank()) {
            return Optional.empty(); // the server says what is wrong with it
        }
        Optional<Dialect> dialect = dialect(definition.path("dialect").asString("auto"), job);
        byte[] content = content(path, job, folder);
        return Optional.of(DefinitionReport.of(new Linter(dialect).lint(path, content), content, path, now));
    }

    private static Optional<Dialect> dialect(String name, JobId job) {
        if (name.equals("auto")) {
            return Optional.empty();
        }
        return Optional.of(Dialect.named(name).orElseThrow(() -> new CommandFailure(ExitCode.USAGE, job
                + ": definition.dialect: expected auto or one of " + String.join(", ", Dialect.names()) + ", found "
                + name)));
    }

    private static byte[] content(String path, JobId job, Path folder) {
        try {
            return LintSource.content(folder.resolve(path));
        } catch (IOException | IllegalArgumentException e) {
            throw new CommandFailure(ExitCode.USAGE, job + ": definition: " + path + " cannot be read below " + folder
                    + "; paths are relative to the document", e);
        }
    }
}
