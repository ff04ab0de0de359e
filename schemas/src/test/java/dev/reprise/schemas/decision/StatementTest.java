// SPDX-License-Identifier: Apache-2.0
package dev.reprise.schemas.decision;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Collections;
import java.util.EnumSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** One catalogue in two languages: what can be said in one can be said in the other, with the same names in it. */
class StatementTest {
    /** Its last words are those of the analyser, which knows English; Chinese readers find them with the line. */
    private static final Set<Wording> SHORTER_IN_CHINESE = EnumSet.of(Wording.LINE_DECIDES);
    /** Punctuation, and what a reason means. */
    private static final Set<Wording> WITHOUT_WORDS = EnumSet.of(Wording.REASON, Wording.END, Wording.LINE,
            Wording.CHANGES_TOO, Wording.AWAITS_TOO, Wording.UNRECOGNISED);

    @ParameterizedTest
    @EnumSource(Wording.class)
    void shouldHaveBothLanguagesWithTheSamePlaces(Wording wording) {
        if (SHORTER_IN_CHINESE.contains(wording)) {
            assertThat(wording.english().names()).containsAll(wording.chinese().names());
        } else {
            assertThat(wording.chinese().names()).isEqualTo(wording.english().names());
        }
        assertThat(wording.english().text()).doesNotContainPattern("\\p{IsHan}");
        if (!WITHOUT_WORDS.contains(wording)) {
            assertThat(wording.chinese().text()).containsPattern("\\p{IsHan}");
        }
    }

    /** The page fills the Chinese wordings by the same two forms; anything else in braces would be shown as it is. */
    @ParameterizedTest
    @EnumSource(Wording.class)
    void shouldHaveNoBraceOrBracketThatIsNoPlace(Wording wording) {
        for (Template template : List.of(wording.english(), wording.chinese())) {
            String filled = template.fill(values(template, "x"), reason -> "x.");

            assertThat(filled).doesNotContainPattern("[{}\\[\\]]");
        }
    }

    private static Map<String, String> values(Template template, String value) {
        Map<String, String> values = new TreeMap<>();
        template.names().forEach(name -> values.put(name, value));
        return values;
    }

    @ParameterizedTest
    @EnumSource(Reason.class)
    void shouldSayWhatEachReasonMeansInBothLanguages(Reason reason) {
        assertThat(reason.meaning()).endsWith(".").doesNotContainPattern("\\p{IsHan}");
        assertThat(reason.chinese()).endsWith("。").containsPattern("\\p{IsHan}");
    }

    @Test
    void shouldLeaveOutWhatIsNotKnown() {
        Statement bare = Statement.of(Wording.RUN_FAILED, "run", "r1");

        assertThat(Statement.english(List.of(bare))).isEqualTo("Run r1 failed.");
        assertThat(Statement.english(List.of(bare.with("attempt", 2).with("error", Optional.of("exit 1")))))
                .isEqualTo("Run r1, attempt 2 failed (exit 1).");
        assertThat(Statement.chinese(List.of(bare.with("attempt", 2)))).hasValue("运行 r1 的第 2 次尝试失败。");
    }

    @Test
    void shouldPutSentencesApartAndWhatGoesOnWithThemTogether() {
        List<Statement> statements = List.of(Statement.of(Wording.AWAITS, "input", "a"),
                Statement.of(Wording.AWAITS_TOO, "input", "b"), Statement.of(Wording.THERE_NOW),
                Statement.of(Wording.END), Statement.of(Wording.AWAITS_NEWS), Statement.of(Wording.LINE),
                Statement.of(Wording.AWAITS_NEWS));

        assertThat(Statement.english(statements))
                .isEqualTo("It waits for a, b (there now). Waiting for news.\nWaiting for news.");
        assertThat(Statement.chinese(statements)).hasValue("它在等待 a、b（已就绪）。等待新的消息。\n等待新的消息。");
    }

    @Test
    void shouldSayWhatAReasonMeansAsASentenceAndInsideOne() {
        List<Statement> statements = List.of(Statement.of(Wording.REASON, "reason", Reason.RECOVERED),
                Statement.of(Wording.TAKEN_BACK, "reason", Reason.RECOVERED).with("rerun", "rr-1"));

        assertThat(Statement.english(statements))
                .isEqualTo("The instance is healthy again. Rerun rr-1 is taken back, if"
                        + " it has not been sent yet: the instance is healthy again.");
        assertThat(Statement.chinese(statements)).hasValue("实例恢复健康。重跑 rr-1 若尚未发出则撤回：实例恢复健康。");
    }

    @Test
    void shouldNeverReadAValueAsAPlace() {
        Statement told = Statement.of(Wording.RUN, "run", "{error}[x]").with("error", "{run}");

        assertThat(Statement.english(List.of(told))).isEqualTo("Run {error}[x] ({run}).");
    }

    @Test
    void shouldLeaveItToTheEnglishTextWhereSomethingCannotBeSaid() {
        assertThat(Statement.chinese(List.of())).isEmpty();
        assertThat(Statement.chinese(List.of(Statement.of(Wording.END), Statement.of(Wording.UNRECOGNISED)))).isEmpty();
    }

    @Test
    void shouldKeepNoMoreThanARecordMayCarry() {
        Statement large = Statement.of(Wording.GIVEN_UP, "error", "e".repeat(Statement.MAX_VALUE + 1));

        assertThat(large.values().get("error")).hasSize(Statement.MAX_VALUE);
        assertThat(Statement.head(Collections.nCopies(3, large))).hasSize(2);
        assertThat(Statement.head(Collections.nCopies(100, Statement.of(Wording.END))))
                .hasSize(Statement.MAX_STATEMENTS);
    }
}
