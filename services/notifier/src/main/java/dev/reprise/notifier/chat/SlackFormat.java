// SPDX-License-Identifier: Apache-2.0
package dev.reprise.notifier.chat;

import java.nio.charset.StandardCharsets;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import tools.jackson.databind.json.JsonMapper;
import tools.jackson.databind.node.ArrayNode;
import tools.jackson.databind.node.ObjectNode;

import dev.reprise.notifier.channel.AttemptResult;
import dev.reprise.notifier.channel.AttemptResult.Delivered;
import dev.reprise.notifier.channel.AttemptResult.Failed;
import dev.reprise.notifier.channel.Text;
import dev.reprise.notifier.http.HttpPost;
import dev.reprise.notifier.http.HttpPost.Outcome;
import dev.reprise.notifier.message.Bulletin;
import dev.reprise.notifier.message.Item;

/** Slack's incoming webhooks: Block Kit, at most 13 000 characters in all; success is the word {@code ok}. */
record SlackFormat(JsonMapper mapper) implements ChatFormat {
    private static final int MOST_HEADER = 150;
    private static final int MOST_SECTION = 3_000;
    /** Where Slack was seen to refuse with msg_blocks_too_long is 13 200. */
    private static final int MOST_TEXT = 13_000;

    @Override
    public Optional<ObjectNode> body(Bulletin bulletin, Instant now) {
        ObjectNode body = mapper.createObjectNode();
        body.put("text", escape("[" + bulletin.state() + "] " + bulletin.headline()));
        ArrayNode blocks = body.putArray("blocks");
        ObjectNode header = blocks.addObject().put("type", "header").putObject("text");
        // Two for the mark, one for the space, and room for the count of what is cut.
        header.put("type", "plain_text").put("text", bulletin.mark() + " "
                + Text.head(bulletin.headline(), MOST_HEADER - 40)).put("emoji", true);
        List<String> sections = new ArrayList<>();
        bulletin.items().forEach(item -> sections.add(section(bulletin, item)));
        bulletin.rest().ifPresent(sections::add);
        for (String text : sections) {
            if (text.length() > MOST_SECTION) {
                return Optional.empty();
            }
            blocks.addObject().put("type", "section").putObject("text").put("type", "mrkdwn").put("text", text);
        }
        bulletin.link().ifPresent(link -> blocks.addObject().put("type", "actions").putArray("elements").addObject()
                .put("type", "button").put("url", link.toString()).put("action_id", "open_timeline").putObject("text")
                .put("type", "plain_text").put("text", bulletin.linkText()));
        blocks.addObject().put("type", "context").putArray("elements").addObject().put("type", "mrkdwn").put("text",
                escape(bulletin.whyYou()));
        int length = sections.stream().mapToInt(String::length).sum() + bulletin.headline().length() * 2
                + bulletin.whyYou().length();
        return length > MOST_TEXT ? Optional.empty() : Optional.of(body);
    }

    private static String section(Bulletin bulletin, Item item) {
        StringBuilder text = new StringBuilder("*[").append(bulletin.change(item)).append("]* *")
                .append(escape(item.subject())).append("* ").append(escape(item.matter())).append('\n')
                .append(escape(item.happened()));
        item.evidence().forEach(fact -> text.append("\n> ").append(escape(fact.line())));
        text.append('\n').append(escape(item.did()));
        item.commands().forEach(command -> text.append("\n`").append(escape(command)).append('`'));
        item.link().ifPresent(link -> text.append("\n<").append(link).append('|').append(bulletin.linkText())
                .append('>'));
        return text.toString();
    }

    /** Slack's three. */
    private static String escape(String text) {
        return text.replace("&", "&amp;").replace("<", "&lt;").replace(">", "&gt;");
    }

    @Override
    public int mostBytes() {
        return 100_000;
    }

    @Override
    public AttemptResult judge(Outcome.Answer answer, Instant now) {
        if (answer.status() != 200) {
            return HttpPost.unsuccessful(answer, now);
        }
        String word = new String(answer.body(), StandardCharsets.UTF_8).strip();
        return word.equals("ok")
                ? new Delivered(Optional.empty())
                : new Failed("answered 200 and not ok", Optional.empty(), true);
    }
}
