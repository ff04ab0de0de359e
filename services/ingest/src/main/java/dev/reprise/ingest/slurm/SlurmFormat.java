// SPDX-License-Identifier: Apache-2.0
package dev.reprise.ingest.slurm;

import java.time.Duration;
import java.time.Instant;
import java.time.ZoneOffset;
import java.util.Locale;
import java.util.Optional;
import tools.jackson.databind.JsonNode;

import dev.reprise.ingest.source.Attempt;
import dev.reprise.ingest.source.Fields;
import dev.reprise.ingest.source.Finding;
import dev.reprise.ingest.source.Finding.Kind;
import dev.reprise.ingest.source.RawBody;
import dev.reprise.ingest.source.Reading;
import dev.reprise.ingest.source.SourceFormat;
import dev.reprise.schemas.event.ErrorEvidence;
import dev.reprise.schemas.event.FailureKind;
import dev.reprise.schemas.event.KilledBy;
import dev.reprise.schemas.event.RetryOutlook;

/**
 * Hooks of Slurm. The prolog knows comment and restart count, the record of completed jobs the state: neither alone is
 * enough, and an exit code of 0 in an epilog proves nothing, as a cancelled or requeued job has it too.
 */
public final class SlurmFormat implements SourceFormat {

    static final String NAME = "slurm";
    private static final String NO_TASK = "4294967294";
    private static final Duration PATIENCE = Duration.ofSeconds(60);
    private static final Duration REQUEUE = Duration.ofSeconds(10);

    @Override
    public String name() {
        return NAME;
    }

    @Override
    public Optional<String> version(JsonNode body) {
        return Fields.of(body).text("SLURM_VERSION");
    }

    /** Array and task where there is an array: its last task has the job id of the array itself. */
    @Override
    public String entity(JsonNode body) {
        Fields fields = Fields.of(body);
        Optional<String> array = fields.text("SLURM_ARRAY_JOB_ID")
                .or(() -> fields.text("ARRAYJOBID").filter(id -> !id.equals("0")));
        Optional<String> task = task(fields);
        return array.isPresent() && task.isPresent()
                ? array.get() + "_" + task.get()
                : fields.text("SLURM_JOB_ID").or(() -> fields.text("SLURM_JOBID")).or(() -> fields.text("JOBID"))
                        .orElse("");
    }

    private static Optional<String> task(Fields fields) {
        return fields.text("SLURM_ARRAY_TASK_ID")
                .or(() -> fields.text("ARRAYTASKID").filter(id -> !id.equals(NO_TASK)));
    }

    @Override
    public Reading read(RawBody body) {
        Fields fields = Fields.of(body.json());
        String id = entity(body.json());
        if (id.isEmpty()) {
            return Reading.of(new Finding.Parked(Kind.SCHEMA, "SLURM_JOB_ID",
                    "neither SLURM_JOB_ID nor JOBID is there: post the environment of the hook"));
        }
        JobMemory memory = JobMemory.of(body.memory());
        if (fields.text("JOBSTATE").isPresent()) {
            return completed(body, fields, id, memory);
        }
        String hook = fields.text("hook").or(() -> fields.text("SLURM_SCRIPT_CONTEXT")).orElse("");
        int restarts = fields.count("SLURM_JOB_RESTART_COUNT", 0).orElse(0);
        Instant at = fields.time("reprise_at", ZoneOffset.UTC).orElse(body.receivedAt());
        memory.knows(fields.text("SLURM_JOB_NAME"), fields.text("SLURM_JOB_COMMENT"));
        if (hook.toLowerCase(Locale.ROOT).contains("prolog")) {
            memory.began(restarts, at);
            Attempt attempt = memory.attempt(body.source(), id, restarts + 1, task(fields));
            return Reading.of(attempt.started(at, memory.rerun())).remembering(memory.json());
        }
        if (hook.toLowerCase(Locale.ROOT).contains("epilog")) {
            return ended(body, fields, id, memory, restarts, at).remembering(memory.json());
        }
        return Reading.of(new Finding.Parked(Kind.UNKNOWN_TYPE, "hook", "hook '" + hook
                + "' is not known: post those of PrologSlurmctld, EpilogSlurmctld and JobCompLoc"));
    }

    private static Reading ended(RawBody body, Fields fields, String id, JobMemory memory, int restarts, Instant at) {
        Optional<Integer> status = ExitText.status(fields.text("SLURM_JOB_EXIT_CODE2").orElse(""));
        if (status.filter(code -> code != 0).isEmpty()) {
            return Reading.ignored("an exit code of 0 in an epilog proves nothing");
        }
        if (memory.completed(restarts + 1)) {
            return Reading.ignored("the record of completed jobs has told it");
        }
        if (body.waited().compareTo(PATIENCE) < 0) {
            return Reading.of(new Finding.Awaited("the record of completed jobs says how the job ended"));
        }
        return Reading.of(memory.attempt(body.source(), id, restarts + 1, task(fields)).failed(at, FailureKind.FAILED,
                RetryOutlook.UNSTATED, error("exit code " + status.get(), status)));
    }

    private static Reading completed(RawBody body, Fields fields, String id, JobMemory memory) {
        if (memory.unknown() && body.waited().compareTo(PATIENCE) < 0) {
            return Reading.of(new Finding.Awaited("the prolog says what the job is"));
        }
        memory.knows(fields.text("JOBNAME"), Optional.empty());
        Optional<Instant> start = fields.time("START", ZoneOffset.UTC);
        Instant end = fields.time("END", ZoneOffset.UTC).orElse(body.receivedAt());
        int number = memory.number(start, end);
        String state = fields.required("JOBSTATE", "post the environment of the script").split(" ", 2)[0];
        if (state.equals("PENDING")) {
            return requeued(body, fields, id, memory, number, end);
        }
        memory.completes(number, start, fields.time("SUBMIT", ZoneOffset.UTC));
        Attempt attempt = memory.attempt(body.source(), id, number, task(fields));
        return Reading.of(told(attempt, state, end, fields)).remembering(memory.json());
    }

    /** A job that goes back to the queue: after its end that is the next attempt; before it, what ran was stopped. */
    private static Reading requeued(RawBody body, Fields fields, String id, JobMemory memory, int number,
            Instant end) {
        if (memory.completed(number)) {
            return Reading.ignored("the attempt had ended before it was put back");
        }
        if (body.waited().compareTo(REQUEUE) < 0) {
            return Reading.of(new Finding.Awaited("its end may be told yet"));
        }
        memory.completes(number, fields.time("START", ZoneOffset.UTC), fields.time("SUBMIT", ZoneOffset.UTC));
        return Reading.of(memory.attempt(body.source(), id, number, task(fields)).killed(end, KilledBy.SYSTEM,
                Optional.of("requeue"))).remembering(memory.json());
    }

    private static Finding told(Attempt attempt, String state, Instant end, Fields fields) {
        Optional<Integer> status = ExitText.status(fields.text("EXITCODE").orElse(""));
        return switch (state) {
            case "COMPLETED" -> attempt.succeeded(end);
            case "FAILED", "OUT_OF_MEMORY" -> attempt.failed(end, FailureKind.FAILED, RetryOutlook.FINAL,
                    error(state, status));
            // Slurm puts these back into the queue by itself unless that is switched off
            case "NODE_FAIL", "BOOT_FAIL" -> attempt.failed(end, FailureKind.FAILED, RetryOutlook.UNSTATED,
                    error(state, status));
            case "TIMEOUT", "DEADLINE" -> attempt.failed(end, FailureKind.TIMED_OUT, RetryOutlook.FINAL,
                    error(state, status));
            case "CANCELLED" -> attempt.killed(end, KilledBy.UNKNOWN, Optional.empty());
            case "PREEMPTED" -> attempt.killed(end, KilledBy.SYSTEM, Optional.of("preemption"));
            default -> attempt.unknown(end, state);
        };
    }

    private static Optional<ErrorEvidence> error(String message, Optional<Integer> status) {
        return Optional.of(Fields.error(message, Optional.empty(), Optional.of(message), status, Optional.empty(),
                Optional.empty()));
    }
}
