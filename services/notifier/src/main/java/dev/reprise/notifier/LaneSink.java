// SPDX-License-Identifier: Apache-2.0
package dev.reprise.notifier;

import java.time.Duration;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import java.util.function.IntPredicate;
import java.util.function.Predicate;
import java.util.stream.Collectors;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

import dev.reprise.notifier.feed.PageSink;
import dev.reprise.notifier.lane.Lane;
import dev.reprise.notifier.lane.Offer;
import dev.reprise.notifier.log.KafkaDeliveryLog;
import dev.reprise.schemas.id.AlertKey;
import dev.reprise.schemas.notification.Page;

/** Hands every page to the lane of its receiver. */
final class LaneSink implements PageSink {
    private static final Logger LOGGER = LoggerFactory.getLogger(LaneSink.class);
    private final List<Lane> lanes;
    private final KafkaDeliveryLog log;
    private final List<String> receivers;

    LaneSink(List<Lane> lanes, KafkaDeliveryLog log) {
        this.lanes = lanes;
        this.log = log;
        this.receivers = lanes.stream().map(lane -> lane.receiver().name()).toList();
    }

    @Override
    public int parties(Page page) {
        if (receivers.contains(page.channel())) {
            return 1;
        }
        LOGGER.atError().addKeyValue("receiver", page.channel()).addKeyValue("alertKey", page.alertKey())
                .log("page for a receiver that is not configured");
        return 0;
    }

    @Override
    public void offer(Offer offer) {
        lanes.stream().filter(lane -> lane.receiver().name().equals(offer.page().channel()))
                .forEach(lane -> lane.offer(offer));
    }

    @Override
    public void load() {
        log.load();
        Set<String> unknown = log.openEntries().stream().map(entry -> entry.notification().channel())
                .filter(channel -> !receivers.contains(channel)).collect(Collectors.toCollection(TreeSet::new));
        if (!unknown.isEmpty()) {
            LOGGER.atError().addKeyValue("receivers", unknown)
                    .log("receivers that know of firing alerts are no longer configured and will not hear their end");
        }
    }

    @Override
    public boolean owes(AlertKey alertKey) {
        return log.hasOpen(alertKey, receivers);
    }

    @Override
    public void retain(Predicate<AlertKey> wanted) {
        log.retain(wanted);
    }

    @Override
    public void drop(IntPredicate lost, Duration patience) {
        lanes.forEach(lane -> lane.drop(lost, patience));
    }
}
