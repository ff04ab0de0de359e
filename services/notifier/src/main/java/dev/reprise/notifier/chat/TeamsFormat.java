// SPDX-License-Identifier: Apache-2.0
package dev.reprise.notifier.chat;

import java.time.Instant;
import java.util.Optional;
import tools.jackson.databind.json.JsonMapper;
import tools.jackson.databind.node.ArrayNode;
import tools.jackson.databind.node.ObjectNode;

import dev.reprise.notifier.channel.AttemptResult;
import dev.reprise.notifier.channel.AttemptResult.Delivered;
import dev.reprise.notifier.http.HttpPost;
import dev.reprise.notifier.http.HttpPost.Outcome;
import dev.reprise.notifier.message.Bulletin;
import dev.reprise.notifier.message.Item;

/**
 * Microsoft Teams by a Workflows webhook: an Adaptive Card 1.4 of elements that 1.2 had already, because newer ones are
 * taken and then not shown; 28 KB on paper, 21 KB in practice; success is 200 or 202.
 */
record TeamsFormat(JsonMapper mapper) implements ChatFormat {
    private static final int MOST_BYTES = 21_000;

    @Override
    public Optional<ObjectNode> body(Bulletin bulletin, Instant now) {
        ObjectNode body = mapper.createObjectNode();
        body.put("type", "message");
        ObjectNode attachment = body.putArray("attachments").addObject();
        attachment.put("contentType", "application/vnd.microsoft.card.adaptive").putNull("contentUrl");
        ObjectNode card = attachment.putObject("content");
        card.put("$schema", "http://adaptivecards.io/schemas/adaptive-card.json").put("type", "AdaptiveCard")
                .put("version", "1.4").putObject("msteams").put("width", "Full");
        ArrayNode elements = card.putArray("body");
        text(elements, bulletin.mark() + " [" + bulletin.state() + "] " + bulletin.headline()).put("weight", "Bolder")
                .put("size", "Medium").put("color", bulletin.over() ? "Good" : "Attention");
        bulletin.items().forEach(item -> add(elements, bulletin, item));
        bulletin.rest().ifPresent(rest -> text(elements, rest));
        text(elements, bulletin.whyYou()).put("isSubtle", true).put("size", "Small");
        bulletin.link().ifPresent(link -> card.putArray("actions").addObject().put("type", "Action.OpenUrl")
                .put("title", bulletin.linkText()).put("url", link.toString()));
        return Optional.of(body);
    }

    private static void add(ArrayNode elements, Bulletin bulletin, Item item) {
        text(elements, "[" + bulletin.change(item) + "] " + item.subject() + ": " + item.matter()).put("weight",
                "Bolder").put("separator", true);
        text(elements, item.happened());
        if (!item.evidence().isEmpty()) {
            ArrayNode facts = elements.addObject().put("type", "FactSet").putArray("facts");
            item.evidence()
                    .forEach(fact -> facts.addObject().put("title", fact.label()).put("value", escape(fact.text())));
        }
        text(elements, item.did());
        item.commands().forEach(command -> text(elements, command).put("fontType", "Monospace"));
    }

    private static ObjectNode text(ArrayNode elements, String text) {
        return elements.addObject().put("type", "TextBlock").put("text", escape(text)).put("wrap", true);
    }

    /** A TextBlock reads a part of Markdown: what came from outside must not turn into a link. */
    private static String escape(String text) {
        return text.replace("\\", "\\\\").replace("[", "\\[").replace("]", "\\]").replace("*", "\\*").replace("_",
                "\\_");
    }

    @Override
    public int mostBytes() {
        return MOST_BYTES;
    }

    @Override
    public AttemptResult judge(Outcome.Answer answer, Instant now) {
        return answer.status() == 200 || answer.status() == 202
                ? new Delivered(Optional.empty())
                : HttpPost.unsuccessful(answer, now);
    }
}
