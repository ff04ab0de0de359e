// SPDX-License-Identifier: Apache-2.0
package dev.reprise.notifier.lane;

import java.util.List;

import dev.reprise.notifier.channel.AttemptResult;
import dev.reprise.notifier.channel.Delivery;
import dev.reprise.notifier.receiver.ReceiverSpec;
import dev.reprise.runtime.trace.TracedWork;
import dev.reprise.runtime.trace.Traceparent;
import dev.reprise.runtime.trace.Tracing;
import dev.reprise.runtime.trace.WorkKind;
import dev.reprise.schemas.notification.Page;

/** Tries to tell a receiver, as pieces of work below the decision that raised what is told. */
final class DeliveryTrace {
    private final Tracing tracing;
    private final ReceiverSpec receiver;

    DeliveryTrace(Tracing tracing, ReceiverSpec receiver) {
        this.tracing = tracing;
        this.receiver = receiver;
    }

    /** Begins a try; a page of several alerts belongs below the first one and names the others. */
    TracedWork begin(Page page, int attempts) {
        List<Traceparent> decisions = Delivery.decisions(page);
        TracedWork work = tracing.begin("deliver page", WorkKind.CLIENT, decisions.stream().findFirst(),
                decisions.stream().skip(1).toList());
        if (work.isRecorded()) {
            work.note("reprise.receiver", receiver.name()).note("reprise.alert.key", page.alertKey().value())
                    .note("reprise.page.revision", page.revision()).note("reprise.page.reason", page.reason().name())
                    .note("reprise.page.told", page.told().name()).note("reprise.subscription", page.subscription())
                    .note("reprise.page.alerts", page.items().size()).note("reprise.try", attempts);
        }
        return work;
    }

    /** As long as it is open, what the thread does belongs to that work. */
    Tracing.Within within(TracedWork work) {
        return tracing.within(work.traceparent());
    }

    /** Notes what it came to, as a word: details may say what a receiver answered. */
    void note(TracedWork work, AttemptResult result) {
        switch (result) {
            case AttemptResult.Delivered _ -> work.note("reprise.outcome", "delivered");
            case AttemptResult.Refused _ -> work.note("reprise.outcome", "refused").failed("refused");
            case AttemptResult.Gone _ -> work.note("reprise.outcome", "gone").failed("gone");
            case AttemptResult.Failed _ -> work.note("reprise.outcome", "failed").failed("failed");
        }
    }
}
