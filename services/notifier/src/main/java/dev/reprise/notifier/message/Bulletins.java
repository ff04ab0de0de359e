// SPDX-License-Identifier: Apache-2.0
package dev.reprise.notifier.message;

import java.util.ArrayList;
import java.util.List;
import java.util.regex.Pattern;

import dev.reprise.notifier.channel.Delivery;
import dev.reprise.schemas.alert.Alert;
import dev.reprise.schemas.alert.AlertContent;
import dev.reprise.schemas.alert.AlertResolved;
import dev.reprise.schemas.id.PartitionKey;
import dev.reprise.schemas.job.DefinitionFinding;
import dev.reprise.schemas.notification.Told;

/**
 * Writes what a delivery says, in one language.
 *
 * @param language of all that is not quoted
 * @param links where a reader finds more
 */
public record Bulletins(Language language, Links links) {
    private static final Pattern PLAIN_WORD = Pattern.compile("[A-Za-z0-9_@%+=:,./-]+");

    /** The bulletin of a delivery. */
    public Bulletin of(Delivery delivery) {
        Alert alert = delivery.alert();
        boolean over = delivery.told() == Told.RESOLVED;
        Item item = item(alert, over ? Item.Change.RESOLVED : Item.Change.NEW);
        return new Bulletin(language, over, alert.severity(), item.subject() + " " + item.matter(), List.of(item), 0,
                language.choose("receiver " + delivery.receiver() + ", which matches " + delivery.why(),
                        "接收者 " + delivery.receiver() + "，匹配 " + delivery.why()),
                alert.startsAt());
    }

    private Item item(Alert alert, Item.Change change) {
        AlertContent content = alert.content();
        String partition = content.partition().equals(PartitionKey.WHOLE_JOB) ? "" : " " + content.partition().value();
        boolean over = change == Item.Change.RESOLVED;
        return new Item(change, content.job().name() + partition, Phrase.subject(alert.kind(), language),
                content.summary(), over ? List.of() : evidence(content), did(alert), commands(content, over),
                links.instance(content));
    }

    private String did(Alert alert) {
        return alert instanceof AlertResolved resolved
                ? language.choose(resolved.resolution().meaning() + " It lasted from " + alert.startsAt() + " to "
                        + resolved.endsAt() + ".",
                        "已结束（" + resolved.resolution() + "），持续 " + alert.startsAt() + " 至 " + resolved.endsAt() + "。")
                : Phrase.action(alert.kind(), language);
    }

    private List<Item.Fact> evidence(AlertContent content) {
        List<Item.Fact> facts = new ArrayList<>();
        content.evidence().ifPresent(evidence -> {
            String kind = evidence.type().map(type -> type + ": ").orElse("");
            String exit = evidence.exitCode().map(code -> " (exit " + code + ")").orElse("");
            facts.add(new Item.Fact(language.choose("error", "错误"), kind + firstLine(evidence.message()) + exit));
        });
        content.findings().forEach(finding -> facts.add(fact(finding)));
        return facts;
    }

    private Item.Fact fact(DefinitionFinding finding) {
        return new Item.Fact(language.choose("definition", "定义"), finding.place() + " " + finding.rule() + " "
                + finding.excerpt().map(Bulletins::firstLine).orElseGet(finding::message));
    }

    private static String firstLine(String text) {
        return text.strip().lines().findFirst().orElse("");
    }

    private static List<String> commands(AlertContent content, boolean over) {
        String instance = quote(content.job().key()) + " " + quote(content.partition().value());
        List<String> commands = new ArrayList<>();
        if (!over && content.proposal().isPresent()) {
            commands.add("reprise approve " + instance + " --rerun-id " + content.proposal().get().value()
                    + " --reason '...'");
        }
        commands.add("reprise instances explain " + instance);
        return commands;
    }

    /** For a POSIX shell: a name may hold anything. */
    static String quote(String word) {
        return PLAIN_WORD.matcher(word).matches() ? word : "'" + word.replace("'", "'\\''") + "'";
    }
}
