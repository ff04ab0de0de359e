// SPDX-License-Identifier: Apache-2.0
package dev.reprise.core.classify;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.time.Duration;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

import dev.reprise.schemas.decision.FailureClass;
import dev.reprise.schemas.event.ErrorEvidence;
import dev.reprise.schemas.event.FailureKind;
import dev.reprise.schemas.job.FailureRule;

class ClassifierTest {

    @Test
    void shouldNotKnowWhatNoRuleKnows() {
        Classification found = classify(evidence("it did not go well", "", 1), FailureKind.FAILED);

        assertThat(found).isEqualTo(new Classification(FailureClass.UNKNOWN, Optional.empty(), true, Optional.empty(),
                "it did not go well"));
    }

    @Test
    void shouldAnswerWithoutEvidence() {
        Classification found = Classifier.builtIn().classify("cron", Optional.empty(), FailureKind.FAILED);

        assertThat(found.failureClass()).isEqualTo(FailureClass.UNKNOWN);
        assertThat(found.signature()).isEqualTo("no message");
    }

    @Test
    void shouldGiveWhatTheRuleGives() {
        Classification found = classify(evidence("429 Too Many Requests", "", 1), FailureKind.FAILED);

        assertThat(found)
                .isEqualTo(new Classification(FailureClass.PLATFORM, Optional.of("http.too-many-requests"), true,
                        Optional.of(Duration.ofMinutes(2)), "429 Too Many Requests"));
    }

    @Test
    void shouldTakeATimeOutForOneWhateverStoppedIt() {
        Classification found = classify(evidence("stopped", "", 137), FailureKind.TIMED_OUT);

        assertThat(found.failureClass()).isEqualTo(FailureClass.TIMEOUT);
        assertThat(found.rule()).isEmpty();
    }

    @Test
    void shouldLetARuleExplainATimeOut() {
        Classification found = classify(evidence("Lock wait timeout exceeded", "", 137), FailureKind.TIMED_OUT);

        assertThat(found.rule()).contains("sql.lock-timeout");
    }

    @Test
    void shouldTrustTheMessageBeforeTheOutput() {
        // The output tells of a deadlock that was outlived; the rule for it stands earlier.
        Classification found = classify(evidence("KeyError: 'amount'", "deadlock detected, trying again\nKeyError", 1),
                FailureKind.FAILED);

        assertThat(found.rule()).contains("python.key");
    }

    @Test
    void shouldTrustTheOutputBeforeTheExitStatus() {
        Classification found = classify(evidence("exit status 137", "java.lang.OutOfMemoryError: Java heap space", 137),
                FailureKind.FAILED);

        assertThat(found.rule()).contains("jvm.out-of-memory");
    }

    @Test
    void shouldTakeTheEarlierRuleOfTwoThatMatchDifferentLines() {
        Classification found = classify(
                evidence("ExecutorLostFailure (executor 3 lost)\nCaused by: Container killed by YARN for exceeding", "",
                        1),
                FailureKind.FAILED);

        assertThat(found.rule()).contains("yarn.memory-limit");
    }

    @Test
    void shouldNotMatchAcrossLines() {
        Classification found = classify(evidence("0/3 nodes\nare available", "", 1), FailureKind.FAILED);

        assertThat(found.rule()).isEmpty();
    }

    @Test
    void shouldReadLinesThatEndAsOnWindows() {
        Classification found = classify(evidence("oops\r\nMemoryError\r\n", "", 1), FailureKind.FAILED);

        assertThat(found.rule()).contains("python.out-of-memory");
    }

    @Test
    void shouldPutAUsersRulesFirstEvenOnOutput() {
        Classifier classifier = Classifier.with(List.of(rule("own.first", Optional.empty(), "loaded \\d+ rows"),
                rule("own.second", Optional.empty(), "deadlock")));

        Classification found = classifier.classify("airflow",
                Optional.of(evidence("deadlock detected", "loaded 12 rows", 1)), FailureKind.FAILED);

        assertThat(found.rule()).contains("own.first");
    }

    @Test
    void shouldAskForAllThatARuleStates() {
        FailureRule onlyThere = new FailureRule("own.there", Optional.of("^dataworks"), Optional.of("Odps.*Exception"),
                Optional.of("0010000"), List.of(1, 2), Optional.of("quota"), FailureClass.RESOURCE, false,
                Optional.empty());
        Classifier classifier = Classifier.with(List.of(onlyThere));

        assertThat(classifier.classify("dataworks/cn", error("OdpsException", "ODPS-0010000", 2, "quota used up"),
                FailureKind.FAILED).rule()).contains("own.there");
        assertThat(classifier.classify("airflow", error("OdpsException", "ODPS-0010000", 2, "quota used up"),
                FailureKind.FAILED).rule()).isNotEqualTo(Optional.of("own.there"));
        assertThat(classifier.classify("dataworks/cn", error("Other", "ODPS-0010000", 2, "quota used up"),
                FailureKind.FAILED).rule()).isNotEqualTo(Optional.of("own.there"));
        assertThat(classifier.classify("dataworks/cn", error("OdpsException", "ODPS-0010001", 2, "quota used up"),
                FailureKind.FAILED).rule()).isNotEqualTo(Optional.of("own.there"));
        assertThat(classifier.classify("dataworks/cn", error("OdpsException", "ODPS-0010000", 3, "quota used up"),
                FailureKind.FAILED).rule()).isNotEqualTo(Optional.of("own.there"));
        assertThat(classifier.classify("dataworks/cn", error("OdpsException", "ODPS-0010000", 2, "used up"),
                FailureKind.FAILED).rule()).isNotEqualTo(Optional.of("own.there"));
    }

    @Test
    void shouldFindPatternsBeyondAscii() {
        Classifier classifier = Classifier.with(List.of(rule("own.quota", Optional.empty(), "配额(不足|已用完)"),
                rule("own.kelvin", Optional.empty(), "(?i)kelvin"),
                rule("own.case", Optional.empty(), "(?i)größe fehlt")));

        assertThat(named(classifier, "错误：项目配额已用完")).contains("own.quota");
        assertThat(named(classifier, "\u212aELVIN")).contains("own.kelvin");
        assertThat(named(classifier, "GRÖßE FEHLT")).contains("own.case");
    }

    @Test
    void shouldSayWhatIsWrongWithARule() {
        assertThat(Classifier.problems(rule("own", Optional.of("a("), "(?!x)y"))).hasSize(2)
                .anySatisfy(problem -> assertThat(problem).startsWith("source: 'a(' is no pattern: missing closing )"))
                .anySatisfy(problem -> assertThat(problem).startsWith("message: '(?!x)y' is no pattern")
                        .contains("at character 1").contains("no lookahead"));
        assertThat(Classifier.problems(rule("own", Optional.empty(), "(a)\\1"))).singleElement().asString()
                .contains("no back reference");
        assertThat(Classifier.problems(rule("own", Optional.empty(), "(?>a)"))).singleElement().asString()
                .contains("no atomic group");
        assertThat(Classifier.problems(rule("own", Optional.empty(), "a++b"))).singleElement().asString()
                .contains("no possessive quantifier");
        assertThat(Classifier.problems(rule("own", Optional.empty(), "a*"))).singleElement().asString()
                .contains("matches every text");
        assertThat(Classifier.problems(rule("own", Optional.empty(), "a\\nb"))).singleElement().asString()
                .contains("one line at a time");
    }

    @ParameterizedTest
    @ValueSource(strings = {"(a{1000}){1000}", "x((a{100}){100}){100}", "(?:[0-9a-f]{500}){2,}[^]]{999}",
        "(b{0,1000})+c{2}"})
    void shouldRefuseAPatternThatGrowsWithoutBoundBeforeItIsCompiled(String pattern) {
        assertThat(Classifier.problems(rule("own", Optional.empty(), pattern))).singleElement().asString()
                .contains("steps for each character", "lower the counts in braces");
    }

    @ParameterizedTest
    @ValueSource(strings = {"\\d{4}-\\d{2}-\\d{2} [0-9a-f]{8}(-[0-9a-f]{4}){3}", "a{,5}b{", "[{]{3}\\{1000}x",
        "(((a{3}){3}){3}){3}"})
    void shouldAllowCountsThatStaySmall(String pattern) {
        assertThat(Classifier.problems(rule("own", Optional.empty(), pattern))).isEmpty();
    }

    @Test
    void shouldRefuseToStartWithABadRule() {
        assertThatThrownBy(() -> Classifier.with(List.of(rule("own.bad", Optional.empty(), "a("))))
                .isInstanceOf(IllegalArgumentException.class).hasMessageContaining("rule 'own.bad': message: 'a('");
    }

    private static Optional<String> named(Classifier classifier, String message) {
        return classifier.classify("test", Optional.of(ErrorEvidence.ofMessage(message)), FailureKind.FAILED).rule();
    }

    private static Classification classify(ErrorEvidence error, FailureKind kind) {
        return Classifier.builtIn().classify("test", Optional.of(error), kind);
    }

    private static FailureRule rule(String id, Optional<String> source, String message) {
        return new FailureRule(id, source, Optional.empty(), Optional.empty(), List.of(), Optional.of(message),
                FailureClass.DATA, true, Optional.empty());
    }

    private static ErrorEvidence evidence(String message, String output, int exitCode) {
        return new ErrorEvidence(message, Optional.empty(), Optional.empty(), Optional.of(exitCode),
                Optional.of(output).filter(text -> !text.isEmpty()), Optional.empty());
    }

    private static Optional<ErrorEvidence> error(String type, String code, int exitCode, String message) {
        return Optional.of(new ErrorEvidence(message, Optional.of(type), Optional.of(code), Optional.of(exitCode),
                Optional.empty(), Optional.empty()));
    }
}
