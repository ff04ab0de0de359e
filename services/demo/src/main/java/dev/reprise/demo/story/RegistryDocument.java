// SPDX-License-Identifier: Apache-2.0
package dev.reprise.demo.story;

import java.time.Instant;
import java.util.Locale;
import java.util.Map;
import tools.jackson.databind.json.JsonMapper;
import tools.jackson.databind.node.ArrayNode;
import tools.jackson.databind.node.ObjectNode;

import dev.reprise.demo.scheduler.JobCommand;
import dev.reprise.demo.warehouse.JobSql;
import dev.reprise.demo.warehouse.WarehouseTask;
import dev.reprise.schemas.id.JobId;
import dev.reprise.schemas.job.DefinitionAnalysis;

/** What the registry is told of the jobs: who owns them, whether they may be repeated, and how they are run. */
final class RegistryDocument {
    private RegistryDocument() {}

    /**
     * The document. The waits are short, for a story; the guards are the usual ones.
     *
     * @param command how a rerun is run: by the same command as the first run
     */
    static ObjectNode of(JobCommand command, JsonMapper mapper) {
        ObjectNode document = mapper.createObjectNode();
        ObjectNode namespace = document.putObject("namespaces").putObject(StoryJob.NAMESPACE);
        namespace.putObject("owner").put("name", "warehouse-team");
        ObjectNode policy = namespace.putObject("policy");
        policy.put("settle", "2s").put("max-reruns", 2).putObject("backoff").put("initial", "0s");
        ArrayNode jobs = document.putArray("jobs");
        StoryJob.ALL.forEach(job -> job(jobs.addObject(), job, command));
        return document;
    }

    /** What is sent with it: analyses of the definitions that it names. */
    static Map<JobId, DefinitionAnalysis> analyses(Instant now) {
        return Map.of(new JobId(StoryJob.NAMESPACE, WarehouseTask.LEDGER_APPEND.jobName()),
                LedgerDefinition.analysed(now));
    }

    private static void job(ObjectNode entry, StoryJob job, JobCommand command) {
        entry.put("job", StoryJob.NAMESPACE + "/" + job.task().jobName());
        ObjectNode policy = entry.putObject("policy").put("idempotency",
                job.declared().name().toLowerCase(Locale.ROOT).replace('_', '-'));
        if (job.task() == WarehouseTask.FX_RATES) {
            policy.putObject("native-retries").put("attempts", 2).put("delay", "5m");
        }
        if (job.task() == WarehouseTask.LEDGER_APPEND) {
            entry.put("definition", JobSql.LEDGER_APPEND);
        }
        ObjectNode target = entry.putObject("target").put("type", "process");
        ArrayNode words = target.putArray("command");
        command.line("{{name}}", "{{partition.ds}}", "{{rerunId}}").forEach(words::add);
    }
}
