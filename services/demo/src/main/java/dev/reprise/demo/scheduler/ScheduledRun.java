// SPDX-License-Identifier: Apache-2.0
package dev.reprise.demo.scheduler;

import java.time.Instant;
import java.util.Optional;
import tools.jackson.databind.node.ObjectNode;

import dev.reprise.schemas.event.ErrorEvidence;
import dev.reprise.schemas.event.FailureKind;
import dev.reprise.schemas.event.RetryOutlook;
import dev.reprise.schemas.event.RunEvent;
import dev.reprise.schemas.event.RunFailed;
import dev.reprise.schemas.event.RunLost;
import dev.reprise.schemas.event.RunPhase;
import dev.reprise.schemas.event.RunStarted;
import dev.reprise.schemas.event.RunSucceeded;
import dev.reprise.schemas.event.SuccessProof;
import dev.reprise.schemas.id.InstanceId;
import dev.reprise.schemas.id.RunId;
import dev.reprise.schemas.wire.WireCodec;
import dev.reprise.schemas.wire.WireType;

/**
 * One attempt of a run of the scheduler, and what is reported of it.
 *
 * @param instance job and data partition
 * @param run the run's name
 * @param attempt the try inside the run, from 1
 * @param retry whether the scheduler will try again when it fails
 */
public record ScheduledRun(InstanceId instance, RunId run, int attempt, RetryOutlook retry) {
    private static final String SOURCE = "demo-scheduler";
    private static final int COMMAND_NOT_FOUND = 127;

    /** It has begun. */
    public RunStarted started(Instant at) {
        return new RunStarted(instance.job(), instance.partition(), run, attempt, at, SOURCE, Optional.empty(),
                Optional.empty(), false);
    }

    /** It has ended. */
    public RunEvent ended(RunEnd end, Instant at) {
        return switch (end) {
            case RunEnd.Exited exited when exited.code() == 0 -> new RunSucceeded(instance.job(), instance.partition(),
                    run, attempt, at, SOURCE, SuccessProof.OWNER);
            case RunEnd.Exited exited when exited.code() == RunEnd.KILLED -> new RunLost(instance.job(),
                    instance.partition(), run, attempt, at, SOURCE, retry, RunPhase.MAY_HAVE_RUN,
                    Optional.of(evidence("the process was killed", exited.code(), exited.output())));
            case RunEnd.Exited exited ->
                failed(at, RunPhase.MAY_HAVE_RUN, evidence(exited.lastLine(), exited.code(), exited.output()));
            case RunEnd.NotStarted notStarted ->
                failed(at, RunPhase.NEVER_STARTED, evidence(notStarted.why(), COMMAND_NOT_FOUND, ""));
        };
    }

    private RunFailed failed(Instant at, RunPhase phase, ErrorEvidence error) {
        return new RunFailed(instance.job(), instance.partition(), run, attempt, at, SOURCE, FailureKind.FAILED, retry,
                phase, Optional.of(error));
    }

    private static ErrorEvidence evidence(String message, int code, String output) {
        return new ErrorEvidence(message, Optional.empty(), Optional.empty(), Optional.of(code),
                Optional.of(output).filter(text -> !text.isBlank()), Optional.empty());
    }

    /** An event of this run as a CloudEvent in structured mode; its id follows from what it tells. */
    ObjectNode cloudEvent(RunEvent event, WireCodec codec) {
        WireType type = WireType.of((Record) event);
        ObjectNode envelope = codec.mapper().createObjectNode();
        envelope.put("specversion", "1.0").put("id", run + "-" + attempt + "-" + type.schemaName())
                .put("source", SOURCE).put("type", type.ceType()).put("time", event.at().toString())
                .put("datacontenttype", WireCodec.JSON).set("data", codec.mapper().valueToTree(event));
        return envelope;
    }
}
