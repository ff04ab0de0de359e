// SPDX-License-Identifier: Apache-2.0
package dev.reprise.console.command;

import java.time.Instant;
import java.util.List;
import java.util.Optional;

import dev.reprise.schemas.alert.Acknowledgement;
import dev.reprise.schemas.id.AlertKey;
import dev.reprise.schemas.notification.PageReason;
import dev.reprise.schemas.silence.Silence;
import dev.reprise.schemas.subscription.SubscriptionRule;

/** Bodies of the API about alerts. Names and forms are part of its contract: a field may be added, never changed. */
public final class AlertViews {
    private AlertViews() {}

    /**
     * Takes an alert.
     *
     * @param alertKey the alert; required
     * @param lasts for how long, such as {@code 4h}, which is the default; at most 7d
     * @param reason what the person says
     * @param requestId the identity of the click, unless the header {@code Idempotency-Key} gives it
     */
    public record AckBody(Optional<String> alertKey, Optional<String> lasts, Optional<String> reason,
            Optional<String> requestId) {}

    /**
     * Kafka has it that an alert is taken, or no longer taken.
     *
     * @param requestId the identity of the click
     * @param alertKey the alert
     * @param acknowledgement what holds from now on; absent: nobody has taken it
     */
    public record AckReceiptView(String requestId, AlertKey alertKey, Optional<Acknowledgement> acknowledgement) {}

    /**
     * Hides alerts for a while.
     *
     * @param matchers what must hold for an alert, all of it, such as {@code owner="billing"}; required
     * @param startsAt from when on, with its zone; absent: now
     * @param endsAt until when, with its zone
     * @param lasts for how long, such as {@code 2h}, in place of {@code endsAt}
     * @param reason why, 1 to 2048 characters; required
     * @param requestId the identity of the click, unless the header {@code Idempotency-Key} gives it
     */
    public record SilenceBody(Optional<List<String>> matchers, Optional<String> startsAt, Optional<String> endsAt,
            Optional<String> lasts, Optional<String> reason, Optional<String> requestId) {}

    /**
     * What a silence would hide now.
     *
     * @param hides how many open alerts
     * @param open how many open alerts there are
     * @param examples the keys of some that it would hide, at most 20
     */
    public record SilencePreviewView(int hides, int open, List<AlertKey> examples) {}

    /**
     * Kafka has the silence.
     *
     * @param requestId the identity of the click
     * @param silence as it holds from now on
     * @param preview what it hides now
     */
    public record SilenceReceiptView(String requestId, Silence silence, SilencePreviewView preview) {}

    /**
     * A subscription as a person writes it.
     *
     * @param owner who answers for it
     * @param match matchers, all of which must hold; absent: every alert
     * @param groupBy labels whose values alerts that are told together share; absent: job and kind
     * @param groupWait such as {@code 30s}, which is the default
     * @param groupInterval such as {@code 5m}, which is the default
     * @param repeatInterval such as {@code 4h}, which is the default; {@code 0s}: never
     * @param receivers names of receivers of the configuration; required
     * @param fallback the receiver that is told when one of them could not be
     * @param quietHours when only what is critical is told at once
     * @param escalation who is told later, step by step
     * @param requestId the identity of the click, unless the header {@code Idempotency-Key} gives it
     */
    public record SubscriptionBody(Optional<String> owner, Optional<List<String>> match,
            Optional<List<String>> groupBy, Optional<String> groupWait, Optional<String> groupInterval,
            Optional<String> repeatInterval, Optional<List<String>> receivers, Optional<String> fallback,
            Optional<QuietBody> quietHours, Optional<List<StepBody>> escalation, Optional<String> requestId) {}

    /**
     * Quiet hours.
     *
     * @param zone the time zone; required
     * @param from when they begin, {@code HH:mm}; required
     * @param until when they end, {@code HH:mm}; required
     * @param days the days on which they begin, such as {@code MONDAY}; absent: every day
     * @param critical whether what is critical waits, too; false where absent
     */
    public record QuietBody(Optional<String> zone, Optional<String> from, Optional<String> until,
            Optional<List<String>> days, Optional<Boolean> critical) {}

    /**
     * A step of escalation.
     *
     * @param after how long something has fired, such as {@code 30m}; required
     * @param receivers who is told from then on; required
     */
    public record StepBody(Optional<String> after, Optional<List<String>> receivers) {}

    /**
     * Kafka has the change of a subscription.
     *
     * @param requestId the identity of the click
     * @param name the subscription
     * @param before what held before, as far as the read model knows
     * @param after what holds from now on; absent: nothing
     */
    public record SubscriptionReceiptView(String requestId, String name, Optional<SubscriptionRule> before,
            Optional<SubscriptionRule> after) {}

    /**
     * What a subscription would have done.
     *
     * @param since the begin of the time that was looked at
     * @param until its end
     * @param alerts how many alerts it would have told of
     * @param messages how many messages it would have sent, all receivers together
     * @param sample the first of them, at most 20
     */
    public record TrialView(Instant since, Instant until, int alerts, int messages, List<TrialMessageView> sample) {}

    /**
     * A message that would have been sent.
     *
     * @param at when
     * @param receiver to whom
     * @param reason why then
     * @param fresh how many alerts were new to the receiver
     * @param still how many went on
     * @param over how many were over
     * @param first what the first of them was about
     */
    public record TrialMessageView(Instant at, String receiver, PageReason reason, int fresh, int still, int over,
            String first) {}
}
