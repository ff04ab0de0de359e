// SPDX-License-Identifier: Apache-2.0
package dev.reprise.console.registry;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.charset.StandardCharsets;
import java.time.Instant;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

import dev.reprise.console.registry.RegistryReading.Accepted;
import dev.reprise.schemas.job.JobDefinition;

class ChangedKeysTest {

    @ParameterizedTest
    @CsvSource(delimiter = '|', value = {
        "max-reruns: 5 | max-reruns", "approval: {four-eyes: true} | approval.four-eyes",
        "native-retries: {delay: 5m} | native-retries.delay", "mode: shadow | mode",
        "budgets: {data: 0} | budgets", "storm: {failures: 3} | storm.failures", "storm: never | storm",
        "max-parallel: 2 | max-parallel", "retry-budget: {percent: 5} | retry-budget",
        "concurrency-group: etl | concurrency-group", "depends-on: [x/y] | depends-on",
        "on-rewrite: rerun | on-rewrite", "deadline: {at: '07:00', zone: UTC} | deadline",
        "failure-rules: [{id: a, message: b, class: data}] | failure-rules"})
    void shouldNameAKeyOfThePolicyAsItIsWritten(String written, String key) {
        assertThat(ChangedKeys.between(job("policy: {}"), job("policy: {" + written + "}")))
                .containsExactly("policy." + key);
        assertThat(ChangedKeys.between(job("policy: {" + written + "}"), job("policy: {}")))
                .containsExactly("policy." + key);
    }

    @Test
    void shouldNameEachKeyThatDiffers() {
        JobDefinition before = job("labels: {tier: gold, team: x}, policy: {settle: 1s}");
        JobDefinition after = job("labels: {tier: iron, site: y}, owner: {name: z}, policy: {max-age: 1h, settle: 1s},"
                + " target: {type: process, command: [/bin/run]}");

        assertThat(ChangedKeys.between(before, after)).containsExactly(
                "labels.site", "labels.team", "labels.tier", "owner", "policy.max-age", "target");
    }

    @Test
    void shouldNameNothingWhereNothingDiffers() {
        assertThat(ChangedKeys.between(job("policy: {settle: 60s}"), job("policy: {settle: 1m}"))).isEmpty();
    }

    private static JobDefinition job(String content) {
        String document = "jobs: [{job: a/b, " + content + "}]";
        RegistryReading reading = RegistryParser.parse(document.getBytes(StandardCharsets.UTF_8), Instant.EPOCH, "ann");
        return ((Accepted) reading).jobs().getFirst();
    }
}
