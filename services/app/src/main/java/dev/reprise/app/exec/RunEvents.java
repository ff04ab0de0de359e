// SPDX-License-Identifier: Apache-2.0
package dev.reprise.app.exec;

import java.nio.charset.StandardCharsets;
import java.time.Instant;
import java.util.Optional;
import tools.jackson.databind.node.ObjectNode;

import dev.reprise.ingest.redact.Redaction;
import dev.reprise.schemas.event.ErrorEvidence;
import dev.reprise.schemas.event.FailureKind;
import dev.reprise.schemas.event.OutputCommitted;
import dev.reprise.schemas.event.RunEvent;
import dev.reprise.schemas.event.RunFailed;
import dev.reprise.schemas.event.RunHeartbeat;
import dev.reprise.schemas.event.RunPhase;
import dev.reprise.schemas.event.RunStarted;
import dev.reprise.schemas.event.RunSucceeded;
import dev.reprise.schemas.event.SuccessProof;
import dev.reprise.schemas.wire.WireCodec;
import dev.reprise.schemas.wire.WireType;

/**
 * Writes what happened to one run as CloudEvents in structured mode. Their ids are derived from the run, so an event that
 * is sent twice is the same event.
 */
final class RunEvents {

    private static final int LONGEST_LINE = 500;

    private final ObservedRun run;
    private final WireCodec codec = new WireCodec();

    RunEvents(ObservedRun run) {
        this.run = run;
    }

    Event started(Instant at) {
        return event("started", new RunStarted(run.job(), run.partition(), run.run(), run.attempt(), at, run.source(),
                run.rerunOf(), Optional.empty(), false));
    }

    Event heartbeat(Instant at) {
        return event("heartbeat-" + at.toEpochMilli(),
                new RunHeartbeat(run.job(), run.partition(), run.run(), run.attempt(), at, run.source()));
    }

    /** The output is visible; {@code permitted}: by a permit, and not for want of an answer. */
    Event committed(Instant at, boolean permitted) {
        return event("output-committed", new OutputCommitted(run.job(), run.partition(), run.run(), run.attempt(), at,
                permitted ? run.source() : run.ungated().source()));
    }

    /** Empty for a run that a gate has ended: its request for the permit has told that already. */
    Optional<Event> ended(Instant at, CommandEnd end) {
        return switch (end) {
            case CommandEnd.Exited exited when exited.code() == 0 -> Optional.of(event("succeeded", new RunSucceeded(
                    run.job(), run.partition(), run.run(), run.attempt(), at, run.source(), SuccessProof.OWNER)));
            case CommandEnd.Exited exited -> Optional.of(failed(at, RunPhase.MAY_HAVE_RUN, exited.code(), exited.text(),
                    Optional.of(exited.outputTail()).filter(tail -> !tail.isBlank())));
            case CommandEnd.NotStarted notStarted -> Optional.of(
                    failed(at, RunPhase.NEVER_STARTED, notStarted.code(), notStarted.detail(), Optional.empty()));
            case CommandEnd.NotLet _ -> Optional.empty();
        };
    }

    private Event failed(Instant at, RunPhase phase, int exitCode, String what, Optional<String> outputTail) {
        Optional<String> tail = outputTail.map(Redaction::of);
        // The exit code has a field of its own; what was thrown, or else the last line, is what a person, or a rule, knows the
        // error by.
        String message = tail.flatMap(text -> StackTraces.thrown(text).or(() -> lastLine(text))).map(RunEvents::bounded)
                .orElse(what);
        ErrorEvidence error = new ErrorEvidence(Redaction.of(message), Optional.empty(), Optional.empty(),
                Optional.of(exitCode), tail, Optional.empty());
        return event("failed", new RunFailed(run.job(), run.partition(), run.run(), run.attempt(), at, run.source(),
                FailureKind.FAILED, run.retry(), phase, Optional.of(error)));
    }

    private static Optional<String> lastLine(String text) {
        return text.lines().map(String::strip).filter(line -> !line.isEmpty()).reduce((_, last) -> last);
    }

    private static String bounded(String line) {
        return line.length() <= LONGEST_LINE ? line : line.substring(0, LONGEST_LINE);
    }

    private Event event(String what, RunEvent event) {
        String id = run.run() + "-" + run.attempt() + "-" + what;
        ObjectNode envelope = codec.mapper().createObjectNode();
        envelope.put("specversion", "1.0").put("id", id).put("source", run.source())
                .put("type", WireType.of((Record) event).ceType()).put("time", event.at().toString())
                .put("datacontenttype", WireCodec.JSON).set("data", codec.mapper().valueToTree(event));
        return new Event(id, envelope.toString().getBytes(StandardCharsets.UTF_8));
    }

    /**
     * An event that is ready to be sent.
     *
     * @param id its CloudEvents id
     * @param json the whole event in structured mode
     */
    record Event(String id, byte[] json) {}
}
