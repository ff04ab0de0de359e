// SPDX-License-Identifier: Apache-2.0
package dev.reprise.core.explain;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Comparator;
import java.util.EnumSet;
import java.util.List;
import java.util.Set;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

import dev.reprise.core.explain.SampleDecisions.Sample;
import dev.reprise.schemas.decision.Decision;
import dev.reprise.schemas.decision.Reason;
import dev.reprise.schemas.decision.Statement;
import dev.reprise.schemas.decision.Wording;

/** A decision is told in English word for word as ever, and in Chinese with no English sentence left in it. */
final class BothLanguagesTest {
    private static final Path GOLDEN = Path.of("src/test/resources/explanations.txt");
    /** Commands with their options, and settings as files write them. */
    private static final String TYPED = "reprise [a-z]+( [a-z]+)?|--[a-z-]+|WHY|FILE|mode: live|on-rewrite: rerun"
            + "|REPRISE_RERUN_ID|Reprise";
    /** Said by what a decision is told with elsewhere: what became of a message, and the watchdog. */
    private static final Set<Wording> NOT_OF_DECISIONS = EnumSet.of(Wording.LINE, Wording.UNRECOGNISED,
            Wording.TRY_UNDER_WAY, Wording.TOLD_THIS, Wording.GAVE_THIS_UP, Wording.NEWER_DEALT_WITH,
            Wording.OVER_BEFORE_TOLD, Wording.WANTS_NO_MORE, Wording.LANE_FULL, Wording.GIVEN_UP,
            Wording.GIVEN_UP_UNTRIED, Wording.ALWAYS_FIRES);
    /** Said where another input, run or person had a part before, which a single failure does not have. */
    private static final Set<Wording> OF_LONGER_STORIES = EnumSet.of(Wording.THERE_NOW, Wording.WRITTEN_ANEW,
            Wording.ALIVE, Wording.ALIVE_TOO, Wording.AWAITS_INPUT, Wording.PAUSED_EVERYWHERE, Wording.FROZEN,
            Wording.PAUSED_BY_A_PERSON, Wording.FROZEN_BY_A_PERSON, Wording.ADVICE_LOOK_AT_TARGET);

    @Test
    void shouldKeepTheEnglishWordForWord() throws IOException {
        List<String> lines = SampleDecisions.all().filter(BothLanguagesTest::isGolden)
                .map(sample -> sample.name() + ": " + english(sample)).toList();
        if (Boolean.getBoolean("explanations.write")) {
            Files.write(GOLDEN, lines);
        }

        assertThat(lines).isEqualTo(Files.readAllLines(GOLDEN));
    }

    /** Every alert with its advice; of the others, those whose words differ by their reason. */
    private static boolean isGolden(Sample sample) {
        Reason reason = sample.decision().reason();
        return switch (sample.decision()) {
            case Decision.Alert _ -> true;
            case Decision.Wait _ -> reason.ordinal() >= Reason.SETTLING.ordinal()
                    && reason.ordinal() <= Reason.UPSTREAM_AWAITED.ordinal();
            case Decision.Rerun _,Decision.Shadow _,Decision.Suppress _,Decision.Resolve _,Decision.Withdraw _,Decision.Grant _,Decision.Refuse _ ->
                reason == Reason.FINAL_FAILURE || reason == Reason.MANUAL;
        };
    }

    private static String english(Sample sample) {
        return Statement.english(statements(sample)).replace("\n", " | ");
    }

    private static List<Statement> statements(Sample sample) {
        List<Statement> told = Explanation.of(sample.decision(), sample.after(), sample.job(), sample.subject());
        return sample.decision() instanceof Decision.Alert alert
                ? Stream.concat(told.stream(), Stream.of(Statement.of(Wording.LINE),
                        Explanation.advice(alert.reason(), sample.after()))).toList()
                : told;
    }

    @ParameterizedTest
    @EnumSource(Reason.class)
    void shouldLeaveNoEnglishInTheChinese(Reason reason) {
        assertThat(SampleDecisions.all().filter(sample -> sample.decision().reason() == reason)).isNotEmpty()
                .allSatisfy(sample -> {
                    List<Statement> statements = statements(sample);
                    String chinese = Statement.chinese(statements).orElseThrow();

                    assertThat(chinese).as(sample.name()).containsPattern("\\p{IsHan}");
                    assertThat(withoutNames(chinese, statements)).as("%s: %s", sample.name(), chinese)
                            .doesNotContainPattern("[A-Za-z]").doesNotContainPattern("[{}\\[\\]]");
                });
    }

    /** The Chinese without what is never translated: names, codes, numbers, times and what is typed. */
    private static String withoutNames(String chinese, List<Statement> statements) {
        String left = chinese;
        for (String value : statements.stream().flatMap(each -> each.values().values().stream())
                .sorted(Comparator.comparing(String::length).reversed()).toList()) {
            left = left.replace(value, "");
        }
        return left.replaceAll(TYPED, "");
    }

    @Test
    void shouldHaveSaidEverythingThatCanBeSaid() {
        Set<Wording> said = EnumSet.copyOf(SampleDecisions.all().flatMap(sample -> statements(sample).stream())
                .map(Statement::wording).toList());

        assertThat(EnumSet.complementOf(EnumSet.copyOf(said)).stream().filter(each -> !NOT_OF_DECISIONS.contains(each))
                .filter(each -> !OF_LONGER_STORIES.contains(each))).isEmpty();
    }
}
