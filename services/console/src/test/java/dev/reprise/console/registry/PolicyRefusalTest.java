// SPDX-License-Identifier: Apache-2.0
package dev.reprise.console.registry;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.charset.StandardCharsets;
import java.time.Instant;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.TestFactory;

import dev.reprise.console.registry.RegistryReading.Refused;

/** What policy keys may not say, alone, together, and between the jobs of a document. */
class PolicyRefusalTest {

    private record Bad(String what, String policy, String expected) {}

    @TestFactory
    Stream<DynamicTest> shouldNameLinePathFoundAndFix() {
        return Stream.of(
                new Bad("unknown mode", "mode: dry",
                        "line 4: jobs[0].policy.mode: expected one of live, shadow, found 'dry'; write one of them"),
                new Bad("another end of an approval", "approval: {then: rerun}",
                        "line 4: jobs[0].policy.approval.then: expected one of alert, found 'rerun'; write alert"),
                new Bad("unknown class", "budgets: {network: 1}",
                        "line 4: jobs[0].policy.budgets.network: is no known key; remove it, or write one of data, killed, permission, platform, resource, timeout, unknown, upstream, user-code"),
                new Bad("class in upper case", "budgets: {USER_CODE: 1}",
                        "line 4: jobs[0].policy.budgets.USER_CODE: is no known key; write user-code"),
                new Bad("negative budget", "budgets: {data: -1}",
                        "line 4: jobs[0].policy.budgets.data: expected a whole number of 0 to 100, found '-1'; choose a number in that range, without quotes"),
                new Bad("budget above max-reruns", "budgets: {platform: 5}",
                        "line 3: jobs[0].policy: budgets.platform of 5 is above max-reruns of 3, which bounds it; lower the budget, or raise max-reruns"),
                new Bad("rule without id", "failure-rules:\n    - {message: x, class: data}",
                        "line 5: jobs[0].policy.failure-rules[0].id: is missing; name the rule, as decisions and alerts will quote it"),
                new Bad("rule without class", "failure-rules: [{id: a, message: x}]",
                        "line 4: jobs[0].policy.failure-rules[0].class: is missing; write the class that it gives, such as class: platform"),
                new Bad("rule that matches everything", "failure-rules: [{id: a, class: data}]",
                        "line 4: jobs[0].policy.failure-rules[0].id: the rule matches everything; state source, type, code, exit-codes or message"),
                new Bad("the same rule twice",
                        "failure-rules:\n    - {id: a, message: x, class: data}\n    - {id: a, message: y, class: data}",
                        "line 6: jobs[0].policy.failure-rules[1].id: 'a' is the id of two rules, first on line 5; give each rule an id of its own"),
                new Bad("rule with the word of a class", "failure-rules: [{id: resource, message: x, class: data}]",
                        "line 4: jobs[0].policy.failure-rules[0].id: 'resource' is the word of a class, and an override could mean either; choose another id"),
                new Bad("rule key misspelt", "failure-rules: [{id: a, exit-code: [1], class: data}]",
                        "line 4: jobs[0].policy.failure-rules[0].exit-code: is no known key; write exit-codes"),
                new Bad("exit code as text", "failure-rules: [{id: a, exit-codes: [1, x], class: data}]",
                        "line 4: jobs[0].policy.failure-rules[0].exit-codes[1]: expected a whole number of -2147483648 to 2147483647, found 'x'; choose a number in that range, without quotes"),
                new Bad("override on nothing", "overrides: [{set: {a: b}}]",
                        "line 4: jobs[0].policy.overrides[0].on: is missing; write a class of failure, such as on: resource, or the id of a rule"),
                new Bad("override that sets nothing", "overrides: [{on: data}]",
                        "line 4: jobs[0].policy.overrides[0].set: is missing; write what changes, such as set: {memory: x2}"),
                new Bad("override on an unknown rule", "overrides: [{on: resorce, set: {a: b}}]",
                        "line 3: jobs[0].policy: overrides are on 'resorce', which is neither a class nor the id of a rule; write on: resource"),
                new Bad("factor without initial",
                        "overrides: [{on: resource, set: {memory: x2}, ceiling: {memory: 64g}}]",
                        "line 4: jobs[0].policy.overrides[0].initial: memory is multiplied by x2, and has no initial; write initial: {memory: AMOUNT}, such as 8g"),
                new Bad("factor without ceiling",
                        "overrides: [{on: resource, set: {memory: x2}, initial: {memory: 8g}}]",
                        "line 4: jobs[0].policy.overrides[0].ceiling: memory is multiplied by x2, and has no ceiling; write ceiling: {memory: AMOUNT}, such as 8g"),
                new Bad("ceiling of another unit",
                        "overrides: [{on: resource, set: {memory: x2}, initial: {memory: 512m}, ceiling: {memory: 64g}}]",
                        "line 4: jobs[0].policy.overrides[0].ceiling: memory begins at 512m and ends at 64g, which are of different units; write both in the same unit"),
                new Bad("ceiling below initial",
                        "overrides: [{on: resource, set: {memory: x2}, initial: {memory: 8g}, ceiling: {memory: 4g}}]",
                        "line 4: jobs[0].policy.overrides[0].ceiling: memory begins at 8g, above its ceiling of 4g; raise the ceiling, or lower initial"),
                new Bad("initial that is no amount",
                        "overrides: [{on: resource, set: {memory: x2}, initial: {memory: much}, ceiling: {memory: 4g}}]",
                        "line 4: jobs[0].policy.overrides[0].initial: memory is 'much', which cannot be multiplied; write a number above zero and its unit, such as 8g"),
                new Bad("factor of one",
                        "overrides: [{on: resource, set: {memory: x1}, initial: {memory: 1g}, ceiling: {memory: 4g}}]",
                        "line 4: jobs[0].policy.overrides[0].set: memory is multiplied by x1; choose a factor above 1 and up to 100"),
                new Bad("ceiling of what is not multiplied",
                        "overrides: [{on: resource, set: {queue: big}, ceiling: {queue: 4}}]",
                        "line 4: jobs[0].policy.overrides[0].ceiling: queue is set to big, which multiplies nothing; write a factor such as x2 under set, or remove it here"),
                new Bad("initial of what is not set",
                        "overrides: [{on: resource, set: {queue: big}, initial: {memory: 4g}}]",
                        "line 4: jobs[0].policy.overrides[0].initial: memory is not set; set it to a factor such as x2, or remove it here"),
                new Bad("name that no placeholder has", "overrides: [{on: resource, set: {\"a b\": c}}]",
                        "line 4: jobs[0].policy.overrides[0].set: 'a b' is no name of a parameter; use letters, digits, dots, dashes and underscores: a target refers to it as {{override.NAME:DEFAULT}}"),
                new Bad("word for a storm", "storm: none",
                        "line 4: jobs[0].policy.storm: expected a section with keys, found 'none'; write its keys indented below it, or {} for none"),
                new Bad("no failure at all", "storm: {failures: 0}",
                        "line 4: jobs[0].policy.storm.failures: expected a whole number of 1 to 99999, found '0'; choose a number in that range, without quotes"),
                new Bad("window too short", "storm: {window: 1s}",
                        "line 4: jobs[0].policy.storm.window: expected 10s to 1d, found '1s'; choose a duration in that range"),
                new Bad("release by nobody", "storm: {release: auto}",
                        "line 4: jobs[0].policy.storm.release: expected one of automatic, manual, found 'auto'; write one of them"),
                new Bad("storm key misspelt", "storm: {probe: 1}",
                        "line 4: jobs[0].policy.storm.probe: is no known key; write probes"),
                new Bad("negative slots", "max-parallel: -1",
                        "line 4: jobs[0].policy.max-parallel: expected a whole number of 0 to 100000, found '-1'; choose a number in that range, without quotes"),
                new Bad("budget that lets nothing pass", "retry-budget: {percent: 0, floor: 0}",
                        "line 3: jobs[0].policy: retry-budget of 0 percent and a floor of 0 lets no rerun pass; raise one of them, or write rerun: never"),
                new Bad("more than all", "retry-budget: {percent: 101}",
                        "line 4: jobs[0].policy.retry-budget.percent: expected a whole number of 0 to 100, found '101'; choose a number in that range, without quotes"),
                new Bad("deadline without zone", "deadline: {at: \"07:00\"}",
                        "line 4: jobs[0].policy.deadline.zone: is missing; name a zone of the IANA database, such as zone: Asia/Shanghai"),
                new Bad("deadline without time", "deadline: {zone: UTC}",
                        "line 4: jobs[0].policy.deadline.at: is missing; write the time of day, such as at: \"07:00\""),
                new Bad("deadline at no time", "deadline: {at: \"25:00\", zone: UTC}",
                        "line 4: jobs[0].policy.deadline.at: is '25:00'; give a time of day such as 07:00"),
                new Bad("zone that is an offset", "deadline: {at: \"07:00\", zone: \"+08:00\"}",
                        "line 4: jobs[0].policy.deadline.zone: is '+08:00', an offset; give a zone of the IANA database such as Asia/Shanghai"),
                new Bad("deadline in two months", "deadline: {at: \"07:00\", zone: UTC, day-offset: 60}",
                        "line 4: jobs[0].policy.deadline.day-offset: expected a whole number of 0 to 31, found '60'; choose a number in that range, without quotes"),
                new Bad("expected longer than max-age", "expected-duration: 8h",
                        "line 3: jobs[0].policy: expected-duration of 8h is longer than max-age of 6h: no rerun could be expected to end in time; lengthen max-age, or correct expected-duration"),
                new Bad("expected word", "expected-duration: unknown",
                        "line 4: jobs[0].policy.expected-duration: expected a duration of 1s to 30d, found 'unknown'; write a number and its unit, such as 30s, 15m, 4h or 7d"),
                new Bad("blackout without end", "blackouts: [{from: \"22:00\", zone: UTC}]",
                        "line 4: jobs[0].policy.blackouts[0].to: is missing; write the time of day it ends, such as to: \"06:00\""),
                new Bad("blackout of no length", "blackouts: [{from: \"22:00\", to: \"22:00\", zone: UTC}]",
                        "line 4: jobs[0].policy.blackouts[0].to: is the same as from; give a window of some length"),
                new Bad("unknown day", "blackouts: [{from: \"22:00\", to: \"23:00\", zone: UTC, days: [mon, monday]}]",
                        "line 4: jobs[0].policy.blackouts[0].days[1]: expected one of mon, tue, wed, thu, fri, sat, sun, found 'monday'; write one of them"),
                new Bad("the same day twice",
                        "blackouts: [{from: \"22:00\", to: \"23:00\", zone: UTC, days: [mon, mon]}]",
                        "line 4: jobs[0].policy.blackouts[0].days[1]: 'mon' is listed twice; remove one of the two"),
                new Bad("blackouts without a gap",
                        "blackouts: [{from: \"06:00\", to: \"22:00\", zone: UTC}, {from: \"23:00\", to: \"08:00\", zone: Europe/Berlin}]",
                        "line 3: jobs[0].policy: blackouts leave no time of the week in which a rerun may be sent; shorten a window, or write rerun: never"),
                new Bad("too many blackouts",
                        "blackouts: [" + "{from: \"22:00\", to: \"23:00\", zone: UTC}, ".repeat(17) + "]",
                        "line 4: jobs[0].policy.blackouts: has 17 entries; use at most 16"),
                new Bad("dependency without namespace", "depends-on: [orders]",
                        "line 4: jobs[0].policy.depends-on[0].job: job 'orders' is not NAMESPACE/NAME: write a slash inside a part as %2F; keep to that rule"),
                new Bad("dependency of an unknown kind", "depends-on: [{job: x/y, partition: all}]",
                        "line 4: jobs[0].policy.depends-on[0].partition: expected one of same, whole, found 'all'; write one of them"),
                new Bad("dependency twice", "depends-on: [x/y, x/y]",
                        "line 4: jobs[0].policy.depends-on[1].job: x/y is listed twice; remove one of the two"),
                new Bad("dependency on itself", "depends-on: [a/b]",
                        "line 3: jobs[0].policy: depends-on names the job itself: it would wait for itself; remove a/b from depends-on"),
                new Bad("unknown answer to new data", "on-rewrite: ignore",
                        "line 4: jobs[0].policy.on-rewrite: expected one of list, rerun, found 'ignore'; write one of them"))
                .map(bad -> DynamicTest.dynamicTest(bad.what(),
                        () -> assertThat(problems("jobs:\n- job: a/b\n  policy:\n    " + bad.policy() + "\n"))
                                .contains(bad.expected())));
    }

    @TestFactory
    Stream<DynamicTest> shouldRefuseAPatternAsTheClassifierWould() {
        return Stream.of(
                new Bad("a lookahead", "message: '(?=x)y'", "RE2 has no lookahead"),
                new Bad("a pattern that is none", "type: '('", "is no pattern"),
                new Bad("a pattern that is always found", "source: 'x*'", "matches every text"),
                new Bad("a line break", "message: 'a\\nb'", "contains a line break"))
                .map(bad -> DynamicTest.dynamicTest(bad.what(), () -> assertThat(problems(
                        "jobs:\n- job: a/b\n  policy: {failure-rules: [{id: r, class: data, " + bad.policy() + "}]}\n"))
                        .singleElement().asString()
                        .startsWith("line 3: jobs[0].policy.failure-rules[0]."
                                + bad.policy().substring(0, bad.policy().indexOf(':')) + ": ")
                        .contains(bad.expected())));
    }

    @TestFactory
    Stream<DynamicTest> shouldRefuseWhatJobsMayNotBeTogether() {
        return Stream.of(
                new Bad("two opinions on one group", """
                        - job: a/x
                        - job: a/y
                          policy: {max-parallel: 3, storm: {failures: 5}}
                        """, "line 4: jobs[1].policy: the group 'a' has other settings than for a/x on line 2:"
                        + " storm.failures 5, not 20; max-parallel 3, not 0; write them once, under the namespace, or give"
                        + " the job a concurrency-group of its own"),
                new Bad("two opinions across namespaces", """
                        - {job: a/x, policy: {concurrency-group: g, retry-budget: {percent: 10}}}
                        - {job: b/y, policy: {concurrency-group: g, storm: never, max-parallel: 1}}
                        """,
                        "line 3: jobs[1].policy: the group 'g' has other settings than for a/x on line 2: storm never,"
                                + " not on; max-parallel 1, not 0; retry-budget never, not on; write them once, under the namespace,"
                                + " or give the job a concurrency-group of its own"),
                new Bad("a ring", """
                        - {job: a/sink, policy: {depends-on: [a/x]}}
                        - {job: a/x, policy: {depends-on: [other/source, a/y]}}
                        - {job: a/y, policy: {depends-on: [a/z]}}
                        - {job: a/z, policy: {depends-on: [a/x]}}
                        """,
                        "line 3: jobs[1].policy: depends-on goes round in a ring: a/x -> a/y -> a/z -> a/x; remove one of"
                                + " these dependencies"),
                new Bad("a placeholder that nothing sets", """
                        - job: a/x
                          policy: {overrides: [{on: resource, set: {memory: big}}]}
                          target: {type: process, command: [/bin/run, "{{override.memroy:4g}}"]}
                        """, "line 4: jobs[0].target: {{override.memroy}} is set by no override of the job; write"
                        + " {{override.memory:DEFAULT}}"),
                new Bad("a placeholder without default", """
                        - job: a/x
                          policy: {overrides: [{on: resource, set: {memory: big}}]}
                          target: {type: process, command: [/bin/run, "{{override.memory}}"]}
                        """, "line 4: jobs[0].target.command: {{override.memory}} has no value in a rerun that changes"
                        + " nothing of that name; give a default, as {{override.memory:DEFAULT}}"))
                .map(bad -> DynamicTest.dynamicTest(bad.what(),
                        () -> assertThat(problems("jobs:\n" + bad.policy())).containsExactly(bad.expected())));
    }

    @TestFactory
    Stream<DynamicTest> shouldCheckBudgetsWhereTheyAreWritten() {
        return Stream.of(
                new Bad("defaults", "defaults: {policy: {budgets: {platform: 5}}}\njobs: []\n",
                        "line 1: defaults.policy: budgets.platform of 5 is above max-reruns of 3, which bounds it; lower the"
                                + " budget, or raise max-reruns"),
                new Bad("a namespace", """
                        defaults: {policy: {max-reruns: 2}}
                        namespaces: {a: {policy: {budgets: {data: 3}}}}
                        jobs: []
                        """,
                        "line 2: namespaces.a.policy: budgets.data of 3 is above max-reruns of 2, which bounds it; lower"
                                + " the budget, or raise max-reruns"))
                .map(bad -> DynamicTest.dynamicTest(bad.what(),
                        () -> assertThat(problems(bad.policy())).containsExactly(bad.expected())));
    }

    private static List<String> problems(String document) {
        RegistryReading reading = RegistryParser.parse(document.getBytes(StandardCharsets.UTF_8), Instant.EPOCH, "ann");
        assertThat(reading).isInstanceOf(Refused.class);
        return ((Refused) reading).problems().stream().map(RegistryProblem::text).toList();
    }
}
