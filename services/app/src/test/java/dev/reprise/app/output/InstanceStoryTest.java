// SPDX-License-Identifier: Apache-2.0
package dev.reprise.app.output;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.ByteArrayOutputStream;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.time.ZoneId;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

class InstanceStoryTest {

    private static final JsonMapper MAPPER = new JsonMapper();

    @Test
    void shouldTellWhatCameWhatWasDecidedAndWhy() {
        String story = story("""
                {"instance": "warehouse/orders/ds=2026-11-28", "status": "AWAITING_APPROVAL", "reruns": 1,
                 "meaning": "Nobody has said whether the job may be repeated: a person must approve.",
                 "updatedAt": "2026-11-29T00:00:05Z", "nextAt": "2026-11-29T04:00:05Z"}""", """
                [{"at": "2026-11-28T23:59:30Z", "reason": "SETTLING", "meaning": "A short wait.", "detail": "exit 3",
                  "cause": {"type": "run.failed.v1"}, "attempt": {"run": "r1", "number": 2},
                  "before": "RUNNING", "after": "SETTLING",
                  "decision": {"kind": "wait", "until": "2026-11-28T23:59:59Z"}},
                 {"at": "2026-11-29T00:00:05Z", "reason": "AWAITING_APPROVAL", "meaning": "A person must approve.",
                  "detail": "", "cause": {"type": "timer settle"}, "before": "SETTLING", "after": "AWAITING_APPROVAL",
                  "decision": {"kind": "alert", "severity": "CRITICAL", "until": "2026-11-29T04:00:05Z"}}]""");
        assertThat(story).isEqualTo("""
                warehouse/orders/ds=2026-11-28

                Sunday 29 November 2026 (Asia/Shanghai)

                  07:59:30  A run failed (run r1, attempt 2)
                            Wait until 07:59:59. SETTLING: A short wait.
                            exit 3
                            It went from RUNNING to SETTLING.

                  08:00:05  A wait was over: settle
                            Tell people, severity critical; an approval counts until 12:00:05. AWAITING_APPROVAL: A
                            person must approve.
                            It went from SETTLING to AWAITING_APPROVAL.

                Now: AWAITING_APPROVAL since 08:00:05. Nobody has said whether the job may be repeated: a person
                must approve. Reruns in this episode: 1. Looked at again at 12:00:05.
                To decide: reprise approve or reprise reject, with --reason.
                """);
    }

    @Test
    void shouldShowTheLineOfTheDefinitionThatDecidesOnce() {
        String alert = """
                {"content": {"findings": [{"rule": "RR101", "place": "load.sql:2", "message": "rows are appended",
                  "excerpt": "INSERT INTO t SELECT 1;", "fix": "overwrite"}]}}""";
        String story = story("{\"instance\": \"a/b/*\", \"updatedAt\": \"2026-11-29T00:00:05Z\", \"openAlerts\": ["
                + alert + "," + alert + "]}", "[]");
        assertThat(story).containsOnlyOnce("""
                What decides in the job's definition:
                  load.sql:2  RR101  rows are appended
                      INSERT INTO t SELECT 1;
                      fix: overwrite
                """);
    }

    @Test
    void shouldNameTheApproverOfARerun() {
        assertThat(DecisionPhrase.of(MAPPER.readTree("""
                {"kind": "rerun", "rerunId": "rr-1", "generation": 2, "approval": {"actor": "ada"}}"""), time -> time))
                .isEqualTo("Rerun as rr-1, generation 2, approved by ada.");
    }

    @Test
    void shouldSayTheRuleOnceAndWhatHoldsIt() {
        String story = story(
                """
                        {"instance": "warehouse/orders/ds=2026-11-28", "status": "HELD", "updatedAt": "2026-11-29T00:00:05Z"}""",
                """
                        [{"at": "2026-11-28T23:59:30Z", "reason": "DUPLICATE", "meaning": "The same failure was reported.",
                          "detail": "About run r1. The same failure was reported.", "cause": {"type": "run.failed.v1"},
                          "before": "HELD", "after": "HELD", "decision": {"kind": "suppress"}}]""");

        assertThat(story).containsOnlyOnce("The same failure was reported.").contains("Nothing to do. DUPLICATE.\n")
                .endsWith("What holds reruns: reprise storms list, reprise controls list.\n");
    }

    @Test
    void shouldLetWordsOfANewerServerStandForThemselves() {
        assertThat(DecisionPhrase.of(MAPPER.readTree("{\"kind\": \"ponder\"}"), time -> time)).isEqualTo("ponder.");
        assertThat(CausePhrase.of("run.dreamt.v1")).isEqualTo("run.dreamt.v1");
    }

    @Test
    void shouldNotLetTextMoveTheCursor() {
        String story = story("{\"instance\": \"a/b\\u001b[2J/*\", \"updatedAt\": \"2026-11-29T00:00:05Z\"}", "[]");
        assertThat(story).doesNotContain("\u001b");
    }

    private static String story(String instance, String decisions) {
        List<JsonNode> list = new ArrayList<>();
        MAPPER.readTree(decisions).forEach(list::add);
        ByteArrayOutputStream out = new ByteArrayOutputStream();
        new InstanceStory(ZoneId.of("Asia/Shanghai")).print(MAPPER.readTree(instance), list,
                new PrintStream(out, true, StandardCharsets.UTF_8));
        return out.toString(StandardCharsets.UTF_8);
    }
}
