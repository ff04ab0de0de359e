// SPDX-License-Identifier: Apache-2.0
package dev.reprise.schemas.match;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.junit.jupiter.api.Assertions.assertTimeoutPreemptively;

import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

import dev.reprise.schemas.alert.AlertContent;
import dev.reprise.schemas.decision.Reason;
import dev.reprise.schemas.decision.Severity;
import dev.reprise.schemas.id.JobId;
import dev.reprise.schemas.id.PartitionKey;
import dev.reprise.schemas.job.Owner;

class MatcherTest {
    private static final Map<String, String> LABELS = labels(Map.of("env", "prod", "tier", "1"));

    @ParameterizedTest
    @CsvSource(delimiter = ';', quoteCharacter = '\0', value = {"owner=\"billing\"; true", "owner=billing; true",
        "owner != \"billing\"; false", "severity=~\"critical|warning\"; true", "severity=~\"crit\"; false",
        "name!~\"tmp_.*\"; true", "name=~\"send_.*\"; true", "kind=\"NON_IDEMPOTENT\"; true",
        "job=\"warehouse/send_invoices\"; true", "namespace=warehouse; true", "partition=~\"ds=\\d{4}-.*\"; true",
        "env=prod; true", "absent=\"\"; true", "absent!=\"x\"; true", "absent=~\".+\"; false", "tier=~\"[12]\"; true"})
    void shouldMatchLikeAlertmanager(String text, boolean expected) {
        assertThat(Matcher.parse(text.strip()).matches(LABELS)).isEqualTo(expected);
    }

    @Test
    void shouldLetBuiltInLabelsWinOverThoseOfTheJob() {
        Map<String, String> labels = labels(Map.of("severity", "none", "owner", "x"));

        assertThat(labels).containsEntry("severity", "critical").containsEntry("owner", "billing");
    }

    @ParameterizedTest
    @ValueSource(strings = {"owner=\"bil\\\"ling\"", "a=~\"x|y\"", "a!=\"\"", "a=\"back\\\\slash\"", "a=~\"\\\\d+\""})
    void shouldReadWhatItWrites(String text) {
        Matcher matcher = Matcher.parse(text);

        assertThat(Matcher.parse(matcher.toString())).isEqualTo(matcher).hasToString(matcher.toString());
    }

    @ParameterizedTest
    @ValueSource(strings = {"", "owner", "=x", "9a=x", "a==\"", "owner=\"billing", "owner=\"a\"b\"", "owner=a\"b",
        "a=\"x\\"})
    void shouldRefuseWhatIsNoMatcher(String text) {
        assertThatThrownBy(() -> Matcher.parse(text)).isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining("matcher");
    }

    @ParameterizedTest
    @CsvSource(delimiter = ';', quoteCharacter = '\0', value = {
        "(?=x)a; '(?=' at character 1; RE2 has no lookahead",
        "b(?!x); '(?!' at character 2; RE2 has no lookahead",
        "a\\1; '\\1' at character 2; RE2 has no back reference",
        "x(?>a); '(?>' at character 2; RE2 has no atomic group",
        "ab++; '++' at character 3; RE2 has no possessive quantifier",
        "(a; missing closing ); is no pattern",
        "[z-a]; 'z-a' at character 2; is no pattern",
        "((a{99}){99}){99}; steps for each character; lower the counts in braces"})
    void shouldNameThePlaceAndTheFixOfAPatternThatCannotBeUsed(String pattern, String place, String fix) {
        assertThatThrownBy(() -> Matcher.parse("owner=~\"" + pattern.strip() + "\""))
                .isInstanceOf(IllegalArgumentException.class).hasMessageContaining(pattern.strip())
                .hasMessageContaining(place.strip()).hasMessageContaining(fix.strip());
    }

    @Test
    void shouldRefuseLongPatterns() {
        assertThatThrownBy(() -> SafePattern.compile("a".repeat(SafePattern.MAX_PATTERN + 1)))
                .hasMessageContaining("1001 characters").hasMessageContaining("use several matchers");
    }

    /** Each takes a back-tracking engine longer than anybody waits. */
    @ParameterizedTest
    @ValueSource(strings = {"(a+)+", "(a|a)*", "(a*)*b", "([a-z]+)*1", "(.*a){12}x", ".*a.*a.*a.*a.*a.*x"})
    void shouldAnswerAtOnceWhereOtherEnginesNeverEnd(String catastrophic) {
        Matcher matcher = Matcher.parse("name=~\"" + catastrophic + "\"");

        assertTimeoutPreemptively(Duration.ofSeconds(60),
                () -> assertThat(matcher.matches(Map.of("name", "a".repeat(SafePattern.MAX_VALUE - 1) + "!")))
                        .isFalse());
    }

    @Test
    void shouldMatchNoValueThatIsTooLong() {
        assertThat(SafePattern.compile("a*").matches("a".repeat(SafePattern.MAX_VALUE))).isTrue();
        assertThat(SafePattern.compile("a*").matches("a".repeat(SafePattern.MAX_VALUE + 1))).isFalse();
    }

    private static Map<String, String> labels(Map<String, String> ofJob) {
        return AlertLabels.of(Reason.NON_IDEMPOTENT, Severity.CRITICAL, new AlertContent(
                new JobId("warehouse", "send_invoices"), new PartitionKey("ds=2026-11-28"), 1, Optional.empty(),
                Optional.of(new Owner("billing", List.of(), Optional.empty())), ofJob, "failed", "failed",
                Optional.empty(), List.of(), Optional.empty(), Optional.empty()));
    }
}
