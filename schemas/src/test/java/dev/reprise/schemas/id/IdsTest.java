// SPDX-License-Identifier: Apache-2.0
package dev.reprise.schemas.id;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;
import static org.junit.jupiter.params.provider.Arguments.arguments;

import java.util.Map;
import java.util.stream.Stream;
import org.assertj.core.api.ThrowableAssert.ThrowingCallable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.MethodSource;

class IdsTest {

    /** Computed apart from this code: SHA-256 over length-prefixed UTF-8 parts, first 20 bytes, RFC 4648 base32. */
    @ParameterizedTest
    @CsvSource({
        "airflow-prod, sales.daily_revenue, ds=2026-11-28, scheduled__2026-11-28T00:00:00+00:00, 1,"
                + " rr-2n2veckpa2hie6sgdm67lvwbqqtkatgp",
        "airflow-prod, sales.daily_revenue, ds=2026-11-28, scheduled__2026-11-28T00:00:00+00:00, 2,"
                + " rr-qwpbzfz3fim4efku5ah7lttsjdclgspb",
        "a/b, c%, *, r, 10, rr-mbqa3oezuslfsush7crcpllyia2erppa",
        "数据平台, 每日汇总, ds=2026-11-29/region=华东, run-1, 1, rr-qhrbutgqyldzyiapvw6rqdtygomrpclc",
        "a, b, *, request, 1, rr-uz6tzv34edbtxvhvfui2njvc7iz6riso"})
    void shouldNameTheRerunOfAFailureForEver(String namespace, String name, String partition, String run, int attempt,
            String expected) {
        InstanceId instance = new InstanceId(new JobId(namespace, name), new PartitionKey(partition));

        assertThat(RerunId.ofFailure(instance, new AttemptId(new RunId(run), attempt))).hasToString(expected);
    }

    @Test
    void shouldNameTheRerunOfARequestForEver() {
        InstanceId instance = new InstanceId(new JobId("a", "b"), PartitionKey.WHOLE_JOB);

        assertThat(RerunId.ofRequest(instance, "click-1")).hasToString("rr-r2duqq7fql3ldoulinsxoh6mjnjahvhe");
    }

    @Test
    void shouldRecogniseARunThatCarriesARerun() {
        RerunId rerun = new RerunId("rr-r2duqq7fql3ldoulinsxoh6mjnjahvhe");

        assertThat(rerun.names(rerun.asRun())).isTrue();
        assertThat(rerun.names(new RunId("run-1"))).isFalse();
    }

    @ParameterizedTest
    @CsvSource({"a/b, a, b", "a%2Fb/c%252F, a/b, c%2F", "a%2fb/100%, a/b, 100%"})
    void shouldReadAJob(String written, String namespace, String name) {
        assertThat(JobId.parse(written)).isEqualTo(new JobId(namespace, name));
    }

    @Test
    void shouldLeaveTheSlashesOfAPartitionAlone() {
        InstanceId instance = InstanceId.parse("a%2Fb/c/ds=2026-11-29/region=eu");

        assertThat(instance.job()).isEqualTo(new JobId("a/b", "c"));
        assertThat(instance.partition().dimensions())
                .containsExactly(Map.entry("ds", "2026-11-29"), Map.entry("region", "eu"));
    }

    @ParameterizedTest
    @MethodSource
    void shouldNameFieldAndFix(ThrowingCallable made, String message) {
        assertThatIllegalArgumentException().isThrownBy(made).withMessageContaining(message);
    }

    static Stream<Arguments> shouldNameFieldAndFix() {
        return Stream.of(
                refused(() -> new JobId(" ", "b"), "job namespace is empty: give 1 to 256 characters"),
                refused(() -> new JobId("a", "b".repeat(513)), "job name has 513 characters: at most 512 are allowed"),
                refused(() -> new JobId("a", " b"), "job name ' b' begins or ends with a space: remove it"),
                refused(() -> new JobId("a", "b\u0007c"), "job name has a control character at position 1: remove it"),
                refused(() -> new JobId("a", "b\ud800"),
                        "job name has half of a surrogate pair: give well-formed Unicode"),
                refused(() -> JobId.parse("a"), "job 'a' is not NAMESPACE/NAME: write a slash inside a part as %2F"),
                refused(() -> JobId.parse("a/b/c"), "job 'a/b/c' is not NAMESPACE/NAME"),
                refused(() -> InstanceId.parse("a/b"), "instance is not NAMESPACE/NAME/PARTITION"),
                refused(() -> new PartitionKey(""), "partition is empty: give 1 to 512 characters"),
                refused(() -> new RunId("r".repeat(257)), "run has 257 characters: at most 256 are allowed"),
                refused(() -> new AttemptId(new RunId("r"), 0), "attempt is 0: attempts count from 1"),
                refused(() -> new RerunId("rr-1"), "rerunId is not 'rr-' followed by 32 characters of a-z and 2-7"),
                refused(() -> new AlertKey("FIRE"), "alertKey is not KIND/SUBJECT: give both, with a slash between"),
                refused(() -> new AlertKey("FIRE/"), "alertKey is not KIND/SUBJECT"));
    }

    @Test
    void shouldHoldTheLongestInstanceInAnAlertKey() {
        InstanceId longest = new InstanceId(new JobId("/".repeat(256), "%".repeat(512)),
                new PartitionKey("p".repeat(512)));

        assertThat(longest.key()).hasSize(2818);
        assertThat(AlertKey.of("AWAITING_APPROVAL", longest).value()).hasSize(2836);
        assertThat(InstanceId.parse(longest.key())).isEqualTo(longest);
    }

    private static Arguments refused(ThrowingCallable made, String message) {
        return arguments(made, message);
    }
}
