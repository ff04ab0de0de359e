// SPDX-License-Identifier: Apache-2.0
package dev.reprise.schemas.wire;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

class SchemaCheckTest {
    private static final SchemaCheck CHECK = new SchemaCheck();

    @ParameterizedTest
    @CsvSource(delimiter = '|', value = {
        "\"attempt\":0 | attempt is 0, below 1: give 1 or more",
        "\"attempt\":\"2\" | attempt is \"2\", but must be an integer: give one",
        "\"kind\":\"faild\" | kind is \"faild\", which is none of FAILED, TIMED_OUT: did you mean FAILED?",
        "\"kind\":\"x\" | kind is \"x\", which is none of FAILED, TIMED_OUT: give one of them",
        "\"retrys\":\"x\" | retrys is unknown, and the type is closed: did you mean retry?",
        "\"colour\":1 | colour is unknown, and the type is closed: remove it",
        "\"source\":\" \" | source is blank, which says nothing: give at least one visible character",
        "\"error\":{} | error.message is missing, which this type requires: give it",
        "\"error\":[] | error is an array, but must be an object: give one",
        "\"at\":\"soon\" | at is \"soon\", which is no date-time: give a time of RFC 3339, such as 2026-11-29T07:30:00Z"})
    void shouldSayFieldFindingRuleAndFix(String part, String text) {
        assertThat(CHECK.check(WireType.RUN_FAILED, failed(part))).singleElement()
                .extracting(SchemaProblem::text).isEqualTo(text);
    }

    @Test
    void shouldSayAllProblemsInTheOrderOfTheirFields() {
        JsonNode data = JsonMapper.shared()
                .readTree("{\"run\":\"r\",\"attempt\":0,\"partition\":\"a\\u0000\",\"x\":1}");

        assertThat(CHECK.check(WireType.RUN_FAILED, data)).extracting(SchemaProblem::field)
                .containsExactly("attempt", "job", "partition", "x");
    }

    @Test
    void shouldQuoteNoAddressAndNoLongText() {
        JsonNode target = Trees.with(Samples.full(WireType.JOB), "/target/url", "ftp://user:secret@example.org");

        assertThat(CHECK.check(WireType.JOB, target)).singleElement()
                .satisfies(problem -> assertThat(problem.text()).doesNotContain("secret").contains("29 characters"));
    }

    @Test
    void shouldQuoteNothingOfHeaders() {
        JsonNode target = Trees.with(Samples.full(WireType.JOB), "/target/headers", "Bearer secret");

        assertThat(CHECK.check(WireType.JOB, target)).singleElement().extracting(SchemaProblem::text)
                .isEqualTo("target.headers is a string, but must be an object: give one");
    }

    @Test
    void shouldRefuseWhatIsNoObject() {
        assertThat(CHECK.check(WireType.BARRIER, JsonMapper.shared().readTree("[]"))).singleElement()
                .extracting(SchemaProblem::text).isEqualTo("the data is an array, but must be an object: give one");
    }

    @Test
    void shouldNotTrustTheEndOfALine() {
        assertThat(CHECK.check(WireType.RUN_FAILED,
                Trees.with(failed("\"attempt\":1"), "/partition", "ds=2026-11-28\n"))).hasSize(1);
    }

    private static JsonNode failed(String part) {
        return JsonMapper.shared().readTree(
                "{\"job\":\"etl/load\",\"partition\":\"ds=2026-11-28\",\"run\":\"run-1\"," + part + "}");
    }
}
