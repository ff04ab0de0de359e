// SPDX-License-Identifier: Apache-2.0
package dev.reprise.runner.target.conformance;

import java.time.Duration;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;

import dev.reprise.runner.SchedulerTargets;
import dev.reprise.runner.target.CallOutcome;
import dev.reprise.runner.target.Secrets;
import dev.reprise.runner.target.Target;
import dev.reprise.runner.target.TargetRequest;
import dev.reprise.runner.target.http.HttpSettings;
import dev.reprise.runner.target.http.HttpTargets;
import dev.reprise.schemas.job.DispatchClass;
import dev.reprise.schemas.job.TargetSpec;
import dev.reprise.schemas.wire.WireCodec;

/** One target under one fault: what its calls came to, and how often the scheduler has begun. */
record Trial(Subject subject, Fault fault, boolean keyed, List<CallOutcome> outcomes, int effects, int requests) {
    /** Long enough for a slow machine where an answer comes; short where none does. */
    private static final Duration PATIENT = Duration.ofSeconds(60);
    private static final Duration SHORT = Duration.ofSeconds(3);

    static Trial of(Subject subject, Fault fault) {
        try (StubServer server = new StubServer(subject.play().get())) {
            String url = fault == Fault.UNREACHABLE ? "http://127.0.0.1:1" : server.url();
            Target target = target(subject.spec().apply(url, fault.isSlow() ? SHORT : PATIENT));
            boolean keyed = target.guarantee() instanceof DispatchClass.Keyed;
            TargetRequest request = subject.request();
            List<CallOutcome> outcomes = new ArrayList<>();
            server.arrange(fault);
            outcomes.add(target.call(request));
            server.heal();
            switch (fault) {
                case FAILED_AGAIN -> server.failAgain();
                case NAME_FREED -> server.forget();
                default -> {
                    // nothing happens between the two calls
                }
            }
            if (repeats(fault, keyed)) {
                outcomes.add(target.call(request));
            }
            return new Trial(subject, fault, keyed, outcomes, server.effects(), server.calls());
        }
    }

    /** Whether it makes sense for the class of the target: only one that keeps names can find its own, or forget it. */
    static boolean applies(Fault fault, boolean keyed) {
        return keyed || fault != Fault.CONFLICT_OWN && fault != Fault.NAME_FREED;
    }

    /** The ledger repeats a doubt only for a keyed target; a call after a clear end is repeated here for every target. */
    private static boolean repeats(Fault fault, boolean keyed) {
        return switch (fault) {
            case DUPLICATE, FAILED_AGAIN -> true;
            case ANSWER_LOST, ANSWER_LATE, ACCEPTED_THEN_ERROR, GARBAGE, HUGE, ENDLESS, BLIND, NAME_FREED -> keyed;
            case DELIVERED_TWICE, REFUSED, CONFLICT_FOREIGN, CONFLICT_OWN, UNREACHABLE -> false;
        };
    }

    String cell() {
        return outcomes.stream().map(Trial::word).collect(Collectors.joining(", then ")) + "; "
                + switch (effects) {
                    case 0 -> "no start";
                    case 1 -> "1 start";
                    default -> "**" + effects + " starts**";
                };
    }

    static String word(CallOutcome outcome) {
        return switch (outcome) {
            case CallOutcome.Accepted accepted -> accepted.adopted() ? "found" : "taken";
            case CallOutcome.Refused refused -> refused.conflict() ? "conflict" : "refused";
            case CallOutcome.Unknown _ -> "in doubt";
            case CallOutcome.NotSent _ -> "not sent";
        };
    }

    private static Target target(TargetSpec spec) {
        Secrets secrets = new Secrets(Map.of("TOKEN", "s3cret-token")::get);
        WireCodec codec = new WireCodec();
        return switch (spec) {
            case TargetSpec.Http http -> new HttpTargets(HttpSettings.defaults(), secrets, codec.mapper()).of(http);
            case TargetSpec.Scheduler scheduler -> new SchedulerTargets(HttpSettings.defaults(), secrets,
                    codec.mapper(), InstantSource.system()).of(scheduler);
            case TargetSpec.Process _ -> throw new IllegalArgumentException("a process has a kit of its own");
        };
    }
}
