// SPDX-License-Identifier: Apache-2.0
package dev.reprise.schemas.wire;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;
import tools.jackson.databind.node.ArrayNode;
import tools.jackson.databind.node.ObjectNode;

import dev.reprise.schemas.alert.AlertContent;
import dev.reprise.schemas.decision.Statement;
import dev.reprise.schemas.id.JobId;
import dev.reprise.schemas.job.Cascade;
import dev.reprise.schemas.job.DefinitionAnalysis;
import dev.reprise.schemas.job.DefinitionFinding;
import dev.reprise.schemas.job.FailureRule;
import dev.reprise.schemas.job.OverrideRule;
import dev.reprise.schemas.job.Policy;
import dev.reprise.schemas.lineage.JobLineage;

/** The bounds together keep even the largest message small: a topic of alerts or commands must stay cheap to read. */
class MessageSizeTest {
    private static final int KIB = 1024;
    private static final Map<String, String> FINDING = Map.of("place", "p".repeat(DefinitionFinding.MAX_PLACE),
            "excerpt", "e".repeat(2000), "message", "m".repeat(2000), "fix", "f".repeat(2000));
    private final WireCodec codec = new WireCodec();

    @Test
    void shouldHoldAFailureWithAllEvidenceInSixteenKib() {
        JsonNode data = evidence(Samples.full(WireType.RUN_FAILED), "/error");

        assertThat(size(WireType.RUN_FAILED, data)).isBetween(15 * KIB, 17 * KIB);
    }

    @Test
    void shouldHoldTheLongestCommandInSixteenKib() {
        JsonNode data = Trees.with(Samples.full(WireType.START_RERUN), "/target/command",
                new String[]{"x".repeat(4096), "y".repeat(4096)});
        data = Trees.with(data, "/target/environment", Map.of("A", "v".repeat(2000), "B", "v".repeat(2000)));

        assertThat(size(WireType.START_RERUN, data)).isBetween(12 * KIB, 16 * KIB);
    }

    @Test
    void shouldHoldAnAlertWithAllTextsInFortyKib() {
        JsonNode data = evidence(Samples.full(WireType.ALERT_FIRING), "/content/evidence");
        fill((ObjectNode) data.get("content"), "findings", AlertContent.MAX_FINDINGS, FINDING);
        data = Trees.with(data, "/content/description", "d".repeat(10_000));
        ObjectNode statement = (ObjectNode) data.at("/content/statements/0/values");
        statement.put("error", "e".repeat(Statement.MAX_VALUE)).put("run", "r".repeat(1000));
        data = Trees.with(data, "/content/labels", IntStream.range(0, 15).boxed()
                .collect(Collectors.toMap(i -> "label" + i, i -> "v".repeat(250))));

        assertThat(size(WireType.ALERT_FIRING, data)).isBetween(30 * KIB, 40 * KIB);
    }

    /** Far below a record that Kafka takes by default, 1 MiB, also where each character is three bytes long. */
    @Test
    void shouldHoldTheLargestJobInAQuarterOfAMib() {
        JsonNode job = Samples.full(WireType.JOB);
        ObjectNode policy = (ObjectNode) job.get("policy");
        String pattern = "p".repeat(FailureRule.MAX_PATTERN);
        fill(policy, "failureRules", Policy.MAX_FAILURE_RULES, Map.of("source", pattern, "type", pattern,
                "code", pattern, "message", pattern, "exitCodes", Collections.nCopies(FailureRule.MAX_EXIT_CODES, -1)));
        Map<String, String> parameters = IntStream.range(0, OverrideRule.MAX_PARAMETERS).boxed()
                .collect(Collectors.toMap(i -> i + "n".repeat(OverrideRule.MAX_PARAMETER - 1),
                        i -> "v".repeat(OverrideRule.MAX_VALUE)));
        fill(policy, "overrides", Policy.MAX_OVERRIDES,
                Map.of("set", parameters, "initial", parameters, "ceiling", parameters));
        fill(policy, "blackouts", Policy.MAX_BLACKOUTS, Map.of());
        fill((ObjectNode) policy.get("cascade"), "dependsOn", Cascade.MAX_DEPENDENCIES,
                Map.of("job", "n".repeat(JobId.MAX_NAMESPACE) + "/" + "j".repeat(JobId.MAX_NAME)));
        analysis((ObjectNode) job.get("analysis"));

        assertThat(size(WireType.JOB, job)).isBetween(180 * KIB, 256 * KIB);
    }

    @Test
    void shouldHoldTheLargestLineageInSixtyFourKib() {
        JsonNode data = Samples.full(WireType.LINEAGE);
        for (String side : List.of("inputs", "outputs")) {
            data = Trees.with(data, "/" + side,
                    Collections.nCopies(JobLineage.MAX_DATASETS, "d".repeat(JobLineage.MAX_DATASET)));
        }
        analysis((ObjectNode) data.get("analysis"));

        assertThat(size(WireType.LINEAGE, data)).isBetween(56 * KIB, 68 * KIB);
    }

    private static void analysis(ObjectNode analysis) {
        fill(analysis, "findings", DefinitionAnalysis.MAX_FINDINGS, FINDING);
        analysis.set("conditions", JsonMapper.shared().valueToTree(Collections.nCopies(
                DefinitionAnalysis.MAX_CONDITIONS, "c".repeat(DefinitionAnalysis.MAX_CONDITION))));
    }

    /** Fills a list with copies of its first entry, changed. */
    private static void fill(ObjectNode parent, String field, int count, Map<String, ?> changes) {
        ArrayNode list = (ArrayNode) parent.get(field);
        ObjectNode first = (ObjectNode) list.get(0);
        first.setAll((ObjectNode) JsonMapper.shared().valueToTree(changes));
        while (list.size() < count) {
            list.add(first.deepCopy());
        }
    }

    private static JsonNode evidence(JsonNode data, String at) {
        return Trees.with(data, at, Map.of("message", "m".repeat(100_000), "outputTail", "o".repeat(100_000),
                "type", "t".repeat(2000), "code", "c".repeat(2000), "logUrl", "u".repeat(2000)));
    }

    private int size(WireType type, JsonNode data) {
        return codec.write(codec.read(type, codec.mapper().writeValueAsBytes(data))).length;
    }
}
