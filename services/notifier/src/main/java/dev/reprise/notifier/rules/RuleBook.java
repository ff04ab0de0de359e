// SPDX-License-Identifier: Apache-2.0
package dev.reprise.notifier.rules;

import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.function.Supplier;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

import dev.reprise.notifier.receiver.NotifierConfig;
import dev.reprise.notifier.subscription.Subscription;
import dev.reprise.notifier.subscription.Subscriptions;
import dev.reprise.notifier.subscription.Watchdog;
import dev.reprise.runtime.config.ConfigException;
import dev.reprise.runtime.config.ConfigProblem;
import dev.reprise.schemas.alert.Acknowledgement;
import dev.reprise.schemas.alert.Alert;
import dev.reprise.schemas.alert.AlertResolved;
import dev.reprise.schemas.id.AlertKey;
import dev.reprise.schemas.match.AlertLabels;
import dev.reprise.schemas.silence.Silence;
import dev.reprise.schemas.subscription.SubscriptionRule;
import dev.reprise.schemas.topic.Topics;

/**
 * Keeps the rules up to date as records and configurations come. One thread writes; every thread may ask for the rules in
 * force.
 */
public final class RuleBook implements Supplier<Rules> {
    private static final Logger LOGGER = LoggerFactory.getLogger(RuleBook.class);
    /** How long one that has ended is remembered: its record may come again late. */
    private static final Duration FORGOTTEN_AFTER = Duration.ofHours(1);
    private final InstantSource clock;
    private final Map<String, Silence> silences = new TreeMap<>();
    private final Map<AlertKey, Acknowledgement> taken = new HashMap<>();
    private final Map<String, SubscriptionRule> ofPeople = new TreeMap<>();
    private final Map<AlertKey, Map<String, String>> sources = new HashMap<>();
    private NotifierConfig config;
    private Subscriptions subscriptions;
    private final Map<String, Subscription> usable = new TreeMap<>();
    private boolean changed;
    private boolean otherSubscriptions;
    private Instant lookedAt;
    private volatile Rules rules;

    /**
     * A book that knows the configuration alone.
     *
     * @param config receivers, subscriptions and inhibition
     * @param clock the time
     */
    public RuleBook(NotifierConfig config, InstantSource clock) {
        this.config = config;
        this.clock = clock;
        this.subscriptions = config.inForce(List.of());
        this.lookedAt = clock.instant();
        this.rules = Rules.of(subscriptions);
    }

    @Override
    public Rules get() {
        return rules;
    }

    /** Another configuration is in force; receivers stay those of the start. */
    public synchronized void reconfigure(NotifierConfig other) {
        config = other;
        sources.clear(); // another rule may have other sources: the reader reads the alerts anew
        ofPeople.keySet().forEach(this::read);
        otherSubscriptions = true;
        changed = true;
        publish();
    }

    /** Takes one record of a topic; one without a value ends its key. */
    synchronized void take(Topics topic, String key, Optional<Record> data) {
        switch (topic) {
            case SILENCES -> put(silences, key, data, Silence.class);
            case ACKNOWLEDGEMENTS -> put(taken, new AlertKey(key), data, Acknowledgement.class);
            case SUBSCRIPTIONS -> {
                put(ofPeople, key, data, SubscriptionRule.class);
                read(key);
                otherSubscriptions = true;
            }
            case ALERTS -> source(new AlertKey(key), data);
            default -> throw new IllegalStateException("no rule comes from " + topic);
        }
    }

    private <K, V> void put(Map<K, V> map, K key, Optional<Record> data, Class<V> type) {
        if (data.isPresent()) {
            map.put(key, type.cast(data.get()));
        } else {
            map.remove(key);
        }
        changed = true;
    }

    /** Only alerts that stand for others are kept. */
    private void source(AlertKey key, Optional<Record> data) {
        Optional<Map<String, String>> labels = data.map(Alert.class::cast)
                .filter(alert -> !(alert instanceof AlertResolved)).map(AlertLabels::of)
                .filter(all -> !Watchdog.isOne(all))
                .filter(all -> config.inhibit().stream().anyMatch(rule -> rule.isSource(all)));
        Object before = labels.isPresent() ? sources.put(key, labels.get()) : sources.remove(key);
        changed |= !Optional.ofNullable(before).equals(labels);
    }

    /** Each is read once, when it comes: a change of one must not cost as much as all of them. */
    private void read(String name) {
        SubscriptionRule rule = ofPeople.get(name);
        usable.remove(name);
        if (rule == null) {
            return;
        }
        try {
            Subscription read = Subscription.of(rule);
            List<ConfigProblem> problems = config.problemsOf(read);
            if (problems.isEmpty()) {
                usable.put(name, read);
            } else {
                complain(rule, problems);
            }
        } catch (ConfigException e) {
            complain(rule, e.problems());
        }
    }

    private static void complain(SubscriptionRule rule, List<ConfigProblem> problems) {
        LOGGER.atError().addKeyValue("subscription", rule.name()).addKeyValue("problems", problems)
                .log("subscription cannot be used");
    }

    /** Makes what was taken in visible, when anything has changed or a silence has begun or ended. */
    synchronized void publish() {
        Instant now = clock.instant();
        changed |= silences.values().stream().anyMatch(each -> each.activeAt(now) != each.activeAt(lookedAt));
        lookedAt = now;
        if (!changed) {
            return;
        }
        changed = false;
        if (otherSubscriptions) {
            otherSubscriptions = false;
            subscriptions = config.inForce(List.copyOf(usable.values()));
        }
        silences.values().removeIf(each -> each.endsAt().plus(FORGOTTEN_AFTER).isBefore(now));
        taken.values().removeIf(each -> each.expiresAt().plus(FORGOTTEN_AFTER).isBefore(now));
        rules = new Rules(rules.version() + 1, subscriptions,
                silences.values().stream().sorted(Comparator.comparing(Silence::endsAt).reversed()).toList(), taken,
                Inhibition.of(config.inhibit(), sources));
    }
}
