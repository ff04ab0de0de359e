// SPDX-License-Identifier: Apache-2.0
package dev.reprise.runner.target.conformance;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.List;
import java.util.stream.Collectors;

import dev.reprise.runner.target.CallOutcome;
import dev.reprise.runner.target.Fault;
import dev.reprise.runner.target.FenceOutcome;
import dev.reprise.runner.target.QueryOutcome;
import dev.reprise.runner.target.Stage;
import dev.reprise.runner.target.Target;
import dev.reprise.runner.target.TargetRequest;
import dev.reprise.schemas.job.DispatchClass;

/** One target under one fault: what its calls came to, and how often the scheduler has begun. */
record Trial(Subject subject, Fault fault, List<CallOutcome> outcomes, int effects, int calls) {
    static Trial of(Subject subject, Fault fault) {
        try (Stage stage = subject.stage().open(fault)) {
            assertThat(stage.target().guarantee()).hasSameClassAs(subject.guarantee());
            TargetRequest request = stage.request();
            List<CallOutcome> outcomes = new ArrayList<>();
            stage.arrange(fault);
            if (fault == Fault.STALE_TOKEN) {
                assertThat(stage.target().fence(newer(request))).isEqualTo(new FenceOutcome.Installed());
            }
            outcomes.add(stage.target().call(request));
            stage.heal();
            switch (fault) {
                case FAILED_AGAIN -> stage.failAgain();
                case NAME_FREED -> stage.forget();
                default -> {
                    // nothing happens between the two calls
                }
            }
            if (fault == Fault.DUPLICATE) {
                outcomes.add(stage.target().call(request));
            } else if (repeats(fault, subject.guarantee())) {
                outcomes.add(again(stage.target(), request, subject.guarantee()));
            }
            stage.deliverHeld();
            return new Trial(subject, fault, outcomes, stage.effects(), stage.calls());
        }
    }

    /** Whether no second effect may ever come of it: the class promises it for as long as names are kept. */
    boolean keyed() {
        return subject.guarantee() instanceof DispatchClass.Keyed;
    }

    /** Whether the target promises anything for a second call. */
    boolean guarded() {
        return !(subject.guarantee() instanceof DispatchClass.Opaque);
    }

    /** The ledger repeats a doubt only for a target that promises something for the repetition. */
    private static boolean repeats(Fault fault, DispatchClass guarantee) {
        boolean opaque = guarantee instanceof DispatchClass.Opaque;
        return switch (fault) {
            case FAILED_AGAIN -> true;
            case ANSWER_LOST, ANSWER_LATE, ACCEPTED_THEN_ERROR, GARBAGE, HUGE, ENDLESS, BLIND, DELIVERED_LATE,
                    NAME_FREED, STALE_TOKEN ->
                !opaque;
            case DUPLICATE, DELIVERED_TWICE, REFUSED, CONFLICT_FOREIGN, CONFLICT_OWN, UNREACHABLE -> false;
        };
    }

    /** As the ledger does it: a fenced target is shown a newer token and asked before it is called again. */
    private static CallOutcome again(Target target, TargetRequest request, DispatchClass guarantee) {
        if (!(guarantee instanceof DispatchClass.Fenced)) {
            return target.call(request);
        }
        TargetRequest newer = newer(request);
        assertThat(target.fence(newer)).isEqualTo(new FenceOutcome.Installed());
        return target.query(newer) instanceof QueryOutcome.Found found
                ? new CallOutcome.Accepted(found.externalRun(), true)
                : target.call(newer);
    }

    private static TargetRequest newer(TargetRequest request) {
        return request.allowedBy(request.fence() + 1);
    }

    String cell() {
        return outcomes.stream().map(Trial::word).collect(Collectors.joining(", then ")) + "; "
                + switch (effects) {
                    case 0 -> "no start";
                    case 1 -> "1 start";
                    default -> "**" + effects + " starts**";
                };
    }

    private static String word(CallOutcome outcome) {
        return switch (outcome) {
            case CallOutcome.Accepted accepted -> accepted.adopted() ? "found" : "taken";
            case CallOutcome.Refused refused -> refused.conflict() ? "conflict" : "refused";
            case CallOutcome.Unknown _ -> "in doubt";
            case CallOutcome.NotSent _ -> "not sent";
        };
    }
}
