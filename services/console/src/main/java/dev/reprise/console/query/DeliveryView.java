// SPDX-License-Identifier: Apache-2.0
package dev.reprise.console.query;

import java.time.Instant;
import java.util.List;
import java.util.Optional;

import dev.reprise.console.store.Delivery;
import dev.reprise.schemas.decision.Reason;
import dev.reprise.schemas.decision.Severity;
import dev.reprise.schemas.decision.Statement;
import dev.reprise.schemas.id.AlertKey;
import dev.reprise.schemas.id.InstanceId;
import dev.reprise.schemas.notification.Notification;
import dev.reprise.schemas.notification.Page;
import dev.reprise.schemas.notification.PageChange;
import dev.reprise.schemas.notification.PageItem;
import dev.reprise.schemas.notification.PageReason;
import dev.reprise.schemas.notification.Told;

/**
 * What one receiver was told, and how that went.
 *
 * @param channel the receiver
 * @param group the alert, or the group of alerts
 * @param revision counts what this receiver was told of this group
 * @param at when it was decided
 * @param outcome {@code PENDING} before the first try; then {@code SENT}, {@code RETRYING} or {@code FAILED}
 * @param attempts tries so far
 * @param triedAt when the last try ended
 * @param detail the error in short
 * @param statements the detail apart from any language, where it is no foreign text
 * @param told what the receiver believes after it
 * @param reason why it was sent then
 * @param subscription the rule by which the receiver is told
 * @param why the rule in words
 * @param severity of the worst alert
 * @param fresh how many alerts were new to the receiver
 * @param still how many went on
 * @param over how many were over
 * @param items the alerts, as far as the page carries them
 */
public record DeliveryView(String channel, AlertKey group, long revision, Instant at, String outcome, int attempts,
        Optional<Instant> triedAt, Optional<String> detail, List<Statement> statements, Optional<Told> told,
        Optional<PageReason> reason,
        Optional<String> subscription, Optional<String> why, Optional<Severity> severity, int fresh, int still,
        int over, List<ItemView> items) {

    /**
     * One alert of a page.
     *
     * @param alertKey the alert
     * @param instance its instance
     * @param change what the receiver learnt
     * @param kind the reason of the decision that opened it
     * @param meaning what that means
     */
    public record ItemView(AlertKey alertKey, InstanceId instance, PageChange change, Reason kind, String meaning) {
        static ItemView of(PageItem item) {
            return new ItemView(item.alertKey(), new InstanceId(item.content().job(), item.content().partition()),
                    item.change(), item.kind(), item.kind().meaning());
        }
    }

    /** The view of a delivery. */
    public static DeliveryView of(Delivery delivery) {
        Optional<Page> page = delivery.page();
        Optional<Notification> last = delivery.notification();
        return new DeliveryView(delivery.channel(), delivery.group(), delivery.revision(), delivery.writtenAt(),
                last.map(each -> each.outcome().name()).orElse("PENDING"), last.map(Notification::attempts).orElse(0),
                last.map(Notification::at), last.flatMap(Notification::detail),
                last.map(Notification::statements).orElse(List.of()),
                page.map(Page::told).or(() -> last.map(Notification::told)), page.map(Page::reason),
                page.map(Page::subscription), page.map(Page::why), page.map(Page::severity),
                page.map(Page::fresh).orElse(0), page.map(Page::still).orElse(0), page.map(Page::over).orElse(0),
                page.map(Page::items).orElse(List.of()).stream().map(ItemView::of).toList());
    }
}
