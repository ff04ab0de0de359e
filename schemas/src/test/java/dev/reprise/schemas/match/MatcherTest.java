// SPDX-License-Identifier: Apache-2.0
package dev.reprise.schemas.match;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

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
    @ValueSource(strings = {"(a+)+", "(a|a)*", "(a){2}", "(?=x)a", "(?<n>a)", "a\\1", "\\Qa\\E", "[a-z&&[aeiou]]", "(a",
        "a*b*c*d*"})
    void shouldRefusePatternsThatMayExplode(String pattern) {
        assertThatThrownBy(() -> SafePattern.compile(pattern)).isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining("pattern");
    }

    @Test
    void shouldRefuseLongPatterns() {
        assertThatThrownBy(() -> SafePattern.compile("a".repeat(SafePattern.MAX_PATTERN + 1)))
                .hasMessageContaining("257 characters");
    }

    @Test
    void shouldAnswerInTimeWhateverTheValue() {
        SafePattern pattern = SafePattern.compile(".*a.*b.*c");

        org.junit.jupiter.api.Assertions.assertTimeoutPreemptively(Duration.ofSeconds(20),
                () -> assertThat(pattern.matches("ab".repeat(SafePattern.MAX_VALUE / 2))).isFalse());
        assertThat(pattern.matches("abc".repeat(SafePattern.MAX_VALUE))).isFalse();
    }

    private static Map<String, String> labels(Map<String, String> ofJob) {
        return AlertLabels.of(Reason.NON_IDEMPOTENT, Severity.CRITICAL, new AlertContent(
                new JobId("warehouse", "send_invoices"), new PartitionKey("ds=2026-11-28"), 1, Optional.empty(),
                Optional.of(new Owner("billing", List.of(), Optional.empty())), ofJob, "failed", "failed",
                Optional.empty(), List.of(), Optional.empty(), Optional.empty()));
    }
}
