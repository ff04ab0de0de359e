// SPDX-License-Identifier: Apache-2.0
package dev.reprise.notifier.receiver;

import com.fasterxml.jackson.annotation.JsonSubTypes;
import com.fasterxml.jackson.annotation.JsonTypeInfo;
import java.util.List;

import dev.reprise.notifier.subscription.Subscription;
import dev.reprise.notifier.subscription.Timers;
import dev.reprise.schemas.match.Matcher;

/** One who is told: a channel with its address, its pace, and which alerts concern it. */
@JsonTypeInfo(use = JsonTypeInfo.Id.NAME, property = "type", visible = true)
@JsonSubTypes({@JsonSubTypes.Type(WebhookSpec.class), @JsonSubTypes.Type(EmailSpec.class),
    @JsonSubTypes.Type(PagerDutySpec.class), @JsonSubTypes.Type(AlertmanagerSpec.class),
    @JsonSubTypes.Type(TemplateSpec.class),
    @JsonSubTypes.Type(value = ChatSpec.class, names = {"slack", "teams", "dingtalk", "feishu", "wecom"})})
public sealed interface ReceiverSpec permits WebhookSpec, EmailSpec, PagerDutySpec, ChatSpec, AlertmanagerSpec,
        TemplateSpec {
    /** Its name: part of the keys of the notification log, so a renamed receiver is a new one. */
    String name();

    /** What must hold for an alert to be told to a receiver that no subscription names, all of it; empty means every alert. */
    List<Matcher> match();

    /** How fast and how long. */
    Pace pace();

    /** The kind of channel, a metric label, such as {@code webhook} or {@code slack}. */
    String type();

    /** When it is told, where no subscription says so: each alert at once. */
    default Timers timers() {
        return Timers.AT_ONCE;
    }

    /** Whether a subscription may tell it; notes what stands against that. */
    default void check(Subscription subscription, Checks checks) {}
}
