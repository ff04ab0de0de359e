// SPDX-License-Identifier: Apache-2.0
package dev.reprise.notifier.receiver;

import com.fasterxml.jackson.annotation.JsonCreator;
import com.fasterxml.jackson.annotation.JsonFormat;
import com.fasterxml.jackson.annotation.JsonIgnoreProperties;
import com.fasterxml.jackson.annotation.JsonTypeName;
import java.net.URI;
import java.time.Duration;
import java.util.Base64;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

import dev.reprise.runtime.config.ConfigException;
import dev.reprise.runtime.config.Secret;
import dev.reprise.schemas.match.Matcher;

/**
 * A signed webhook.
 *
 * @param name the receiver
 * @param url where to post, http or https, without user and fragment
 * @param secret one to three signing secrets, {@code whsec_} and base64 of 24 to 64 random bytes; more than one while a
 *        secret is changed, and each signs
 * @param headers further headers, for a receiver that wants a token
 * @param handshake the name under which the receiver is asked whether it wants to be told, such as
 *        {@code reprise.example.org}; nothing is delivered before it has said yes (default: it is not asked)
 * @param timeout how long one try may take, 100ms to 2m (default 15s)
 * @param allowLoopback whether the address may be this machine (default false)
 * @param pace how fast and how long
 * @param match which alerts concern it
 */
@JsonIgnoreProperties("type") // read as the kind of receiver, before this record is made
@JsonTypeName("webhook")
public record WebhookSpec(String name, URI url,
        @JsonFormat(with = JsonFormat.Feature.ACCEPT_SINGLE_VALUE_AS_ARRAY) List<Secret> secret,
        Map<String, Secret> headers, Optional<String> handshake, Duration timeout, boolean allowLoopback, Pace pace,
        List<Matcher> match)
        implements
            ReceiverSpec {
    /** What a secret begins with. */
    public static final String SECRET_PREFIX = "whsec_";
    private static final Duration DEFAULT_TIMEOUT = Duration.ofSeconds(15);
    private static final int MOST_SECRETS = 3;
    private static final Pattern DOMAIN = Pattern.compile("(?=.{1,253}$)[A-Za-z0-9-]{1,63}(\\.[A-Za-z0-9-]{1,63})*");

    /**
     * Checks everything.
     *
     * @throws ConfigException naming every problem
     */
    public WebhookSpec {
        secret = List.copyOf(secret);
        headers = Map.copyOf(headers);
        match = List.copyOf(match);
        Checks checks = new Checks();
        checks.name(name);
        checkUrl(checks, url);
        checkSecrets(checks, secret);
        checks.headers(headers);
        checks.timeout("timeout", timeout);
        if (handshake.filter(origin -> !DOMAIN.matcher(origin).matches()).isPresent()) {
            checks.problem("handshake", "expected the domain name of this sender",
                    "give one such as reprise.example.org");
        }
        checks.throwIfAny();
    }

    /** Without a handshake. */
    public WebhookSpec(String name, URI url, List<Secret> secret, Map<String, Secret> headers, Duration timeout,
            boolean allowLoopback, Pace pace, List<Matcher> match) {
        this(name, url, secret, headers, Optional.empty(), timeout, allowLoopback, pace, match);
    }

    /** As configured; what is absent takes its default, what must be given and is absent is a problem. */
    @JsonCreator
    public static WebhookSpec of(@Nullable String name, @Nullable URI url,
            @JsonFormat(with = JsonFormat.Feature.ACCEPT_SINGLE_VALUE_AS_ARRAY) @Nullable List<Secret> secret,
            @Nullable Map<String, Secret> headers, @Nullable String handshake, @Nullable Duration timeout,
            @Nullable Boolean allowLoopback, @Nullable Pace pace, @Nullable List<Matcher> match) {
        return new WebhookSpec(name == null ? "" : name, url == null ? URI.create("") : url,
                secret == null ? List.of() : secret, headers == null ? Map.of() : headers,
                Optional.ofNullable(handshake),
                timeout == null ? DEFAULT_TIMEOUT : timeout, allowLoopback != null && allowLoopback,
                pace == null ? Pace.DEFAULT : pace, match == null ? List.of() : match);
    }

    @Override
    public String type() {
        return "webhook";
    }

    private static void checkUrl(Checks checks, URI url) {
        String scheme = url.getScheme() == null ? "" : url.getScheme().toLowerCase(Locale.ROOT);
        if (!Set.of("http", "https").contains(scheme) || url.getHost() == null) {
            // The text itself stays out: a path often holds a token.
            checks.problem("url", "expected an http or https URL with a host", "write it as https://host/path");
        } else if (url.getUserInfo() != null || url.getFragment() != null) {
            checks.problem("url", "has a user or a fragment", "give a token in headers, and leave the fragment out");
        }
    }

    private static void checkSecrets(Checks checks, List<Secret> secrets) {
        if (secrets.isEmpty() || secrets.size() > MOST_SECRETS) {
            checks.problem("secret", "expected 1 to " + MOST_SECRETS + " secrets, found " + secrets.size(),
                    "give one, or the new and the old one while you change it");
        }
        for (Secret each : secrets) {
            if (!isSigningSecret(each.reveal())) {
                checks.problem("secret", "expected " + SECRET_PREFIX + " and base64 of 24 to 64 bytes",
                        "make one with: echo whsec_$(openssl rand -base64 32)");
            }
        }
    }

    private static boolean isSigningSecret(String value) {
        if (!value.startsWith(SECRET_PREFIX)) {
            return false;
        }
        try {
            int length = Base64.getDecoder().decode(value.substring(SECRET_PREFIX.length())).length;
            return length >= 24 && length <= 64;
        } catch (IllegalArgumentException _) {
            return false;
        }
    }

    /** Without the path of the URL, which often holds a token. */
    @Override
    public String toString() {
        return "WebhookSpec[name=" + name + ", url=" + url.getScheme() + "://" + url.getHost() + "/***, handshake="
                + handshake + ", timeout="
                + timeout + ", allowLoopback=" + allowLoopback + ", pace=" + pace + ", match=" + match + "]";
    }
}
