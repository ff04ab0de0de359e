// SPDX-License-Identifier: Apache-2.0
package dev.reprise.notifier.chat;

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

/** WeCom's group robots: Markdown of at most 4 096 bytes; success is errcode 0. */
record WeComFormat(JsonMapper mapper) implements ChatFormat {
    private static final int MOST_CONTENT = 4_096;
    private static final int MOST_BYTES = 20_000;
    private static final RobotAnswer ANSWER = new RobotAnswer("errcode", Set.of(45_009), Duration.ofMinutes(1),
            Set.of());

    @Override
    public Optional<ObjectNode> body(Bulletin bulletin, Instant now) {
        String content = "### <font color=\"" + (bulletin.over() ? "info" : "warning") + "\">[" + bulletin.state()
                + "] " + Markdown.plain(bulletin.headline()) + "</font>\n" + Markdown.text(bulletin, Optional.empty());
        if (content.getBytes(StandardCharsets.UTF_8).length > MOST_CONTENT) {
            return Optional.empty();
        }
        ObjectNode body = mapper.createObjectNode();
        body.put("msgtype", "markdown").putObject("markdown").put("content", content);
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
