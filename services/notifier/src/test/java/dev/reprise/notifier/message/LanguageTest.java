// SPDX-License-Identifier: Apache-2.0
package dev.reprise.notifier.message;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Function;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

import dev.reprise.notifier.fixture.Alerts;
import dev.reprise.notifier.fixture.Deliveries;
import dev.reprise.notifier.fixture.Pages;
import dev.reprise.schemas.alert.Alert;
import dev.reprise.schemas.alert.AlertFiring;
import dev.reprise.schemas.alert.AlertResolved;
import dev.reprise.schemas.decision.Reason;
import dev.reprise.schemas.decision.Severity;
import dev.reprise.schemas.notification.Page;
import dev.reprise.schemas.notification.PageChange;
import dev.reprise.schemas.notification.PageReason;

/** Every text of ours exists in every language: a new reason, change or severity without one fails here. */
class LanguageTest {
    private static final Alert PLAIN = Alerts.anAlert().description("Nothing was rerun.").firing(1);

    private static void assertBoth(String what, Function<Language, String> text) {
        assertThat(text.apply(Language.EN)).as(what + " in English").isNotBlank().doesNotMatch("(?s).*\\p{IsHan}.*");
        assertThat(text.apply(Language.ZH)).as(what + " in Chinese").matches("(?s).*\\p{IsHan}.*");
    }

    private static Bulletin bulletin(Page page, Language language) {
        return new Bulletins(language, Links.NONE).of(Deliveries.of(page));
    }

    @ParameterizedTest
    @EnumSource(Reason.class)
    void shouldTellEveryKindInEveryLanguage(Reason kind) {
        assertBoth("headline", language -> Phrase.subject(kind, language));
        assertBoth("what was done", language -> Phrase.action(kind, language));
        assertBoth("advice", language -> Phrase.advice(kind, language));
        assertBoth("meaning", language -> language.meaning(kind));
        AlertFiring like = (AlertFiring) PLAIN;
        AlertFiring firing = new AlertFiring(like.alertKey(), 1, kind, like.severity(), like.content(),
                like.startsAt());
        AlertResolved over = new AlertResolved(like.alertKey(), 2, kind, like.severity(), like.content(),
                like.startsAt(), like.startsAt(), kind);
        for (Alert alert : List.of(firing, over)) {
            assertBoth("headline of the message", language -> bulletin(Pages.of(alert), language).headline());
            assertBoth("what happened", language -> bulletin(Pages.of(alert), language).items().getFirst().happened());
            assertBoth("what was done, or why it is over",
                    language -> bulletin(Pages.of(alert), language).items().getFirst().did());
        }
    }

    @ParameterizedTest
    @EnumSource(PageReason.class)
    void shouldTellEveryReasonOfAMessage(PageReason reason) {
        assertBoth("reason", language -> Bulletins.reason(reason, language));
    }

    @Test
    void shouldTellWhatHasChangedAndHowMuch() {
        for (PageChange change : PageChange.values()) {
            assertBoth("heading", language -> Phrase.change(change, language));
        }
        for (Severity severity : Severity.values()) {
            assertBoth("severity", language -> Phrase.severity(severity, language));
        }
        Page several = Pages.group(3, 2, 1, Pages.item(PLAIN, PageChange.NEW));
        assertBoth("counts", language -> Bulletins.counts(several, language));
        assertBoth("rest", language -> bulletin(several, language).rest().orElseThrow());
        assertBoth("ending", language -> Bulletins.ending(Pages.item(PLAIN, PageChange.RESOLVED), language));
        assertBoth("link", language -> bulletin(several, language).linkText());
        assertBoth("why", language -> bulletin(several, language).whyYou());
    }

    @Test
    void shouldTranslateTheRuleAndKeepItsNames() {
        Map<String, String> rules = Map.of("subscription night of Billing team, which matches owner=\"billing\"",
                "订阅 night（负责人 Billing team），匹配 owner=\"billing\"",
                "subscription night, which matches every alert", "订阅 night，匹配所有告警",
                "subscription night, which is no more", "订阅 night，已不存在", "as an older version said it",
                "as an older version said it");

        rules.forEach((english, chinese) -> {
            assertThat(Bulletins.why(page(english), Language.ZH)).isEqualTo(chinese);
            assertThat(Bulletins.why(page(english), Language.EN)).isEqualTo(english);
        });
    }

    private static Page page(String why) {
        Page like = Pages.of(PLAIN);
        return new Page(like.alertKey(), like.channel(), 1, like.told(), like.reason(), "night", why, like.severity(),
                like.openedAt(), like.at(), 1, 0, 0, like.items());
    }

    @Test
    void shouldReadItsOwnName() {
        assertThat(List.of(Language.values())).allSatisfy(
                language -> assertThat(Optional.of(Language.parse(language.text()))).hasValue(language));
    }
}
