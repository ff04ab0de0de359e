// SPDX-License-Identifier: Apache-2.0
package dev.reprise.notifier.receiver;

import com.fasterxml.jackson.annotation.JsonCreator;
import com.fasterxml.jackson.annotation.JsonIgnoreProperties;
import com.fasterxml.jackson.annotation.JsonTypeName;
import java.net.URI;
import java.time.Duration;
import java.util.List;
import org.jspecify.annotations.Nullable;

import dev.reprise.notifier.message.Language;
import dev.reprise.runtime.config.ConfigException;
import dev.reprise.runtime.config.Secret;
import dev.reprise.schemas.match.Matcher;

/**
 * PagerDuty, Events API v2.
 *
 * @param name the receiver; a new routing key is best given under a new name, since PagerDuty drops a resolve that comes
 *        under another key than its trigger
 * @param routingKey the integration key of the service, 32 letters and digits
 * @param url where to post (default PagerDuty's own)
 * @param language of the texts (default en)
 * @param timeout how long one try may take, 100ms to 2m (default 15s)
 * @param allowLoopback whether the address may be this machine (default false)
 * @param pace how fast and how long (default 60 a minute and 20 at once)
 * @param match which alerts concern it
 */
@JsonIgnoreProperties("type") // read as the kind of receiver, before this record is made
@JsonTypeName("pagerduty")
public record PagerDutySpec(String name, Secret routingKey, URI url, Language language, Duration timeout,
        boolean allowLoopback, Pace pace, List<Matcher> match) implements ReceiverSpec {
    private static final URI DEFAULT_URL = URI.create("https://events.pagerduty.com/v2/enqueue");
    private static final Duration DEFAULT_TIMEOUT = Duration.ofSeconds(15);

    /**
     * Checks everything.
     *
     * @throws ConfigException naming every problem
     */
    public PagerDutySpec {
        match = List.copyOf(match);
        Checks checks = new Checks();
        checks.name(name);
        checks.secretUrl("url", Secret.of(url.toString()));
        checks.timeout("timeout", timeout);
        if (!routingKey.reveal().matches("[A-Za-z0-9]{32}")) {
            checks.problem("routing-key", "expected 32 letters and digits",
                    "copy the integration key of the service's Events API v2 integration");
        }
        checks.throwIfAny();
    }

    /** As configured; what is absent takes its default, what must be given and is absent is a problem. */
    @JsonCreator
    public static PagerDutySpec of(@Nullable String name, @Nullable Secret routingKey, @Nullable URI url,
            @Nullable Language language, @Nullable Duration timeout, @Nullable Boolean allowLoopback,
            @Nullable Pace pace, @Nullable List<Matcher> match) {
        return new PagerDutySpec(name == null ? "" : name, routingKey == null ? Secret.of("") : routingKey,
                url == null ? DEFAULT_URL : url, language == null ? Language.EN : language,
                timeout == null ? DEFAULT_TIMEOUT : timeout, allowLoopback != null && allowLoopback,
                pace == null ? Pace.DEFAULT : pace, match == null ? List.of() : match);
    }

    @Override
    public String type() {
        return "pagerduty";
    }
}
