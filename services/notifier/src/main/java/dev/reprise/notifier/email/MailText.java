// SPDX-License-Identifier: Apache-2.0
package dev.reprise.notifier.email;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

import dev.reprise.notifier.channel.Delivery;
import dev.reprise.notifier.channel.Text;
import dev.reprise.notifier.message.Bulletins;
import dev.reprise.notifier.message.Language;
import dev.reprise.notifier.message.Phrase;
import dev.reprise.schemas.alert.AlertContent;
import dev.reprise.schemas.decision.Statement;
import dev.reprise.schemas.event.ErrorEvidence;
import dev.reprise.schemas.job.DefinitionFinding;
import dev.reprise.schemas.notification.Page;
import dev.reprise.schemas.notification.PageChange;
import dev.reprise.schemas.notification.PageItem;

/**
 * What a mail says, before it is text or HTML: a subject, and sections of which each answers one question.
 *
 * @param subject one line
 * @param sections in the order of reading
 */
record MailText(String subject, List<Section> sections) {
    private static final int LONGEST_SUBJECT = 200;
    private static final int MOST_OUTPUT = 4_000;

    /**
     * One question and its answer.
     *
     * @param title the question
     * @param lines the answer, a paragraph each
     * @param literal whether the lines are program text, to be shown as they are
     */
    record Section(String title, List<String> lines, boolean literal) {
        Section {
            lines = List.copyOf(lines);
        }
    }

    MailText {
        sections = List.copyOf(sections);
    }

    /** The text for a delivery. */
    static MailText of(Delivery delivery, Language language) {
        Page page = delivery.page();
        List<Section> sections = new ArrayList<>();
        if (page.items().size() == 1 && page.left() == 0) {
            sections.addAll(whole(page.items().getFirst(), language));
        } else {
            sections.add(prose(language.choose("What changed", "变化"), Bulletins.counts(page, language)
                    + language.choose(". ", "。") + Bulletins.reason(page.reason(), language)));
            page.items().forEach(item -> sections.add(brief(item, language)));
            if (page.left() > 0) {
                sections.add(prose(language.choose("And more", "更多"), language.choose(
                        page.left() + " alerts are not shown here.", "另有 " + page.left() + " 条告警未在此列出。")));
            }
        }
        String why = Bulletins.why(page, language);
        sections.add(prose(language.choose("Why you got this", "为何通知您"), language.choose(
                "You are told as receiver " + page.channel() + ", by " + why + ". ",
                "您是接收者 " + page.channel() + "；" + why + "。") + Bulletins.reason(page.reason(), language)));
        return new MailText(subject(page, delivery.over(), language), sections);
    }

    /** Everything about one alert. */
    private static List<Section> whole(PageItem item, Language language) {
        boolean over = item.change() == PageChange.RESOLVED;
        List<Section> sections = new ArrayList<>();
        sections.add(prose(language.choose("What happened", "发生了什么"), Bulletins.happened(item, language),
                Bulletins.description(item.content(), language)));
        if (over) {
            sections.add(prose(language.choose("Why it is over", "为何已结束"), Bulletins.ending(item, language)));
        } else {
            sections.add(prose(language.choose("Why it was decided so", "决定的依据"),
                    language.meaning(item.kind()),
                    language.choose("Rule " + item.kind() + ", severity " + item.severity() + ", since "
                            + item.startsAt() + ".",
                            "规则 " + item.kind() + "，级别 "
                                    + Phrase.severity(item.severity(), language) + "，始于 " + item.startsAt() + "。")));
        }
        evidence(item.content(), language).ifPresent(sections::add);
        if (!over) {
            definition(item.content(), language).ifPresent(sections::add);
            sections.add(prose(language.choose("What Reprise did", "Reprise 做了什么"),
                    Phrase.action(item.kind(), language), proposal(item.content(), language)));
        }
        boolean advised = language == Language.EN || Statement.chinese(item.content().statements()).isPresent();
        commands(item, over || advised, language).ifPresent(sections::add);
        return sections;
    }

    /** One alert among several. */
    private static Section brief(PageItem item, Language language) {
        boolean over = item.change() == PageChange.RESOLVED;
        List<String> lines = new ArrayList<>(List.of(Bulletins.happened(item, language)));
        item.content().evidence()
                .ifPresent(evidence -> lines.add(language.choose("error: ", "错误：") + evidence.message()));
        if (!over) {
            definition(item.content(), language).ifPresent(section -> lines.addAll(section.lines()));
        }
        lines.add(over ? Bulletins.ending(item, language) : Phrase.action(item.kind(), language));
        commands(item, over || language == Language.EN, language)
                .ifPresent(section -> lines.addAll(section.lines()));
        return new Section("[" + Phrase.change(item.change(), language) + "] " + Bulletins.subject(item) + " "
                + Phrase.subject(item.kind(), language), lines, true);
    }

    private static String subject(Page page, boolean over, Language language) {
        String state = over ? language.choose("[RESOLVED] ", "[已恢复] ") : language.choose("[FIRING] ", "[告警] ");
        return Text.head(state + Bulletins.headline(page, language), LONGEST_SUBJECT);
    }

    private static Section prose(String title, String... paragraphs) {
        return new Section(title, List.of(paragraphs).stream().filter(text -> !text.isBlank()).distinct().toList(),
                false);
    }

    private static Optional<Section> definition(AlertContent content, Language language) {
        return content.findings().isEmpty()
                ? Optional.empty()
                : Optional.of(new Section(language.choose("What decides in the job's definition", "作业定义中的依据"),
                        content.findings().stream().map(finding -> told(finding, language)).toList(), true));
    }

    private static String told(DefinitionFinding finding, Language language) {
        StringBuilder text = new StringBuilder(finding.place()).append("  ").append(finding.rule()).append("  ")
                .append(finding.message());
        finding.excerpt().ifPresent(line -> text.append("\n  ").append(line));
        finding.fix().ifPresent(fix -> text.append(language.choose("\n  instead: ", "\n  建议改为：")).append(fix));
        return text.toString();
    }

    private static Optional<Section> evidence(AlertContent content, Language language) {
        return content.evidence().map(evidence -> new Section(language.choose("Evidence", "证据"),
                lines(content, evidence, language), true));
    }

    private static List<String> lines(AlertContent content, ErrorEvidence evidence, Language language) {
        List<String> lines = new ArrayList<>();
        content.attempt().ifPresent(attempt -> lines.add(language.choose("attempt: ", "尝试：") + attempt));
        evidence.type().ifPresent(type -> lines.add(language.choose("error type: ", "错误类型：") + type));
        evidence.code().ifPresent(code -> lines.add(language.choose("error code: ", "错误代码：") + code));
        evidence.exitCode().ifPresent(code -> lines.add(language.choose("exit code: ", "退出码：") + code));
        lines.add(language.choose("error: ", "错误：") + evidence.message());
        evidence.logUrl().ifPresent(url -> lines.add(language.choose("log: ", "日志：") + url));
        evidence.outputTail().ifPresent(
                tail -> lines.add(language.choose("last lines:\n", "最后几行：\n") + Text.tail(tail, MOST_OUTPUT)));
        return lines;
    }

    private static String proposal(AlertContent content, Language language) {
        return content.proposal()
                .map(rerun -> language.choose("The proposed rerun is " + rerun, "建议的重跑为 " + rerun)
                        + content.proposalExpiresAt().map(at -> language.choose("; it can be approved until " + at,
                                "，可在 " + at + " 之前审批")).orElse("")
                        + language.choose(".", "。"))
                .orElse("");
    }

    /** The commands, and when to give which, unless the description has said so. */
    private static Optional<Section> commands(PageItem item, boolean advised, Language language) {
        List<String> lines = new ArrayList<>();
        if (!advised) {
            lines.add(Phrase.advice(item.kind(), language));
        }
        lines.addAll(Bulletins.commands(item, item.change() == PageChange.RESOLVED));
        return lines.isEmpty()
                ? Optional.empty()
                : Optional.of(new Section(language.choose("What you can do", "您可以做什么"), lines, true));
    }

    /** As plain text. */
    String plain() {
        StringBuilder text = new StringBuilder();
        for (Section section : sections) {
            text.append(section.title()).append('\n');
            for (String line : section.lines()) {
                text.append("  ").append(line.replace("\n", "\n  ")).append('\n');
            }
            text.append('\n');
        }
        return text.toString();
    }

    /** As HTML; everything that came from outside is escaped. */
    String html() {
        StringBuilder html = new StringBuilder("<!DOCTYPE html><html><head><meta charset=\"utf-8\"><title>")
                .append(escape(subject)).append("</title></head><body style=\"font-family:sans-serif\">\n");
        for (Section section : sections) {
            html.append("<h3>").append(escape(section.title())).append("</h3>\n");
            String tag = section.literal() ? "pre" : "p";
            for (String line : section.lines()) {
                html.append('<').append(tag).append('>').append(escape(line)).append("</").append(tag).append(">\n");
            }
        }
        return html.append("</body></html>\n").toString();
    }

    private static String escape(String text) {
        return text.replace("&", "&amp;").replace("<", "&lt;").replace(">", "&gt;").replace("\"", "&quot;")
                .replace("'", "&#39;");
    }
}
