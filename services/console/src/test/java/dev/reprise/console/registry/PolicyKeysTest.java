// SPDX-License-Identifier: Apache-2.0
package dev.reprise.console.registry;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.charset.StandardCharsets;
import java.time.DayOfWeek;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

import dev.reprise.console.registry.RegistryReading.Accepted;
import dev.reprise.schemas.decision.FailureClass;
import dev.reprise.schemas.id.JobId;
import dev.reprise.schemas.job.AdmissionRule;
import dev.reprise.schemas.job.ApprovalRule;
import dev.reprise.schemas.job.Blackout;
import dev.reprise.schemas.job.BreakerRelease;
import dev.reprise.schemas.job.Cascade;
import dev.reprise.schemas.job.Deadline;
import dev.reprise.schemas.job.Dependency;
import dev.reprise.schemas.job.FailureRule;
import dev.reprise.schemas.job.JobDefinition;
import dev.reprise.schemas.job.OnRewrite;
import dev.reprise.schemas.job.OverrideRule;
import dev.reprise.schemas.job.PartitionMapping;
import dev.reprise.schemas.job.Policy;
import dev.reprise.schemas.job.RerunMode;

/** Each policy key by itself, and what a nearer layer makes of a farther one. */
class PolicyKeysTest {
    private static final AdmissionRule STANDARD = new AdmissionRule("a", 20, Duration.ofMinutes(5),
            Duration.ofMinutes(5), 3, 30, BreakerRelease.AUTOMATIC, 0, 100, 10);

    @Test
    void shouldReadModeAndTrust() {
        Policy policy = policy("mode: shadow, trust-after-failure: true");

        assertThat(policy.mode()).isEqualTo(RerunMode.SHADOW);
        assertThat(policy.trustAfterFailure()).isTrue();
        assertThat(layered("mode: shadow", "mode: live").mode()).isEqualTo(RerunMode.LIVE);
    }

    @Test
    void shouldReadApprovalWithTheOnlyThingThatMayFollow() {
        assertThat(policy("approval: {timeout: 2h, then: alert, four-eyes: true}").approval())
                .isEqualTo(new ApprovalRule(Duration.ofHours(2), true));
    }

    @Test
    void shouldLayBudgetsOverEachOtherByClass() {
        Policy policy = layered("max-reruns: 5, budgets: {platform: 5, timeout: 0}", "budgets: {user-code: 0}");

        assertThat(Stream.of(FailureClass.PLATFORM, FailureClass.TIMEOUT, FailureClass.USER_CODE,
                FailureClass.RESOURCE, FailureClass.KILLED).map(policy::budget)).containsExactly(5, 0, 0, 2, 5);
    }

    /** A job that wants fewer reruns need not write its inherited budgets anew. */
    @Test
    void shouldLetANearerLayerAllowFewerRerunsThanAnInheritedBudget() {
        assertThat(layered("max-reruns: 5, budgets: {platform: 5}", "max-reruns: 1").maxReruns()).isEqualTo(1);
    }

    @Test
    void shouldReadFailureRules() {
        assertThat(policy("failure-rules: [{id: spot, source: spark-.*, type: SparkException, code: STAGE, "
                + "exit-codes: [137, -1], message: '(?i)spot reclaimed', class: platform, rerun: false, "
                + "wait-at-least: 2m}, {id: bare, exit-codes: [3], class: user-code}]").failureRules())
                .containsExactly(
                        new FailureRule("spot", Optional.of("spark-.*"), Optional.of("SparkException"),
                                Optional.of("STAGE"), List.of(137, -1), Optional.of("(?i)spot reclaimed"),
                                FailureClass.PLATFORM, false, Optional.of(Duration.ofMinutes(2))),
                        new FailureRule("bare", Optional.empty(), Optional.empty(), Optional.empty(), List.of(3),
                                Optional.empty(), FailureClass.USER_CODE, true, Optional.empty()));
    }

    @Test
    void shouldReadOverridesOnAClassOnAnOwnRuleAndOnABuiltInRule() {
        Policy policy = layered("failure-rules: [{id: spot, message: spot, class: platform}]",
                "overrides: [{on: resource, set: {memory: x2}, initial: {memory: 8g}, ceiling: {memory: 64g}}, "
                        + "{on: spot, set: {queue: on-demand}}, {on: yarn.memory-limit, set: {cores: 4}}]");

        assertThat(policy.overrides()).containsExactly(
                new OverrideRule(Optional.of(FailureClass.RESOURCE), Optional.empty(), Map.of("memory", "x2"),
                        Map.of("memory", "8g"), Map.of("memory", "64g")),
                new OverrideRule(Optional.empty(), Optional.of("spot"), Map.of("queue", "on-demand"), Map.of(),
                        Map.of()),
                new OverrideRule(Optional.empty(), Optional.of("yarn.memory-limit"), Map.of("cores", "4"), Map.of(),
                        Map.of()));
    }

    @Test
    void shouldLetATargetTakeWhatAnOverrideSets() {
        JobDefinition job = accepted(
                """
                        jobs:
                        - job: a/b
                          policy: {overrides: [{on: resource, set: {memory: x2}, initial: {memory: 8g}, ceiling: {memory: 64g}}]}
                          target: {type: process, command: [/bin/run, "--memory={{override.memory:8g}}"]}
                        """)
                .getFirst();

        assertThat(job.target()).isPresent();
    }

    @Test
    void shouldReadWhatAGroupAllows() {
        assertThat(policy("concurrency-group: etl, max-parallel: 10, retry-budget: {percent: 20, floor: 5}, "
                + "storm: {failures: 7, window: 10m, probe-after: 2m, probes: 1, release-per-minute: 60, "
                + "release: manual}").admission()).contains(new AdmissionRule("etl", 7, Duration.ofMinutes(10),
                        Duration.ofMinutes(2), 1, 60, BreakerRelease.MANUAL, 10, 20, 5));
    }

    @Test
    void shouldLayTheKeysOfAGroupOverEachOther() {
        Policy policy = layered("storm: {failures: 7, probes: 1}, retry-budget: {percent: 20}",
                "storm: {failures: 9}, retry-budget: {floor: 3}");

        assertThat(policy.admission()).contains(new AdmissionRule("a", 9, STANDARD.window(), STANDARD.probeAfter(), 1,
                30, BreakerRelease.AUTOMATIC, 0, 20, 3));
    }

    static Stream<List<String>> shouldAskNoGroupWhereNothingIsLimited() {
        return Stream.of(List.of("", "storm: never"), List.of("storm: never", ""),
                List.of("storm: {failures: 3}, retry-budget: {percent: 20}", "storm: never, retry-budget: never"),
                List.of("max-parallel: 3", "max-parallel: 0, storm: never"));
    }

    @ParameterizedTest
    @MethodSource
    void shouldAskNoGroupWhereNothingIsLimited(List<String> layers) {
        assertThat(layered(layers.getFirst(), layers.getLast()).admission()).isEmpty();
    }

    @Test
    void shouldKeepTheOtherLimitsOfAGroupWithoutABreaker() {
        AdmissionRule rule = layered("storm: never", "max-parallel: 3").admission().orElseThrow();

        assertThat(rule.failures()).isEqualTo(AdmissionRule.MAX_COUNT);
        assertThat(rule.maxParallel()).isEqualTo(3);
        assertThat(policy("storm: never, retry-budget: {percent: 20}").admission()).isPresent();
    }

    @Test
    void shouldBeginAnewBehindNever() {
        assertThat(layered("storm: never", "storm: {probes: 5}").admission()).contains(
                new AdmissionRule("a", 20, Duration.ofMinutes(5), Duration.ofMinutes(5), 5, 30,
                        BreakerRelease.AUTOMATIC, 0, 100, 10));
        assertThat(layered("storm: {failures: 3, window: 1h}", "storm: {}").admission().orElseThrow().failures())
                .isEqualTo(3);
    }

    @Test
    void shouldReadDeadlineAndTakeItBack() {
        String deadline = "deadline: {at: 07:00, zone: Asia/Shanghai, day-offset: 1}";

        assertThat(policy(deadline).deadline()).contains(new Deadline("07:00", "Asia/Shanghai", 1));
        assertThat(policy("deadline: {at: '07:00', zone: UTC}").deadline()).contains(new Deadline("07:00", "UTC", 0));
        assertThat(layered(deadline, "deadline: never").deadline()).isEmpty();
    }

    @Test
    void shouldReadExpectedDurationAndLearnItAgain() {
        assertThat(policy("expected-duration: 25m").expectedDuration()).contains(Duration.ofMinutes(25));
        assertThat(layered("expected-duration: 25m", "expected-duration: learned").expectedDuration()).isEmpty();
    }

    @Test
    void shouldReadBlackoutsAndTakeThemBack() {
        String blackouts = "blackouts: [{from: '22:00', to: '06:00', zone: Asia/Shanghai, days: [mon, tue]}, "
                + "{from: '12:00', to: '13:00', zone: Europe/Berlin}]";

        assertThat(policy(blackouts).blackouts()).containsExactly(
                new Blackout("22:00", "06:00", "Asia/Shanghai", List.of(DayOfWeek.MONDAY, DayOfWeek.TUESDAY)),
                new Blackout("12:00", "13:00", "Europe/Berlin", List.of()));
        assertThat(layered(blackouts, "blackouts: []").blackouts()).isEmpty();
    }

    /** A whole day without reruns leaves the other days. */
    @Test
    void shouldTakeABlackoutOfAWholeDay() {
        assertThat(policy("blackouts: [{from: '00:00', to: '12:00', zone: UTC, days: [sun]}, "
                + "{from: '12:00', to: '00:00', zone: UTC, days: [sun]}]").blackouts()).hasSize(2);
    }

    @Test
    void shouldReadDependenciesInBothForms() {
        Policy policy = policy("depends-on: [x/orders, {job: x/rates, partition: whole}, 'spark:%2F%2Fc/day'], "
                + "on-rewrite: rerun");

        assertThat(policy.cascade()).isEqualTo(new Cascade(List.of(
                new Dependency(new JobId("x", "orders"), PartitionMapping.SAME),
                new Dependency(new JobId("x", "rates"), PartitionMapping.WHOLE),
                new Dependency(new JobId("spark://c", "day"), PartitionMapping.SAME)), OnRewrite.RERUN));
        assertThat(layered("depends-on: [x/orders]", "on-rewrite: rerun").cascade().dependsOn()).hasSize(1);
        assertThat(layered("depends-on: [x/orders]", "depends-on: []").cascade().dependsOn()).isEmpty();
    }

    static Stream<String> shouldGiveAnotherVersionForEachKey() {
        return Stream.of("mode: shadow", "trust-after-failure: true", "budgets: {platform: 1}",
                "approval: {timeout: 1h}", "failure-rules: [{id: a, message: b, class: data}]",
                "overrides: [{on: resource, set: {queue: big}}]", "concurrency-group: etl", "storm: {failures: 3}",
                "storm: never", "max-parallel: 2", "retry-budget: {percent: 10}",
                "deadline: {at: '07:00', zone: UTC}", "expected-duration: 5m",
                "blackouts: [{from: '22:00', to: '06:00', zone: UTC}]", "depends-on: [x/orders]", "on-rewrite: rerun",
                "rerun: never", "idempotency: idempotent", "when-unknown: alert", "max-reruns: 4", "settle: 1m",
                "max-age: 7h", "request-age: 1h", "lost-after: never", "backoff: {jitter: 0}",
                "native-retries: {attempts: 2}", "flapping: {starts: 3}");
    }

    @ParameterizedTest
    @MethodSource
    void shouldGiveAnotherVersionForEachKey(String key) {
        assertThat(policy(key).version()).isNotEqualTo(policy("").version());
        assertThat(layered(key, "").version()).isEqualTo(policy(key).version());
    }

    private static Policy policy(String keys) {
        return layered("", keys);
    }

    private static Policy layered(String inherited, String own) {
        return accepted("defaults: {policy: {" + inherited + "}}\njobs: [{job: a/b, policy: {" + own + "}}]\n")
                .getFirst().policy();
    }

    private static List<JobDefinition> accepted(String document) {
        RegistryReading reading = RegistryParser.parse(document.getBytes(StandardCharsets.UTF_8), Instant.EPOCH, "ann");
        assertThat(reading).isInstanceOf(Accepted.class);
        return ((Accepted) reading).jobs();
    }
}
