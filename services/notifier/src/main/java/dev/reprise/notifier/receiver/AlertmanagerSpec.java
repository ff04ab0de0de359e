// SPDX-License-Identifier: Apache-2.0
package dev.reprise.notifier.receiver;

import com.fasterxml.jackson.annotation.JsonCreator;
import com.fasterxml.jackson.annotation.JsonIgnoreProperties;
import com.fasterxml.jackson.annotation.JsonTypeName;
import java.net.URI;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

import dev.reprise.notifier.subscription.Subscription;
import dev.reprise.notifier.subscription.Timers;
import dev.reprise.runtime.config.ConfigException;
import dev.reprise.runtime.config.DurationText;
import dev.reprise.runtime.config.Secret;
import dev.reprise.schemas.match.Matcher;

/**
 * A Prometheus Alertmanager, told by its API v2.
 *
 * @param name the receiver
 * @param url its address, without {@code /api/v2/alerts}
 * @param headers further headers, such as {@code authorization}
 * @param timeout how long one try may take, 100ms to 2m (default 15s)
 * @param allowLoopback whether the address may be this machine (default false)
 * @param pace how fast and how long (default 600 a minute and 100 at once)
 * @param match which alerts concern it
 */
@JsonIgnoreProperties("type") // read as the kind of receiver, before this record is made
@JsonTypeName("alertmanager")
public record AlertmanagerSpec(String name, URI url, Map<String, Secret> headers, Duration timeout,
        boolean allowLoopback, Pace pace, List<Matcher> match) implements ReceiverSpec {
    private static final Duration DEFAULT_TIMEOUT = Duration.ofSeconds(15);
    private static final Pace DEFAULT_PACE = new Pace(600, 100, Duration.ofHours(1));
    /** It ends what is not told again within five minutes. */
    private static final Duration LONGEST_REPEAT = Duration.ofMinutes(4);
    private static final Timers TIMERS = new Timers(Duration.ZERO, Duration.ZERO, Duration.ofMinutes(1));

    /**
     * Checks everything.
     *
     * @throws ConfigException naming every problem
     */
    public AlertmanagerSpec {
        headers = Map.copyOf(headers);
        match = List.copyOf(match);
        Checks checks = new Checks();
        checks.name(name);
        checks.secretUrl("url", Secret.of(url.toString()));
        checks.timeout("timeout", timeout);
        checks.headers(headers);
        checks.throwIfAny();
    }

    /** As configured; what is absent takes its default, what must be given and is absent is a problem. */
    @JsonCreator
    public static AlertmanagerSpec of(@Nullable String name, @Nullable URI url, @Nullable Map<String, Secret> headers,
            @Nullable Duration timeout, @Nullable Boolean allowLoopback, @Nullable Pace pace,
            @Nullable List<Matcher> match) {
        return new AlertmanagerSpec(name == null ? "" : name, url == null ? URI.create("") : url,
                headers == null ? Map.of() : headers, timeout == null ? DEFAULT_TIMEOUT : timeout,
                allowLoopback != null && allowLoopback, pace == null ? DEFAULT_PACE : pace,
                match == null ? List.of() : match);
    }

    @Override
    public String type() {
        return "alertmanager";
    }

    /** Each alert at once, and again every minute while it fires. */
    @Override
    public Timers timers() {
        return TIMERS;
    }

    @Override
    public void check(Subscription subscription, Checks checks) {
        Duration repeat = subscription.timers().repeatInterval();
        if (!subscription.grouping().each()) {
            checks.problem("group-by", "is " + subscription.grouping() + ", and the Alertmanager " + name
                    + " groups by itself", "write group-by: ['...']");
        }
        if (repeat.isZero() || repeat.compareTo(LONGEST_REPEAT) > 0) {
            checks.problem("repeat-interval", "is " + DurationText.format(repeat) + ", and the Alertmanager " + name
                    + " ends what is not told again within 5m", "give 1m to 4m");
        }
        if (subscription.quietHours().isPresent()) {
            checks.problem("quiet-hours", "would let the Alertmanager " + name + " end what still fires",
                    "use its own mute time intervals");
        }
    }
}
