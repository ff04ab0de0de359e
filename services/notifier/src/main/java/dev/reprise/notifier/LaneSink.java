// SPDX-License-Identifier: Apache-2.0
package dev.reprise.notifier;

import java.time.Duration;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import java.util.function.IntPredicate;
import java.util.function.Predicate;
import java.util.function.Supplier;
import java.util.stream.Collectors;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

import dev.reprise.notifier.feed.AlertSink;
import dev.reprise.notifier.lane.Lane;
import dev.reprise.notifier.lane.Offer;
import dev.reprise.notifier.log.KafkaDeliveryLog;
import dev.reprise.schemas.id.AlertKey;

/**
 * Hands every alert to every lane; each decides by itself whether it concerns its receiver. Routing by subscription takes
 * this place later.
 */
final class LaneSink implements AlertSink {
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
    public int parties() {
        return lanes.size();
    }

    @Override
    public void offer(Supplier<Offer> offers) {
        lanes.forEach(lane -> lane.offer(offers.get()));
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
