// SPDX-License-Identifier: Apache-2.0
package dev.reprise.notifier.email;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

import dev.reprise.notifier.fixture.Alerts;
import dev.reprise.notifier.fixture.Deliveries;
import dev.reprise.notifier.fixture.Pages;
import dev.reprise.notifier.message.Language;
import dev.reprise.schemas.alert.Alert;
import dev.reprise.schemas.alert.AlertContent;
import dev.reprise.schemas.alert.AlertFiring;
import dev.reprise.schemas.alert.AlertResolved;
import dev.reprise.schemas.decision.Reason;
import dev.reprise.schemas.decision.Statement;
import dev.reprise.schemas.decision.Wording;
import dev.reprise.schemas.notification.Page;

/** A Chinese mail is Chinese throughout: names, codes, commands and what programs wrote excepted. */
class ChineseMailTest {
    private static final String FOREIGN = "reprise [a-z ]+|--[a-z-]+|WHY|https://\\S+|warehouse|send_invoices|ds=2026-11-28"
            + "|run-1|[Oo]ut of memory <heap> & more|java\\.lang\\.OutOfMemoryError|line [12]( <b>bold</b>)?|subscription \\S+"
            + "|exit 137|manual__1|v7|Reprise|[0-9T:.-]+Z|hook|on-call|everybody|'\\.\\.\\.'";

    private static AlertContent told(AlertContent content, List<Statement> statements) {
        return new AlertContent(content.job(), content.partition(), content.episode(), content.attempt(),
                content.owner(), content.labels(), content.summary(), content.description(), content.evidence(),
                content.findings(), content.proposal(), content.proposalExpiresAt(), content.traceparent(), statements);
    }

    private static List<Statement> statements(Reason kind) {
        return List.of(Statement.of(Wording.RUN, "run", "manual__1").with("attempt", 2).with("error", "exit 137"),
                Statement.of(Wording.REASON, "reason", kind), Statement.of(Wording.BY_POLICY, "policy", "v7"),
                Statement.of(Wording.LINE),
                Statement.of(Wording.ADVICE_STORY, "place", "'warehouse/send_invoices' 'ds=2026-11-28'"));
    }

    private static String mail(Alert alert, Language language) {
        Page page = Pages.of(alert);
        return MailText.of(Deliveries.of(new Page(page.alertKey(), page.channel(), page.revision(), page.told(),
                page.reason(), page.subscription(), "subscription everybody, which matches every alert",
                page.severity(), page.openedAt(), page.at(), page.fresh(), page.still(), page.over(), page.items())),
                language).plain();
    }

    @ParameterizedTest
    @EnumSource(Reason.class)
    void shouldLeaveNoEnglishSentenceInAChineseMail(Reason kind) {
        AlertFiring like = Alerts.anAlert().firing(1);
        AlertContent content = told(like.content(), statements(kind));
        AlertFiring firing = new AlertFiring(like.alertKey(), 1, kind, like.severity(), content, like.startsAt());
        AlertResolved over = new AlertResolved(like.alertKey(), 2, kind, like.severity(),
                told(content, List.of(Statement.of(Wording.REASON, "reason", kind))), like.startsAt(), like.startsAt(),
                kind);

        for (Alert alert : List.of(firing, over)) {
            String mail = mail(alert, Language.ZH);
            assertThat(mail).contains(kind.chinese());
            assertThat(mail.lines().map(line -> line.replace(kind.name(), "").replaceAll(FOREIGN, ""))
                    .filter(line -> line.matches(".*[A-Za-z]{2,} [A-Za-z]{2,}.*")).collect(Collectors.toList()))
                    .isEmpty();
        }
    }

    @Test
    void shouldTellTheFactsInTheLanguageOfTheReader() {
        AlertFiring like = Alerts.anAlert().firing(1);
        AlertFiring firing = new AlertFiring(like.alertKey(), 1, like.kind(), like.severity(),
                told(like.content(), statements(like.kind())), like.startsAt());

        assertThat(mail(firing, Language.ZH)).contains("运行 manual__1 的第 2 次尝试（exit 137）。", "依据策略 v7。",
                "查看完整经过：reprise instances explain 'warehouse/send_invoices' 'ds=2026-11-28'。")
                .doesNotContain("nothing was rerun");
        assertThat(mail(firing, Language.EN)).contains("Attempt 1 failed; nothing was rerun.").doesNotContain("运行");
    }

    /** A record of an older writer: what it says in English is better than nothing, and what to do is said in Chinese. */
    @Test
    void shouldShowTheEnglishTextWhereNothingIsStated() {
        assertThat(mail(Alerts.anAlert().firing(1), Language.ZH)).contains("Attempt 1 failed; nothing was rerun.",
                "请检查失败的运行留下了什么");
    }
}
