// SPDX-License-Identifier: Apache-2.0
package dev.reprise.runner.dispatch;

import java.util.Locale;
import java.util.Optional;

import dev.reprise.runner.ledger.Action;
import dev.reprise.runner.target.CallOutcome;
import dev.reprise.runner.target.FenceOutcome;
import dev.reprise.runner.target.Outcome;
import dev.reprise.runner.target.QueryOutcome;
import dev.reprise.runner.target.Targets;
import dev.reprise.runtime.trace.TracedWork;
import dev.reprise.runtime.trace.Traceparent;
import dev.reprise.runtime.trace.Tracing;
import dev.reprise.runtime.trace.WorkKind;
import dev.reprise.schemas.command.StartRerun;

/** What targets are asked, as pieces of work below the decision that is carried out. */
final class CallTrace {
    private final Tracing tracing;

    CallTrace(Tracing tracing) {
        this.tracing = tracing;
    }

    /** Begins to ask. */
    TracedWork begin(Action.Ask ask, Optional<Traceparent> decided) {
        StartRerun command = ask.flight().command();
        String question = ask.question().name().toLowerCase(Locale.ROOT);
        TracedWork work = tracing.begin(question + " target", WorkKind.CLIENT, decided);
        if (work.isRecorded()) {
            work.note("reprise.job", command.job().key()).note("reprise.partition", command.partition().value())
                    .note("reprise.rerun.id", command.rerunId().value())
                    .note("reprise.generation", command.generation()).note("reprise.reason", command.reason().name())
                    .note("reprise.target", Targets.kind(command.target())).note("reprise.try", ask.flight().tries());
        }
        return work;
    }

    /** As long as it is open, what the thread does belongs to that work. */
    Tracing.Within within(TracedWork work) {
        return tracing.within(work.traceparent());
    }

    /** As long as it is open, what the thread does belongs to that place. */
    Tracing.Within within(Optional<Traceparent> traceparent) {
        return tracing.within(traceparent);
    }

    /** Notes what it came to, as a word: details may say what a target answered. */
    void note(TracedWork work, CallPool.Finished end) {
        switch (end) {
            case CallPool.Finished.Stopped _ -> work.failed("stopped");
            case CallPool.Finished.Called(var flight, Outcome outcome) -> {
                String word = word(outcome);
                work.note("reprise.outcome", word).note("reprise.external.run", external(outcome));
                if (isFailure(outcome)) {
                    work.failed(word);
                }
            }
        }
    }

    private static String word(Outcome outcome) {
        return switch (outcome) {
            case CallOutcome.Accepted accepted -> accepted.adopted() ? "adopted" : "accepted";
            case CallOutcome.Refused refused -> refused.conflict() ? "conflict" : "refused";
            case CallOutcome.NotSent _ -> "not-sent";
            case CallOutcome.Unknown _,FenceOutcome.Unknown _,QueryOutcome.Unknown _ -> "in-doubt";
            case FenceOutcome.Installed _ -> "fenced";
            case QueryOutcome.Found _ -> "found";
            case QueryOutcome.NotFound _ -> "not-found";
        };
    }

    private static boolean isFailure(Outcome outcome) {
        return switch (outcome) {
            case CallOutcome.Refused _,CallOutcome.NotSent _,CallOutcome.Unknown _,FenceOutcome.Unknown _,QueryOutcome.Unknown _ ->
                true;
            case CallOutcome.Accepted _,FenceOutcome.Installed _,QueryOutcome.Found _,QueryOutcome.NotFound _ -> false;
        };
    }

    private static Optional<String> external(Outcome outcome) {
        return switch (outcome) {
            case CallOutcome.Accepted accepted -> Optional.of(accepted.externalRun().value());
            case QueryOutcome.Found found -> Optional.of(found.externalRun().value());
            case CallOutcome.Refused _,CallOutcome.NotSent _,CallOutcome.Unknown _,FenceOutcome _,QueryOutcome.NotFound _,QueryOutcome.Unknown _ ->
                Optional.empty();
        };
    }
}
