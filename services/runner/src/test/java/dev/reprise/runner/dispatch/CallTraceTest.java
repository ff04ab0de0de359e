// SPDX-License-Identifier: Apache-2.0
package dev.reprise.runner.dispatch;

import static org.assertj.core.api.Assertions.assertThat;

import io.micrometer.core.instrument.simple.SimpleMeterRegistry;
import io.opentelemetry.api.common.AttributeKey;
import io.opentelemetry.api.trace.SpanKind;
import io.opentelemetry.api.trace.StatusCode;
import io.opentelemetry.sdk.testing.junit5.OpenTelemetryExtension;
import io.opentelemetry.sdk.trace.data.SpanData;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

import dev.reprise.runner.ledger.Action;
import dev.reprise.runner.ledger.DispatchMachine;
import dev.reprise.runner.ledger.DispatchRules;
import dev.reprise.runner.ledger.Ledger;
import dev.reprise.runner.ledger.Reruns;
import dev.reprise.runner.ledger.RetryTimes;
import dev.reprise.runner.target.CallOutcome;
import dev.reprise.runner.target.QueryOutcome;
import dev.reprise.runner.target.Target;
import dev.reprise.runner.target.TargetRequest;
import dev.reprise.runtime.failpoint.Failpoints;
import dev.reprise.runtime.trace.Traceparent;
import dev.reprise.runtime.trace.Tracing;
import dev.reprise.schemas.id.RunId;
import dev.reprise.schemas.job.DispatchClass;

/** A call belongs below the decision that it carries out, and the target below the call. */
final class CallTraceTest {
    @RegisterExtension
    static final OpenTelemetryExtension TRACES = OpenTelemetryExtension.create();

    private static final Traceparent DECISION = new Traceparent("a".repeat(32), "b".repeat(16), "01");
    private final List<TargetRequest> asked = new CopyOnWriteArrayList<>();

    private record Case(CallOutcome outcome, String word, StatusCode status) {}

    static List<Case> cases() {
        return List.of(new Case(new CallOutcome.Accepted(new RunId("ext-1"), false), "accepted", StatusCode.UNSET),
                new Case(new CallOutcome.Accepted(new RunId("ext-1"), true), "adopted", StatusCode.UNSET),
                new Case(new CallOutcome.Refused(false, "s3cret"), "refused", StatusCode.ERROR),
                new Case(new CallOutcome.Refused(true, "s3cret"), "conflict", StatusCode.ERROR),
                new Case(new CallOutcome.Unknown("s3cret"), "in-doubt", StatusCode.ERROR),
                new Case(new CallOutcome.NotSent("s3cret"), "not-sent", StatusCode.ERROR));
    }

    @ParameterizedTest
    @MethodSource("cases")
    void shouldSayWhatTheCallCameTo(Case each) throws Exception {
        call(each.outcome(), new Tracing(TRACES.getOpenTelemetry()), Optional.of(DECISION));

        SpanData span = TRACES.getSpans().getFirst();
        assertThat(TRACES.getSpans()).hasSize(1);
        assertThat(span.getName()).isEqualTo("call target");
        assertThat(span.getKind()).isEqualTo(SpanKind.CLIENT);
        assertThat(span.getParentSpanId()).isEqualTo(DECISION.spanId());
        assertThat(span.getStatus().getStatusCode()).isEqualTo(each.status());
        assertThat(span.getAttributes().get(AttributeKey.stringKey("reprise.outcome"))).isEqualTo(each.word());
        assertThat(span.getAttributes().get(AttributeKey.stringKey("reprise.target"))).isEqualTo("process");
        assertThat(span.getAttributes().get(AttributeKey.stringKey("reprise.rerun.id"))).startsWith("rr-");
        assertThat(span.toString()).doesNotContain("s3cret");
        assertThat(asked.getFirst().traceparent())
                .contains(new Traceparent(DECISION.traceId(), span.getSpanId(), "01"));
    }

    @Test
    void shouldHandOnWhatTheCommandCarriesWhereNothingIsInstalled() throws Exception {
        CallOutcome accepted = new CallOutcome.Accepted(new RunId("ext-1"), false);
        call(accepted, Tracing.off(), Optional.of(DECISION));
        call(accepted, Tracing.off(), Optional.empty());

        assertThat(asked).extracting(TargetRequest::traceparent).containsExactly(Optional.of(DECISION),
                Optional.empty());
        assertThat(TRACES.getSpans()).isEmpty();
    }

    private void call(CallOutcome outcome, Tracing tracing, Optional<Traceparent> decision) throws Exception {
        Target target = new Target() {
            @Override
            public DispatchClass guarantee() {
                return new DispatchClass.Keyed(Duration.ofHours(24));
            }

            @Override
            public Reach reach() {
                return Reach.ANYWHERE;
            }

            @Override
            public CallOutcome call(TargetRequest request) {
                asked.add(request);
                return outcome;
            }

            @Override
            public QueryOutcome query(TargetRequest request) {
                return new QueryOutcome.NotFound();
            }
        };
        CompletableFuture<CallPool.Finished> end = new CompletableFuture<>();
        try (CallPool pool = new CallPool(_ -> target,
                new RunnerMetrics(new SimpleMeterRegistry(), new TopicNames("t.")), Failpoints.none(),
                new CallTrace(tracing))) {
            pool.ask(firstCall(target), decision, end::complete);
            end.get(120, TimeUnit.SECONDS);
        }
    }

    private static Action.Ask firstCall(Target target) {
        DispatchMachine machine = new DispatchMachine(new DispatchMachine.Ownership(0, new Ledger(), "traceparent"),
                new DispatchMachine.Limits(1, 1), new DispatchRules(RetryTimes.defaults()),
                _ -> new DispatchMachine.Assurance(target.guarantee(), target.reach()));
        machine.take(3, Reruns.aStart("orders", Reruns.aProcess("true")));
        machine.next(Reruns.NOW);
        machine.written(1, Reruns.NOW);
        return (Action.Ask) machine.next(Reruns.NOW).orElseThrow();
    }
}
