// SPDX-License-Identifier: Apache-2.0
package dev.reprise.ingest.source;

import java.time.Instant;
import java.util.Map;
import java.util.Optional;

import dev.reprise.ingest.source.Finding.Told;
import dev.reprise.schemas.event.ErrorEvidence;
import dev.reprise.schemas.event.FailureKind;
import dev.reprise.schemas.event.KilledBy;
import dev.reprise.schemas.event.RetryOutlook;
import dev.reprise.schemas.event.RunCleared;
import dev.reprise.schemas.event.RunEvent;
import dev.reprise.schemas.event.RunFailed;
import dev.reprise.schemas.event.RunHeartbeat;
import dev.reprise.schemas.event.RunKilled;
import dev.reprise.schemas.event.RunPhase;
import dev.reprise.schemas.event.RunSkipped;
import dev.reprise.schemas.event.RunStarted;
import dev.reprise.schemas.event.RunStateUnknown;
import dev.reprise.schemas.event.RunSucceeded;
import dev.reprise.schemas.event.RunUpstreamFailed;
import dev.reprise.schemas.event.SuccessProof;
import dev.reprise.schemas.id.JobId;
import dev.reprise.schemas.id.PartitionKey;
import dev.reprise.schemas.id.RerunId;
import dev.reprise.schemas.id.RunId;

/**
 * One attempt of a run, and what it can be told to have done.
 *
 * @param job the job
 * @param run the scheduler's own run id
 * @param number the try inside that run, from 1
 * @param format who reports it: the name of the format
 * @param stated the partition that the source states
 * @param derived the one that follows from what it states
 * @param slice which part of the partition it makes
 * @param values what a mapping's template may use
 */
public record Attempt(JobId job, RunId run, int number, String format, Optional<PartitionKey> stated,
        Optional<PartitionKey> derived, Optional<String> slice, Map<String, String> values) {

    private static final PartitionKey WHOLE = PartitionKey.WHOLE_JOB;
    private static final int MAX_STATE = 256;
    private static final int MAX_UPSTREAM = 2048;

    /** An attempt of which nothing is known that names its partition. */
    public static Attempt of(JobId job, RunId run, int number, String format) {
        return new Attempt(job, run, number, format, Optional.empty(), Optional.empty(), Optional.empty(), Map.of());
    }

    /** The same with a stated partition, where there is one. */
    public Attempt stating(Optional<PartitionKey> partition) {
        return new Attempt(job, run, number, format, partition, derived, slice, values);
    }

    /** The same with a derived partition, where there is one. */
    public Attempt deriving(Optional<PartitionKey> partition) {
        return new Attempt(job, run, number, format, stated, partition, slice, values);
    }

    /** The same as a part of its partition. */
    public Attempt slicing(Optional<String> part) {
        return new Attempt(job, run, number, format, stated, derived, part, values);
    }

    /** The same with values for templates. */
    public Attempt with(Map<String, String> more) {
        return new Attempt(job, run, number, format, stated, derived, slice, more);
    }

    /** It has begun. */
    public Told started(Instant at, Optional<RerunId> rerunOf) {
        return told(new RunStarted(job, WHOLE, run, number, at, format, rerunOf, Optional.empty(), false));
    }

    /** It lives. */
    public Told alive(Instant at) {
        return told(new RunHeartbeat(job, WHOLE, run, number, at, format));
    }

    /** It has succeeded, as its scheduler says. */
    public Told succeeded(Instant at) {
        return succeeded(at, SuccessProof.OWNER);
    }

    /** It has succeeded. */
    public Told succeeded(Instant at, SuccessProof proof) {
        return told(new RunSucceeded(job, WHOLE, run, number, at, format, proof));
    }

    /** It has failed. */
    public Told failed(Instant at, FailureKind kind, RetryOutlook retry, Optional<ErrorEvidence> error) {
        return told(new RunFailed(job, WHOLE, run, number, at, format, kind, retry, RunPhase.MAY_HAVE_RUN, error));
    }

    /** It has failed before its body began, for certain. */
    public Told neverStarted(Instant at, RetryOutlook retry, Optional<ErrorEvidence> error) {
        return told(new RunFailed(job, WHOLE, run, number, at, format, FailureKind.FAILED, retry,
                RunPhase.NEVER_STARTED, error));
    }

    /** It was stopped on purpose. */
    public Told killed(Instant at, KilledBy by, Optional<String> actor) {
        return told(new RunKilled(job, WHOLE, run, number, at, format, by,
                actor.map(name -> name.length() <= MAX_STATE ? name : name.substring(0, MAX_STATE))));
    }

    /** The scheduler chose not to run it. */
    public Told skipped(Instant at) {
        return told(new RunSkipped(job, WHOLE, run, number, at, format));
    }

    /** It could not run, as something before it failed. */
    public Told upstreamFailed(Instant at, Optional<String> upstream) {
        return told(new RunUpstreamFailed(job, WHOLE, run, number, at, format,
                upstream.map(text -> text.length() <= MAX_UPSTREAM ? text : text.substring(0, MAX_UPSTREAM))));
    }

    /** A person has reset it. */
    public Told cleared(Instant at, Optional<String> actor) {
        return told(new RunCleared(job, WHOLE, run, number, at, format, actor));
    }

    /** It is in a state that nobody here knows. */
    public Told unknown(Instant at, String state) {
        return told(new RunStateUnknown(job, WHOLE, run, number, at, format,
                state.length() <= MAX_STATE ? state : state.substring(0, MAX_STATE)));
    }

    private Told told(RunEvent event) {
        return new Told(new Report(event, stated, derived, slice, values));
    }
}
