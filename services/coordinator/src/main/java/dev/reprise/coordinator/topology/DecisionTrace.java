// SPDX-License-Identifier: Apache-2.0
package dev.reprise.coordinator.topology;

import java.util.Optional;

import dev.reprise.runtime.trace.TracedWork;
import dev.reprise.runtime.trace.Tracing;
import dev.reprise.runtime.trace.WorkKind;
import dev.reprise.schemas.decision.Decision;
import dev.reprise.schemas.decision.DecisionRecord;
import dev.reprise.schemas.id.RerunId;

/** Decisions as pieces of work, each in a trace of its own that names what it follows from. */
final class DecisionTrace {
    private final Tracing tracing;
    private final String consumerGroup;

    DecisionTrace(Tracing tracing, String consumerGroup) {
        this.tracing = tracing;
        this.consumerGroup = consumerGroup;
    }

    /** Begins what follows from a decision: its record, and the command, alert or permit that goes with it. */
    TracedWork begin(DecisionRecord told, Origins origins) {
        boolean byRecord = told.cause().topic().isPresent();
        TracedWork work = tracing.beginAnew("decide " + told.decision().kind(),
                byRecord ? WorkKind.CONSUMER : WorkKind.INTERNAL, origins.causes());
        if (!work.isRecorded()) {
            return work;
        }
        work.note("reprise.job", told.job().key()).note("reprise.partition", told.partition().value())
                .note("reprise.run", told.attempt().map(attempt -> attempt.run().value()))
                .note("reprise.decision", told.decision().kind())
                .note("reprise.reason", told.decision().reason().name())
                .note("reprise.rerun.id", rerunId(told.decision()).map(RerunId::value))
                .note("reprise.generation", told.generation()).note("reprise.cause", told.cause().type());
        told.attempt().ifPresent(attempt -> work.note("reprise.attempt", attempt.number()));
        told.cause().topic().ifPresent(topic -> work.note("messaging.system", "kafka")
                .note("messaging.operation.name", "process").note("messaging.operation.type", "process")
                .note("messaging.destination.name", topic).note("messaging.consumer.group.name", consumerGroup));
        told.cause().kafkaPartition().ifPresent(
                number -> work.note("messaging.destination.partition.id", Integer.toString(number)));
        told.cause().offset().ifPresent(offset -> work.note("messaging.kafka.offset", offset));
        return work;
    }

    /** As long as it is open, what is sent belongs to that work. */
    Tracing.Within within(TracedWork work) {
        return tracing.within(work.traceparent());
    }

    /** As long as it is open, what is sent belongs to what the step follows from. */
    Tracing.Within within(Origins origins) {
        return tracing.within(origins.passedOn());
    }

    private static Optional<RerunId> rerunId(Decision decision) {
        return switch (decision) {
            case Decision.Rerun rerun -> Optional.of(rerun.rerunId());
            case Decision.Shadow shadow -> Optional.of(shadow.rerunId());
            case Decision.Withdraw withdraw -> Optional.of(withdraw.rerunId());
            case Decision.Wait wait -> wait.proposal().map(proposal -> proposal.rerunId());
            case Decision.Alert alert -> alert.proposal().map(proposal -> proposal.rerunId());
            case Decision.Suppress _,Decision.Resolve _,Decision.Grant _,Decision.Refuse _ -> Optional.empty();
        };
    }
}
