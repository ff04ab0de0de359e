// SPDX-License-Identifier: Apache-2.0
package dev.reprise.notifier.receiver;

import com.fasterxml.jackson.annotation.JsonCreator;
import com.fasterxml.jackson.annotation.JsonProperty;
import java.net.URI;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

import dev.reprise.notifier.message.Language;
import dev.reprise.runtime.config.ConfigException;
import dev.reprise.runtime.config.Secret;
import dev.reprise.schemas.match.Matcher;

/**
 * The robot of a chat program.
 *
 * @param name the receiver
 * @param kind the program, which is the receiver's {@code type}
 * @param url where to post, http or https; a secret, since whoever has it may post
 * @param secret what messages are signed with (DingTalk, Feishu)
 * @param keyword a word that the robot insists on (DingTalk, Feishu)
 * @param language of the texts (default zh for DingTalk, Feishu and WeCom, else en)
 * @param timeout how long one try may take, 100ms to 2m (default 15s)
 * @param allowLoopback whether the address may be this machine (default false)
 * @param pace how fast and how long (default what the program bears)
 * @param match which alerts concern it
 */
public record ChatSpec(String name, @JsonProperty("type") ChatKind kind, Secret url, Optional<Secret> secret,
        Optional<String> keyword, Language language, Duration timeout, boolean allowLoopback, Pace pace,
        List<Matcher> match) implements ReceiverSpec {
    private static final Duration DEFAULT_TIMEOUT = Duration.ofSeconds(15);
    private static final int LONGEST_KEYWORD = 64;

    /**
     * Checks everything.
     *
     * @throws ConfigException naming every problem
     */
    public ChatSpec {
        match = List.copyOf(match);
        Checks checks = new Checks();
        checks.name(name);
        checks.secretUrl("url", url);
        checks.timeout("timeout", timeout);
        if (!kind.signs() && secret.isPresent()) {
            checks.problem("secret", kind.text() + " signs nothing: its URL is the secret", "leave secret out");
        }
        if (!kind.signs() && keyword.isPresent()) {
            checks.problem("keyword", kind.text() + " knows no keywords", "leave keyword out");
        }
        if (keyword.filter(word -> word.isBlank() || word.length() > LONGEST_KEYWORD).isPresent()) {
            checks.problem("keyword", "expected 1 to " + LONGEST_KEYWORD + " characters",
                    "give one of the words set at the robot");
        }
        if (pace.perMinute() + pace.burst() > kind.mostInAMinute()) {
            checks.problem("pace", "per-minute and burst allow " + (pace.perMinute() + pace.burst())
                    + " messages in a minute, and " + kind.text() + " takes " + kind.mostInAMinute(),
                    "lower one of them, or leave pace out");
        }
        checks.throwIfAny();
    }

    /** As configured; what is absent takes its default, what must be given and is absent is a problem. */
    @JsonCreator
    public static ChatSpec of(@Nullable String name, @JsonProperty("type") ChatKind kind, @Nullable Secret url,
            @Nullable Secret secret, @Nullable String keyword, @Nullable Language language, @Nullable Duration timeout,
            @Nullable Boolean allowLoopback, @Nullable Pace pace, @Nullable List<Matcher> match) {
        return new ChatSpec(name == null ? "" : name, kind, url == null ? Secret.of("") : url,
                Optional.ofNullable(secret), Optional.ofNullable(keyword),
                language == null ? kind.language() : language, timeout == null ? DEFAULT_TIMEOUT : timeout,
                allowLoopback != null && allowLoopback, pace == null ? kind.pace() : pace,
                match == null ? List.of() : match);
    }

    @Override
    public String type() {
        return kind.text();
    }

    /** Where to post; never to be shown. */
    public URI address() {
        return URI.create(url.reveal());
    }
}
