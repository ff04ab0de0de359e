// SPDX-License-Identifier: Apache-2.0
package dev.reprise.notifier;

import java.time.Instant;
import java.time.InstantSource;
import java.util.List;
import java.util.Optional;

import dev.reprise.notifier.channel.AttemptResult;
import dev.reprise.notifier.channel.Channel;
import dev.reprise.notifier.channel.Delivery;
import dev.reprise.notifier.channel.DeliveryId;
import dev.reprise.notifier.message.Links;
import dev.reprise.notifier.receiver.ReceiverSpec;
import dev.reprise.notifier.subscription.Watchdog;
import dev.reprise.schemas.alert.Alert;
import dev.reprise.schemas.alert.AlertResolved;
import dev.reprise.schemas.decision.Reason;
import dev.reprise.schemas.id.AlertKey;
import dev.reprise.schemas.notification.Page;
import dev.reprise.schemas.notification.PageChange;
import dev.reprise.schemas.notification.PageItem;
import dev.reprise.schemas.notification.PageReason;
import dev.reprise.schemas.notification.Told;

/**
 * Tells one receiver a test alert and at once its end, by the same channel as in earnest, once and without the log. Nothing
 * remains open at the receiver.
 */
public final class TestDelivery {
    private static final String WHY = "a test that a person has asked for, by a command of reprise with --send";
    private final Links links;
    private final InstantSource clock;

    /**
     * For receivers of one configuration.
     *
     * @param links where readers find more
     * @param clock the time
     */
    public TestDelivery(Links links, InstantSource clock) {
        this.links = links;
        this.clock = clock;
    }

    /**
     * Tells a receiver.
     *
     * @return why it could not be told, without secrets; nothing when it took both messages
     * @throws InterruptedException when the process is about to end
     */
    public Optional<String> send(ReceiverSpec receiver) throws InterruptedException {
        Instant now = clock.instant();
        Alert firing = Watchdog.next(Optional.empty(), true, now).orElseThrow();
        Alert over = Watchdog.next(Optional.of(firing), false, now).orElseThrow();
        try (Channel channel = Channels.open(receiver, links, clock)) {
            channel.prepare();
            Optional<String> problem = problem(channel.deliver(delivery(receiver, firing, now)));
            return problem.isPresent() ? problem : problem(channel.deliver(delivery(receiver, over, now)));
        }
    }

    private static Delivery delivery(ReceiverSpec receiver, Alert alert, Instant now) {
        boolean over = alert instanceof AlertResolved;
        // A key of its own: it must not open or close what a watchdog in earnest has opened.
        AlertKey key = new AlertKey(Watchdog.KIND.name() + "/test/" + receiver.name() + "/" + now.toEpochMilli());
        PageItem item = new PageItem(key, alert.revision(), over ? PageChange.RESOLVED : PageChange.NEW, alert.kind(),
                alert.severity(), alert.content(), alert.startsAt(), over ? Optional.of(now) : Optional.empty(),
                over ? Optional.of(Reason.CLOSED_BY_PERSON) : Optional.empty());
        Page page = new Page(key, receiver.name(), alert.revision(), over ? Told.RESOLVED : Told.FIRING,
                over ? PageReason.ALL_RESOLVED : PageReason.FIRST, "test", WHY, alert.severity(), now, now,
                over ? 0 : 1, 0, over ? 1 : 0, List.of(item));
        return new Delivery(DeliveryId.of(page), page, now);
    }

    private static Optional<String> problem(AttemptResult result) {
        return switch (result) {
            case AttemptResult.Delivered _ -> Optional.empty();
            case AttemptResult.Refused(String detail) -> Optional.of(detail);
            case AttemptResult.Gone(String detail) -> Optional.of(detail + ": it wants no more messages");
            case AttemptResult.Failed(String detail, _, _) -> Optional.of(detail);
        };
    }
}
