// SPDX-License-Identifier: Apache-2.0
package dev.reprise.notifier.email;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.regex.Pattern;

import dev.reprise.notifier.channel.Delivery;
import dev.reprise.notifier.channel.Text;
import dev.reprise.notifier.message.Bulletins;
import dev.reprise.notifier.message.Language;
import dev.reprise.notifier.message.Phrase;
import dev.reprise.schemas.alert.AlertContent;
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
    private static final Pattern PLAIN_WORD = Pattern.compile("[A-Za-z0-9_@%+=:,./-]+");

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
    static MailText of(Delivery delivery) {
        Page page = delivery.page();
        List<Section> sections = new ArrayList<>();
        if (page.items().size() == 1 && page.left() == 0) {
            sections.addAll(whole(page.items().getFirst()));
        } else {
            sections.add(prose("What changed", Bulletins.counts(page, Language.EN) + ". " + Bulletins.reason(
                    page.reason(), Language.EN)));
            page.items().forEach(item -> sections.add(brief(item)));
            if (page.left() > 0) {
                sections.add(prose("And more", page.left() + " alerts are not shown here."));
            }
        }
        sections.add(prose("Why you got this", "You are told as receiver " + page.channel() + ", by " + page.why()
                + ". " + Bulletins.reason(page.reason(), Language.EN)));
        return new MailText(subject(page, delivery.over()), sections);
    }

    /** Everything about one alert. */
    private static List<Section> whole(PageItem item) {
        boolean over = item.change() == PageChange.RESOLVED;
        List<Section> sections = new ArrayList<>();
        sections.add(prose("What happened", item.content().summary(), item.content().description()));
        if (over) {
            sections.add(prose("Why it is over", Bulletins.ending(item, Language.EN)));
        } else {
            sections.add(prose("Why it was decided so", item.kind().meaning(),
                    "Rule " + item.kind() + ", severity " + item.severity() + ", since " + item.startsAt() + "."));
        }
        evidence(item.content()).ifPresent(sections::add);
        if (!over) {
            definition(item.content()).ifPresent(sections::add);
            sections.add(prose("What Reprise did", Phrase.action(item.kind(), Language.EN),
                    proposal(item.content())));
        }
        sections.add(commands(item.content(), over));
        return sections;
    }

    /** One alert among several. */
    private static Section brief(PageItem item) {
        boolean over = item.change() == PageChange.RESOLVED;
        List<String> lines = new ArrayList<>(List.of(item.content().summary()));
        item.content().evidence().ifPresent(evidence -> lines.add("error: " + evidence.message()));
        if (!over) {
            definition(item.content()).ifPresent(section -> lines.addAll(section.lines()));
        }
        lines.add(over ? Bulletins.ending(item, Language.EN) : Phrase.action(item.kind(), Language.EN));
        lines.addAll(commands(item.content(), over).lines());
        return new Section("[" + item.change() + "] " + Bulletins.subject(item) + " "
                + Phrase.subject(item.kind(), Language.EN), lines, true);
    }

    private static String subject(Page page, boolean over) {
        return Text.head((over ? "[RESOLVED] " : "[FIRING] ") + Bulletins.headline(page, Language.EN), LONGEST_SUBJECT);
    }

    private static Section prose(String title, String... paragraphs) {
        return new Section(title, List.of(paragraphs).stream().filter(text -> !text.isBlank()).distinct().toList(),
                false);
    }

    private static Optional<Section> definition(AlertContent content) {
        return content.findings().isEmpty()
                ? Optional.empty()
                : Optional.of(new Section("What decides in the job's definition",
                        content.findings().stream().map(MailText::told).toList(), true));
    }

    private static String told(DefinitionFinding finding) {
        StringBuilder text = new StringBuilder(finding.place()).append("  ").append(finding.rule()).append("  ")
                .append(finding.message());
        finding.excerpt().ifPresent(line -> text.append("\n  ").append(line));
        finding.fix().ifPresent(fix -> text.append("\n  instead: ").append(fix));
        return text.toString();
    }

    private static Optional<Section> evidence(AlertContent content) {
        return content.evidence().map(evidence -> new Section("Evidence", lines(content, evidence), true));
    }

    private static List<String> lines(AlertContent content, ErrorEvidence evidence) {
        List<String> lines = new ArrayList<>();
        content.attempt().ifPresent(attempt -> lines.add("attempt: " + attempt));
        evidence.type().ifPresent(type -> lines.add("error type: " + type));
        evidence.code().ifPresent(code -> lines.add("error code: " + code));
        evidence.exitCode().ifPresent(code -> lines.add("exit code: " + code));
        lines.add("error: " + evidence.message());
        evidence.logUrl().ifPresent(url -> lines.add("log: " + url));
        evidence.outputTail().ifPresent(tail -> lines.add("last lines:\n" + Text.tail(tail, MOST_OUTPUT)));
        return lines;
    }

    private static String proposal(AlertContent content) {
        return content.proposal()
                .map(rerun -> "The proposed rerun is " + rerun
                        + content.proposalExpiresAt().map(at -> "; it can be approved until " + at).orElse("") + ".")
                .orElse("");
    }

    private static Section commands(AlertContent content, boolean over) {
        String instance = quote(content.job().key()) + " " + quote(content.partition().value());
        List<String> commands = new ArrayList<>();
        if (!over && content.proposal().isPresent()) {
            String rerun = content.proposal().get().value();
            commands.add("reprise approve " + instance + " --rerun-id " + rerun + " --reason '...'");
            commands.add("reprise reject " + instance + " --rerun-id " + rerun + " --reason '...'");
        }
        commands.add("reprise instances explain " + instance);
        return new Section("What you can do", commands, true);
    }

    /** For a POSIX shell: a name may hold anything. */
    private static String quote(String word) {
        return PLAIN_WORD.matcher(word).matches() ? word : "'" + word.replace("'", "'\\''") + "'";
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
