// SPDX-License-Identifier: Apache-2.0
package dev.reprise.notifier.message;

import java.net.URI;
import java.time.Instant;
import java.util.List;
import java.util.Optional;

import dev.reprise.notifier.channel.Text;
import dev.reprise.schemas.decision.Severity;

/**
 * What one message says: the change first, then each alert, then why the reader got it.
 *
 * @param language of all that is not quoted
 * @param over whether nothing fires any more
 * @param severity the highest of what fires, or of what is over
 * @param headline one line
 * @param items the new ones first, then those that go on, then those that are over
 * @param left alerts that there was no room for
 * @param why who is told, by which rule
 * @param since when the oldest of them began
 */
public record Bulletin(Language language, boolean over, Severity severity, String headline, List<Item> items, int left,
        String why, Instant since) {
    /** From generous to terse: how many alerts are shown, and how long a text may be. */
    public static final List<Brevity> STEPS = List.of(new Brevity(10, 1_000), new Brevity(10, 300),
            new Brevity(5, 200), new Brevity(3, 120), new Brevity(1, 100), new Brevity(1, 40));

    /**
     * How much is told.
     *
     * @param items alerts that are shown
     * @param text longest text, in characters
     */
    public record Brevity(int items, int text) {}

    /** Takes a copy. */
    public Bulletin {
        items = List.copyOf(items);
    }

    /** The same, shorter; what is left out is counted. */
    public Bulletin within(Brevity brevity) {
        List<Item> kept = items.stream().limit(brevity.items()).map(item -> cut(item, brevity.text())).toList();
        return new Bulletin(language, over, severity, Text.head(headline, brevity.text()), kept,
                left + items.size() - kept.size(), Text.head(why, brevity.text()), since);
    }

    private static Item cut(Item item, int length) {
        return new Item(item.change(), Text.head(item.subject(), length), item.matter(),
                Text.head(item.happened(), length),
                item.evidence().stream().limit(length < 200 ? 1 : 8)
                        .map(fact -> new Item.Fact(fact.label(), Text.head(fact.text(), length))).toList(),
                item.did(), length < 100 ? List.of() : item.commands(), item.link());
    }

    /** The state as a word, with the severity of what fires. */
    public String state() {
        return over ? language.choose("RESOLVED", "已恢复") : Phrase.severity(severity, language);
    }

    /** A mark that is seen before it is read. */
    public String mark() {
        if (over) {
            return "🟢";
        }
        return switch (severity) {
            case CRITICAL -> "🔴";
            case WARNING -> "🟠";
            case INFO -> "🔵";
        };
    }

    /** The change of one alert as a word. */
    public String change(Item item) {
        return Phrase.change(item.change(), language);
    }

    /** How many are not shown, as a sentence; nothing when all are. */
    public Optional<String> rest() {
        return left == 0
                ? Optional.empty()
                : Optional.of(language.choose("and " + left + " more", "另有 " + left + " 条"));
    }

    /** Why the reader got it, as a sentence. */
    public String whyYou() {
        return language.choose("Why you: ", "为何通知您：") + why;
    }

    /** The first alert's link. */
    public Optional<URI> link() {
        return items.stream().flatMap(item -> item.link().stream()).findFirst();
    }

    /** What a link to more is called. */
    public String linkText() {
        return language.choose("Timeline", "时间线");
    }
}
