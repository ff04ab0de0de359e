// SPDX-License-Identifier: Apache-2.0
package dev.reprise.notifier.chat;

import java.util.Optional;

import dev.reprise.notifier.message.Bulletin;
import dev.reprise.notifier.message.Item;

/** A bulletin as the small Markdown that DingTalk, Feishu and WeCom have in common. */
final class Markdown {
    private Markdown() {}

    /** Everything but the headline. */
    static String text(Bulletin bulletin, Optional<String> keyword) {
        StringBuilder text = new StringBuilder();
        for (Item item : bulletin.items()) {
            text.append("**[").append(bulletin.change(item)).append("] ").append(plain(item.subject())).append("** ")
                    .append(plain(item.matter())).append("\n\n").append(plain(item.happened())).append("\n\n");
            item.evidence().forEach(fact -> text.append("> ").append(plain(fact.line())).append("\n\n"));
            text.append(plain(item.did())).append("\n\n");
            item.commands().forEach(command -> text.append("- ").append(plain(command)).append('\n'));
            item.link().ifPresent(link -> text.append("\n[").append(bulletin.linkText()).append("](").append(link)
                    .append(")\n"));
            text.append('\n');
        }
        bulletin.rest().ifPresent(rest -> text.append(rest).append("\n\n"));
        text.append(plain(bulletin.whyYou()));
        keyword.ifPresent(word -> text.append("\n\n").append(word));
        return text.toString();
    }

    /** What came from outside must make no link, no mention and no markup. */
    static String plain(String text) {
        return text.replace("<", "＜").replace(">", "＞").replace("[", "［").replace("]", "］").replace("*", "∗")
                .replace("\n", " ").replace("@", "＠");
    }
}
