// SPDX-License-Identifier: Apache-2.0
package dev.reprise.runner.target.process;

import java.time.Instant;
import java.util.Optional;

import dev.reprise.runner.target.Redaction;
import dev.reprise.schemas.event.ErrorEvidence;
import dev.reprise.schemas.event.FailureKind;
import dev.reprise.schemas.event.RetryOutlook;
import dev.reprise.schemas.event.RunEvent;
import dev.reprise.schemas.event.RunFailed;
import dev.reprise.schemas.event.RunHeartbeat;
import dev.reprise.schemas.event.RunLost;
import dev.reprise.schemas.event.RunPhase;
import dev.reprise.schemas.event.RunStarted;
import dev.reprise.schemas.event.RunSucceeded;
import dev.reprise.schemas.event.SuccessProof;

/** The events of one run of ours. The same facts always make the same events, also after a restart. */
record RunEvents(RunRequest request, Redaction redaction) {
    private static final String SOURCE = "reprise/process";
    private static final int ATTEMPT = 1;

    RunStarted started(Instant at) {
        return new RunStarted(request.instance().job(), request.instance().partition(), request.rerunId().asRun(),
                ATTEMPT, at, SOURCE, Optional.of(request.rerunId()), Optional.empty(), false);
    }

    RunHeartbeat heartbeat(Instant at) {
        return new RunHeartbeat(request.instance().job(), request.instance().partition(), request.rerunId().asRun(),
                ATTEMPT, at, SOURCE);
    }

    RunEvent exited(RunExit exit, boolean timedOut, String output) {
        if (exit.code() == 0 && exit.began()) {
            // Also where the time was up a moment ago: what has ended well has ended well.
            return new RunSucceeded(request.instance().job(), request.instance().partition(),
                    request.rerunId().asRun(), ATTEMPT, exit.at(), SOURCE, SuccessProof.OWNER);
        }
        if (timedOut) {
            return timedOut(exit.at(), Optional.of(exit.code()), output);
        }
        String message = exit.began()
                ? "the process ended with exit status " + exit.code()
                : "the process could not be started: " + output.strip();
        return failed(exit.at(), FailureKind.FAILED, exit.began() ? RunPhase.MAY_HAVE_RUN : RunPhase.NEVER_STARTED,
                evidence(message, Optional.of(exit.code()), output));
    }

    RunFailed timedOut(Instant at, Optional<Integer> code, String output) {
        return failed(at, FailureKind.TIMED_OUT, RunPhase.MAY_HAVE_RUN,
                evidence("the process ran longer than " + request.timeout().map(Object::toString).orElse("allowed")
                        + " and was stopped", code, output));
    }

    RunFailed neverClaimed(Instant at) {
        return failed(at, FailureKind.FAILED, RunPhase.NEVER_STARTED,
                ErrorEvidence.ofMessage("no process has claimed the run in time, and none can any more"));
    }

    RunLost lost(Instant at, String output) {
        return new RunLost(request.instance().job(), request.instance().partition(), request.rerunId().asRun(), ATTEMPT,
                at, SOURCE, RetryOutlook.FINAL, RunPhase.MAY_HAVE_RUN,
                Optional.of(evidence("the process is gone and has left no exit status", Optional.empty(), output)));
    }

    private RunFailed failed(Instant at, FailureKind kind, RunPhase phase, ErrorEvidence evidence) {
        return new RunFailed(request.instance().job(), request.instance().partition(), request.rerunId().asRun(),
                ATTEMPT, at, SOURCE, kind, RetryOutlook.FINAL, phase, Optional.of(evidence));
    }

    private ErrorEvidence evidence(String message, Optional<Integer> code, String output) {
        String told = redaction.apply(output);
        return new ErrorEvidence(redaction.apply(message), Optional.empty(), Optional.empty(), code,
                told.isBlank() ? Optional.empty() : Optional.of(told), Optional.empty());
    }
}
