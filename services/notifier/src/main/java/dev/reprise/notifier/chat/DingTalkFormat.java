// SPDX-License-Identifier: Apache-2.0
package dev.reprise.notifier.chat;

import java.net.URI;
import java.net.URLEncoder;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.time.Instant;
import java.util.Optional;
import java.util.Set;
import tools.jackson.databind.json.JsonMapper;
import tools.jackson.databind.node.ObjectNode;

import dev.reprise.notifier.channel.AttemptResult;
import dev.reprise.notifier.http.HttpPost.Outcome;
import dev.reprise.notifier.message.Bulletin;
import dev.reprise.runtime.config.Secret;

/**
 * DingTalk's custom robots: Markdown, at most 20 000 bytes, signed in the address with the secret as the key; success is
 * errcode 0; a robot that is told too often is banned for ten minutes.
 */
record DingTalkFormat(JsonMapper mapper, Optional<Secret> secret, Optional<String> keyword) implements ChatFormat {
    private static final int MOST_BYTES = 20_000;
    private static final RobotAnswer ANSWER = new RobotAnswer("errcode", Set.of(130_101), Duration.ofMinutes(10),
            Set.of(310_000));

    @Override
    public URI target(URI address, Instant now) {
        return secret.map(key -> URI.create(address + (address.getRawQuery() == null ? "?" : "&")
                + signature(key, now.toEpochMilli()))).orElse(address);
    }

    /** The part of the address that signs: {@code timestamp} in milliseconds, and {@code sign}. */
    static String signature(Secret secret, long millis) {
        String sign = Hmac.base64(secret.reveal(), millis + "\n" + secret.reveal());
        return "timestamp=" + millis + "&sign=" + URLEncoder.encode(sign, StandardCharsets.UTF_8);
    }

    @Override
    public Optional<ObjectNode> body(Bulletin bulletin, Instant now) {
        ObjectNode body = mapper.createObjectNode();
        String title = bulletin.mark() + " [" + bulletin.state() + "] " + Markdown.plain(bulletin.headline());
        body.put("msgtype", "markdown").putObject("markdown").put("title", title).put("text",
                "### " + title + "\n\n" + Markdown.text(bulletin, keyword));
        return Optional.of(body);
    }

    @Override
    public int mostBytes() {
        return MOST_BYTES;
    }

    @Override
    public AttemptResult judge(Outcome.Answer answer, Instant now) {
        return ANSWER.judge(mapper, answer, now);
    }
}
