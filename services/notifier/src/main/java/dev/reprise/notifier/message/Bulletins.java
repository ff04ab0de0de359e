// SPDX-License-Identifier: Apache-2.0
package dev.reprise.notifier.message;

import java.util.ArrayList;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

import dev.reprise.notifier.channel.Delivery;
import dev.reprise.schemas.alert.AlertContent;
import dev.reprise.schemas.decision.Reason;
import dev.reprise.schemas.decision.Statement;
import dev.reprise.schemas.id.PartitionKey;
import dev.reprise.schemas.job.DefinitionFinding;
import dev.reprise.schemas.notification.Page;
import dev.reprise.schemas.notification.PageChange;
import dev.reprise.schemas.notification.PageItem;
import dev.reprise.schemas.notification.PageReason;

/**
 * Writes what a delivery says, in one language.
 *
 * @param language of all that is not quoted
 * @param links where a reader finds more
 */
public record Bulletins(Language language, Links links) {
    /** How subscriptions say why; another text is shown as it is. */
    private static final Pattern RULE = Pattern.compile(
            "subscription (\\S+)(?: of (.*?))?, which (?:is no more|matches (.*))", Pattern.DOTALL);
    private static final Pattern PLAIN_WORD = Pattern.compile("[A-Za-z0-9_@%+=:,./-]+");

    /** The bulletin of a delivery. */
    public Bulletin of(Delivery delivery) {
        Page page = delivery.page();
        return new Bulletin(language, delivery.over(), page.severity(), headline(page, language),
                page.items().stream().map(this::item).toList(), page.left(),
                why(page, language) + language.choose(". ", "。") + reason(page.reason(), language), page.openedAt());
    }

    /** One alert in words. */
    public Item item(PageItem item) {
        AlertContent content = item.content();
        boolean over = item.change() == PageChange.RESOLVED;
        return new Item(item.change(), subject(item), Phrase.subject(item.kind(), language), happened(item, language),
                over ? List.of() : evidence(content),
                over
                        ? ending(item, language)
                        : Phrase.action(item.kind(), language) + language.choose(" ", "")
                                + Phrase.advice(item.kind(), language),
                commands(item, over), links.instance(content));
    }

    /** What happened, in one line: as the decision summed it up, which is English, or what its reason means. */
    public static String happened(PageItem item, Language language) {
        return language.choose(item.content().summary(), subject(item) + "：" + language.meaning(item.kind()));
    }

    /** What was known when it was decided, and what the reader can do; in English where it is known in no other words. */
    public static String description(AlertContent content, Language language) {
        return language.choose(content.description(),
                Statement.chinese(content.statements()).orElseGet(content::description));
    }

    /** By which rule the reader is told; names and matchers stay as they were written. */
    public static String why(Page page, Language language) {
        Matcher rule = RULE.matcher(page.why());
        if (language == Language.EN || !rule.matches()) {
            return page.why();
        }
        String owner = rule.group(2) == null ? "" : "（负责人 " + rule.group(2) + "）";
        String matchers = rule.group(3);
        return "订阅 " + rule.group(1) + owner
                + (matchers == null ? "，已不存在" : matchers.equals("every alert") ? "，匹配所有告警" : "，匹配 " + matchers);
    }

    /** The job and its partition. */
    public static String subject(PageItem item) {
        AlertContent content = item.content();
        return content.job().name()
                + (content.partition().equals(PartitionKey.WHOLE_JOB) ? "" : " " + content.partition().value());
    }

    /** One line: what is the matter; of several alerts how many, and the first of them. */
    public static String headline(Page page, Language language) {
        PageItem first = page.items().getFirst();
        String line = subject(first) + " " + Phrase.subject(first.kind(), language);
        return page.fresh() + page.still() + page.over() == 1 ? line : counts(page, language) + ": " + line;
    }

    /** How many are new, go on, are over. */
    public static String counts(Page page, Language language) {
        List<String> counts = new ArrayList<>();
        if (page.fresh() > 0) {
            counts.add(language.choose(page.fresh() + " new", "新增 " + page.fresh()));
        }
        if (page.still() > 0) {
            counts.add(language.choose(page.still() + " still", "持续 " + page.still()));
        }
        if (page.over() > 0) {
            counts.add(language.choose(page.over() + " resolved", "恢复 " + page.over()));
        }
        return String.join(language.choose(", ", "，"), counts);
    }

    /** Why it is over, as a sentence. */
    public static String ending(PageItem item, Language language) {
        if (item.resolution().isEmpty() || item.endsAt().isEmpty()) {
            return language.choose("It may go on, but you are told of it no more.", "可能仍在持续，但不再通知您。");
        }
        String span = item.startsAt() + language.choose(" to ", " 至 ") + item.endsAt().get();
        return language.choose(item.resolution().get().meaning() + " It lasted from " + span + ".",
                language.meaning(item.resolution().get()) + "持续时间：" + span + "。");
    }

    /** Why it is told now, as a sentence. */
    public static String reason(PageReason reason, Language language) {
        return switch (reason) {
            case FIRST -> language.choose("First notification.", "首次通知。");
            case NEW_ALERTS -> language.choose("More alerts fire.", "有新的告警。");
            case SOME_RESOLVED -> language.choose("Some are over.", "部分已恢复。");
            case ALL_RESOLVED -> language.choose("All are over.", "全部已恢复。");
            case REPEATED -> language.choose("It still fires.", "仍未恢复，重复通知。");
            case ESCALATED -> language.choose("Nobody has settled it: it is escalated to you.", "无人处理，升级通知您。");
            case FALLBACK -> language.choose("Another receiver could not be told.", "其他接收者无法送达。");
            case ACKNOWLEDGED -> language.choose("Somebody has taken it.", "已有人认领处理。");
            case ACK_EXPIRED -> language.choose("Somebody took it, that time is over, and it still fires.",
                    "认领已到期，告警仍未恢复。");
            case SILENCED -> language.choose("A silence hides it for now; its end will be told.",
                    "已被静默，恢复时仍会通知。");
            case SILENCE_ENDED -> language.choose("The silence is over, and it still fires.", "静默已结束，告警仍未恢复。");
            case UNSUBSCRIBED -> language.choose("The subscription was changed.", "订阅已变更。");
        };
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

    /** What the reader can type; nothing about the watchdog, which is no instance. */
    public static List<String> commands(PageItem item, boolean over) {
        AlertContent content = item.content();
        if (item.kind() == Reason.WATCHDOG) {
            return List.of();
        }
        String instance = quote(content.job().key()) + " " + quote(content.partition().value());
        List<String> commands = new ArrayList<>();
        if (!over && content.proposal().isPresent()) {
            String rerun = " " + instance + " --rerun-id " + content.proposal().get().value() + " --reason '...'";
            commands.add("reprise approve" + rerun);
            commands.add("reprise reject" + rerun);
        }
        commands.add("reprise instances explain " + instance);
        return commands;
    }

    /** For a POSIX shell: a name may hold anything. */
    static String quote(String word) {
        return PLAIN_WORD.matcher(word).matches() ? word : "'" + word.replace("'", "'\\''") + "'";
    }
}
