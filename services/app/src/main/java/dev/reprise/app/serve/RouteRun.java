// SPDX-License-Identifier: Apache-2.0
package dev.reprise.app.serve;

import java.nio.file.Path;
import java.time.Duration;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.Function;
import java.util.stream.Collectors;

import dev.reprise.app.config.ConfigFile;
import dev.reprise.notifier.TestDelivery;
import dev.reprise.notifier.receiver.NotifierConfig;
import dev.reprise.notifier.receiver.ReceiverSpec;
import dev.reprise.notifier.subscription.Subscription;
import dev.reprise.notifier.subscription.Timers;
import dev.reprise.runtime.config.ConfigException;
import dev.reprise.runtime.config.DurationText;

/** {@code reprise alerts route-test}: asks the subscriptions of a configuration, and no server. */
public final class RouteRun {
    private RouteRun() {}

    /**
     * A subscription that would tell.
     *
     * @param subscription its name
     * @param owner whose alerts it tells, where it is limited to one
     * @param receivers who is told
     * @param fallback who is told where that fails
     * @param groupBy the labels by which alerts are told together
     * @param groupWait how long the first message waits for others
     * @param groupInterval how long later ones wait
     * @param repeatInterval after which time what still fires is told again, or {@code never}
     */
    public record Line(String subscription, Optional<String> owner, List<String> receivers, Optional<String> fallback,
            List<String> groupBy, String groupWait, String groupInterval, String repeatInterval) {}

    /**
     * The subscriptions by which an alert with these labels would be told, in their order.
     *
     * @param config the configuration file, if there is one
     * @throws ConfigException naming each setting that is wrong
     */
    public static List<Line> of(Optional<Path> config, Map<String, String> environment, Map<String, String> labels) {
        return ConfigFile.read(config, environment).notifier().inForce().of(labels).stream().map(RouteRun::line)
                .toList();
    }

    /**
     * Who was sent a test.
     *
     * @param receiver the receiver
     * @param problem why it could not be told; absent when it was
     */
    public record Sent(String receiver, Optional<String> problem) {}

    /**
     * Sends a test, from here, to each receiver that an alert with these labels may reach: by the subscriptions, their
     * fallbacks and their escalations.
     *
     * @param config the configuration file, if there is one
     * @throws ConfigException naming each setting that is wrong
     * @throws InterruptedException when the process is about to end
     */
    public static List<Sent> send(Optional<Path> config, Map<String, String> environment, Map<String, String> labels)
            throws InterruptedException {
        NotifierConfig notifier = ConfigFile.read(config, environment).notifier();
        Set<String> names = new LinkedHashSet<>();
        notifier.inForce().of(labels).forEach(each -> names.addAll(each.everyReceiver()));
        return send(notifier, names);
    }

    /**
     * Sends a test, from here, to receivers by name.
     *
     * @param config the configuration file, if there is one
     * @throws ConfigException naming each setting that is wrong
     * @throws InterruptedException when the process is about to end
     */
    public static List<Sent> send(Optional<Path> config, Map<String, String> environment, Set<String> names)
            throws InterruptedException {
        return send(ConfigFile.read(config, environment).notifier(), names);
    }

    private static List<Sent> send(NotifierConfig notifier, Set<String> names) throws InterruptedException {
        TestDelivery test = new TestDelivery(notifier.links(), InstantSource.system());
        Map<String, ReceiverSpec> receivers = notifier.receivers().stream()
                .collect(Collectors.toMap(ReceiverSpec::name, Function.identity()));
        List<Sent> sent = new ArrayList<>();
        for (String name : names) {
            ReceiverSpec receiver = receivers.get(name);
            sent.add(new Sent(name, receiver == null
                    ? Optional.of("the configuration has no receiver of that name")
                    : test.send(receiver)));
        }
        return sent;
    }

    private static Line line(Subscription subscription) {
        Timers timers = subscription.timers();
        return new Line(subscription.name(), subscription.owner(), List.copyOf(subscription.receivers()),
                subscription.fallback(), List.copyOf(subscription.grouping().labels()),
                DurationText.format(timers.groupWait()), DurationText.format(timers.groupInterval()),
                repeat(timers.repeatInterval()));
    }

    private static String repeat(Duration interval) {
        return interval.isZero() ? "never" : DurationText.format(interval);
    }
}
