// SPDX-License-Identifier: Apache-2.0
package dev.reprise.notifier;

import java.time.InstantSource;

import dev.reprise.notifier.alertmanager.AlertmanagerChannel;
import dev.reprise.notifier.channel.Channel;
import dev.reprise.notifier.chat.ChatChannel;
import dev.reprise.notifier.email.EmailChannel;
import dev.reprise.notifier.message.Links;
import dev.reprise.notifier.pagerduty.PagerDutyChannel;
import dev.reprise.notifier.receiver.AlertmanagerSpec;
import dev.reprise.notifier.receiver.ChatSpec;
import dev.reprise.notifier.receiver.EmailSpec;
import dev.reprise.notifier.receiver.PagerDutySpec;
import dev.reprise.notifier.receiver.ReceiverSpec;
import dev.reprise.notifier.receiver.TemplateSpec;
import dev.reprise.notifier.receiver.WebhookSpec;
import dev.reprise.notifier.template.TemplateChannel;
import dev.reprise.notifier.webhook.WebhookChannel;
import dev.reprise.schemas.wire.WireCodec;

/** The one way to a receiver, by its kind. */
final class Channels {
    private Channels() {}

    static Channel open(ReceiverSpec receiver, Links links, InstantSource clock) {
        return switch (receiver) {
            case WebhookSpec webhook -> new WebhookChannel(webhook, new WireCodec(), clock);
            case EmailSpec email -> new EmailChannel(email);
            case PagerDutySpec pager -> new PagerDutyChannel(pager, links, new WireCodec().mapper(), clock);
            case AlertmanagerSpec peer -> new AlertmanagerChannel(peer, links, new WireCodec().mapper(), clock);
            case TemplateSpec other -> new TemplateChannel(other, links, new WireCodec().mapper(), clock);
            case ChatSpec chat -> new ChatChannel(chat, links, new WireCodec().mapper(), clock);
        };
    }
}
