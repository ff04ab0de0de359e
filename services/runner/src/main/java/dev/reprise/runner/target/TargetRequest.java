// SPDX-License-Identifier: Apache-2.0
package dev.reprise.runner.target;

import java.time.Instant;
import java.util.Map;
import java.util.Optional;

import dev.reprise.schemas.command.StartRerun;
import dev.reprise.schemas.id.AttemptId;
import dev.reprise.schemas.id.InstanceId;
import dev.reprise.schemas.id.RerunId;

/**
 * What a target is told of a rerun. The same rerun always makes the same request, apart from the epoch.
 *
 * @param rerunId the key at the target
 * @param instance what is rerun
 * @param generation the generation of the rerun, from 1
 * @param answers the failed attempt it answers, where there is one
 * @param overrides what this rerun changes because of the cause of the failure: name and value
 * @param epoch the fencing token of the owner that calls
 * @param notAfter when the command loses its life
 * @param hash SHA-256 of the request, in hexadecimal
 */
public record TargetRequest(RerunId rerunId, InstanceId instance, long generation, Optional<AttemptId> answers,
        Map<String, String> overrides, long epoch, Instant notAfter, String hash) {
    /** The request that carries out a command. */
    public static TargetRequest of(StartRerun command, long epoch) {
        return new TargetRequest(command.rerunId(), command.instance(), command.generation(), command.answers(),
                command.overrides(), epoch,
                command.notAfter(), RequestHash.of(command));
    }
}
