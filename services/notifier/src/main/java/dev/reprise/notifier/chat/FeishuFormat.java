// SPDX-License-Identifier: Apache-2.0
package dev.reprise.notifier.chat;

import java.time.Duration;
import java.time.Instant;
import java.util.Optional;
import java.util.Set;
import tools.jackson.databind.json.JsonMapper;
import tools.jackson.databind.node.ArrayNode;
import tools.jackson.databind.node.ObjectNode;

import dev.reprise.notifier.channel.AttemptResult;
import dev.reprise.notifier.http.HttpPost.Outcome;
import dev.reprise.notifier.message.Bulletin;
import dev.reprise.runtime.config.Secret;

/**
 * Feishu's and Lark's custom robots: a card, at most 20 480 bytes, signed in the body with time and secret as the key and
 * nothing as the data; success is code 0.
 */
record FeishuFormat(JsonMapper mapper, Optional<Secret> secret, Optional<String> keyword) implements ChatFormat {
    private static final int MOST_BYTES = 20_480;
    private static final RobotAnswer ANSWER = new RobotAnswer("code", Set.of(9499, 11_232), Duration.ofMinutes(1),
            Set.of(19_021, 19_024));

    /** The signature for a time in seconds. */
    static String signature(Secret secret, long seconds) {
        return Hmac.base64(seconds + "\n" + secret.reveal(), "");
    }

    @Override
    public Optional<ObjectNode> body(Bulletin bulletin, Instant now) {
        ObjectNode body = mapper.createObjectNode();
        secret.ifPresent(key -> body.put("timestamp", Long.toString(now.getEpochSecond())).put("sign",
                signature(key, now.getEpochSecond())));
        body.put("msg_type", "interactive");
        ObjectNode card = body.putObject("card");
        card.put("schema", "2.0").putObject("config").put("update_multi", true);
        ObjectNode header = card.putObject("header");
        header.put("template", bulletin.over() ? "green" : switch (bulletin.severity()) {
            case CRITICAL -> "red";
            case WARNING -> "orange";
            case INFO -> "blue";
        });
        header.putObject("title").put("tag", "plain_text").put("content",
                "[" + bulletin.state() + "] " + bulletin.headline());
        ArrayNode elements = card.putObject("body").put("direction", "vertical").putArray("elements");
        elements.addObject().put("tag", "markdown").put("content", Markdown.text(bulletin, keyword));
        bulletin.link().ifPresent(link -> {
            ObjectNode button = elements.addObject().put("tag", "button").put("type", "primary");
            button.putObject("text").put("tag", "plain_text").put("content", bulletin.linkText());
            button.putArray("behaviors").addObject().put("type", "open_url").put("default_url", link.toString());
        });
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
