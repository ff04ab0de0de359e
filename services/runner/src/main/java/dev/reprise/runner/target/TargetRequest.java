// SPDX-License-Identifier: Apache-2.0
package dev.reprise.runner.target;

import java.time.Instant;
import java.util.Map;
import java.util.Optional;

import dev.reprise.runtime.trace.Traceparent;
import dev.reprise.schemas.command.StartRerun;
import dev.reprise.schemas.id.AttemptId;
import dev.reprise.schemas.id.InstanceId;
import dev.reprise.schemas.id.RerunId;

/**
 * What a target is told of a rerun. The same rerun always makes the same request, apart from epoch, fence and place.
 *
 * @param rerunId the key at the target
 * @param instance what is rerun
 * @param generation the generation of the rerun, from 1
 * @param answers the failed attempt it answers, where there is one
 * @param overrides what this rerun changes because of the cause of the failure: name and value
 * @param epoch which owner calls: the offset of its takeover
 * @param fence the fencing token of this call: the offset of the line of the ledger that allows it, so that each call for
 *     a rerun has a greater one than those before
 * @param notAfter when the command loses its life
 * @param hash SHA-256 of the request, in hexadecimal
 * @param traceparent where in a trace the call stands, for the run to go on there; a call that is made again has another
 */
public record TargetRequest(RerunId rerunId, InstanceId instance, long generation, Optional<AttemptId> answers,
        Map<String, String> overrides, long epoch, long fence, Instant notAfter, String hash,
        Optional<Traceparent> traceparent) {
    /** One that belongs to no trace. */
    public TargetRequest(RerunId rerunId, InstanceId instance, long generation, Optional<AttemptId> answers,
            Map<String, String> overrides, long epoch, long fence, Instant notAfter, String hash) {
        this(rerunId, instance, generation, answers, overrides, epoch, fence, notAfter, hash, Optional.empty());
    }

    /** The request that carries out a command, before any line of its own allows it: the takeover is its token. */
    public static TargetRequest of(StartRerun command, long epoch) {
        return new TargetRequest(command.rerunId(), command.instance(), command.generation(), command.answers(),
                command.overrides(), epoch, epoch, command.notAfter(), RequestHash.of(command));
    }

    /** The same with the token that a line of the ledger gives it. */
    public TargetRequest allowedBy(long line) {
        return new TargetRequest(rerunId, instance, generation, answers, overrides, epoch, line, notAfter, hash,
                traceparent);
    }

    /** The same at a place in a trace. */
    public TargetRequest at(Optional<Traceparent> call) {
        return new TargetRequest(rerunId, instance, generation, answers, overrides, epoch, fence, notAfter, hash, call);
    }
}
