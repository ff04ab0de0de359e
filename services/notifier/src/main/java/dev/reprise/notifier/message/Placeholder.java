// SPDX-License-Identifier: Apache-2.0
package dev.reprise.notifier.message;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.Optional;

import dev.reprise.notifier.channel.Delivery;

/** What a template may say of a message. The list is fixed; nothing in a template is computed. */
public enum Placeholder {
    /** {@code firing} or {@code resolved}, for machines. */
    STATUS,
    /** The state as a word of the reader's language. */
    STATE,
    /** {@code critical}, {@code warning} or {@code info}, for machines. */
    SEVERITY,
    /** A mark that is seen before it is read. */
    MARK,
    /** One line: what is the matter. */
    HEADLINE,
    /** The whole message as plain text. */
    TEXT,
    /** Why the reader got it. */
    WHY,
    /** Where the reader finds more; empty where no link is configured. */
    LINK,
    /** The same for every try of this message: what a receiver deduplicates by. */
    ID,
    /** The same from the first message to the last about this: what a receiver opens and closes by. */
    KEY,
    /** The subscription by which it is told. */
    SUBSCRIPTION,
    /** When the oldest of the alerts began, in ISO 8601. */
    SINCE,
    /** When the message was written, in ISO 8601. */
    AT,
    /** How many are new. */
    NEW,
    /** How many go on. */
    STILL,
    /** How many are over. */
    RESOLVED;

    /** The name in a template. */
    public String text() {
        return name().toLowerCase(Locale.ROOT);
    }

    /** The one of that name. */
    public static Optional<Placeholder> named(String name) {
        return Arrays.stream(values()).filter(each -> each.text().equals(name)).findFirst();
    }

    /** All names. */
    public static List<String> names() {
        return Arrays.stream(values()).map(Placeholder::text).toList();
    }

    /** Whether its value is a number, which may stand in JSON without quotes. */
    public boolean number() {
        return this == NEW || this == STILL || this == RESOLVED;
    }

    /**
     * Its value, not yet escaped.
     *
     * @param delivery what is told
     * @param bulletin the same in words, as short as it has to be
     */
    public String value(Delivery delivery, Bulletin bulletin) {
        return switch (this) {
            case STATUS -> bulletin.over() ? "resolved" : "firing";
            case STATE -> bulletin.state();
            case SEVERITY -> bulletin.severity().name().toLowerCase(Locale.ROOT);
            case MARK -> bulletin.mark();
            case HEADLINE -> bulletin.headline();
            case TEXT -> plain(bulletin);
            case WHY -> bulletin.why();
            case LINK -> bulletin.link().map(Object::toString).orElse("");
            case ID -> delivery.id();
            case KEY -> delivery.page().alertKey().value();
            case SUBSCRIPTION -> delivery.page().subscription();
            case SINCE -> bulletin.since().toString();
            case AT -> delivery.page().at().toString();
            case NEW -> Integer.toString(delivery.page().fresh());
            case STILL -> Integer.toString(delivery.page().still());
            case RESOLVED -> Integer.toString(delivery.page().over());
        };
    }

    private static String plain(Bulletin bulletin) {
        List<String> lines = new ArrayList<>();
        lines.add(bulletin.mark() + " [" + bulletin.state() + "] " + bulletin.headline());
        for (Item item : bulletin.items()) {
            lines.add("");
            lines.add("[" + bulletin.change(item) + "] " + item.subject() + " " + item.matter());
            lines.add(item.happened());
            item.evidence().forEach(fact -> lines.add("> " + fact.line()));
            lines.add(item.did());
            item.commands().forEach(command -> lines.add("$ " + command));
            item.link().ifPresent(link -> lines.add(bulletin.linkText() + ": " + link));
        }
        bulletin.rest().ifPresent(rest -> {
            lines.add("");
            lines.add(rest);
        });
        lines.add("");
        lines.add(bulletin.whyYou());
        return String.join("\n", lines);
    }
}
