// SPDX-License-Identifier: Apache-2.0
package dev.reprise.console.registry;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.charset.StandardCharsets;
import java.time.Instant;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestFactory;

import dev.reprise.console.registry.RegistryReading.Refused;
import dev.reprise.schemas.job.SchedulerAction;

class RegistryRefusalTest {

    private record Bad(String what, String document, String expected) {}

    @TestFactory
    Stream<DynamicTest> shouldNameLinePathFoundAndFix() {
        return Stream.of(
                new Bad("nothing", "", "line 1: the document is empty; begin with jobs:"),
                new Bad("only a comment", "# none\n", "line 1: the document is empty; begin with jobs:"),
                new Bad("a list", "- job: a/b\n",
                        "line 1: expected a section with keys, found a list of 1; begin with jobs:"),
                new Bad("no jobs", "defaults: {}\n",
                        "line 1: jobs: is missing; list the jobs, or write jobs: [] for none"),
                new Bad("jobs as a section", "jobs: {a: b}\n",
                        "line 1: jobs: expected a list, found a section; write each item on a line of its own after '- '"),
                new Bad("unknown root key", "jobs: []\njob: []\n", "line 2: job: is no known key; write jobs"),
                new Bad("misspelt policy key", policy("max-rerun: 3"),
                        "line 4: jobs[0].policy.max-rerun: is no known key; write max-reruns"),
                new Bad("snake case", policy("max_age: 3h"),
                        "line 4: jobs[0].policy.max_age: is no known key; write max-age"),
                new Bad("policy key beside policy", "jobs:\n- job: a/b\n  maximum-number: 3\n",
                        "line 3: jobs[0].maximum-number: is no known key; remove it, or write one of definition, job, labels,"
                                + " mapping, name, namespace, owner, policy, target"),
                new Bad("mapping without a template", "jobs:\n- job: a/b\n  mapping: {zone: UTC}\n",
                        "line 3: jobs[0].mapping.partition: is missing; write how the partition is made, such as"
                                + " \"ds={{logical_date|yyyy-MM-dd}}\""),
                new Bad("mapping with a pattern that is none",
                        "jobs:\n- job: a/b\n  mapping: {partition: \"ds={{logical_date|yyyy-QQQQQQ}}\"}\n",
                        "line 3: jobs[0].mapping.partition: has the pattern 'yyyy-QQQQQQ', which is none; give one such as"
                                + " yyyy-MM-dd"),
                new Bad("mapping in no zone",
                        "jobs:\n- job: a/b\n  mapping: {partition: \"ds={{bizdate}}\", zone: Beijing}\n",
                        "line 3: jobs[0].mapping.zone: is 'Beijing', which is no time zone; give one such as"
                                + " Asia/Shanghai"),
                new Bad("unknown word", policy("rerun: on_failure"),
                        "line 4: jobs[0].policy.rerun: expected one of always, on-failure, never, found 'on_failure';"
                                + " write on-failure"),
                new Bad("text for a word", policy("idempotency: maybe not"),
                        "line 4: jobs[0].policy.idempotency: expected one of idempotent, not-idempotent, unknown, found"
                                + " 'maybe not'; write one of them"),
                new Bad("settle too long", policy("settle: 2h"),
                        "line 4: jobs[0].policy.settle: expected 0s to 1h, found '2h'; choose a duration in that range"),
                new Bad("max-age too short", policy("max-age: 30s"),
                        "line 4: jobs[0].policy.max-age: expected 1m to 3d, found '30s'; choose a duration in that range"),
                new Bad("duration without unit", policy("settle: 30"),
                        "line 4: jobs[0].policy.settle: expected a duration of 0s to 1h, found '30'; write a number and its"
                                + " unit, such as 30s, 15m, 4h or 7d"),
                new Bad("lost-after word", policy("lost-after: none"),
                        "line 4: jobs[0].policy.lost-after: expected a duration of 10s to 7d, found 'none'; write a number"
                                + " and its unit, such as 30s, 15m, 4h or 7d"),
                new Bad("approval longer than events live", policy("approval: {timeout: 8d}"),
                        "line 4: jobs[0].policy.approval.timeout: expected 1m to 7d, found '8d'; choose a duration in that"
                                + " range"),
                new Bad("flag in quotes", policy("approval: {four-eyes: \"true\"}"),
                        "line 4: jobs[0].policy.approval.four-eyes: expected true or false, found 'true'; write true or"
                                + " false without quotes"),
                new Bad("too many reruns", policy("max-reruns: 101"),
                        "line 4: jobs[0].policy.max-reruns: expected a whole number of 0 to 100, found '101'; choose a number"
                                + " in that range, without quotes"),
                new Bad("half a rerun", policy("max-reruns: 1.5"),
                        "line 4: jobs[0].policy.max-reruns: expected a whole number of 0 to 100, found '1.5'; choose a number"
                                + " in that range, without quotes"),
                new Bad("factor below one", policy("backoff: {factor: 0.5}"),
                        "line 4: jobs[0].policy.backoff.factor: expected a number of 1 to 10, found '0.5'; choose a number in"
                                + " that range, without quotes"),
                new Bad("section for a value", policy("settle: {min: 1s}"),
                        "line 4: jobs[0].policy.settle: expected one value, found a section; write the value behind the key"),
                new Bad("value for a section", policy("backoff: 1m"),
                        "line 4: jobs[0].policy.backoff: expected a section with keys, found '1m'; write its keys indented"
                                + " below it, or {} for none"),
                new Bad("settle longer than max-age", policy("settle: 1h\n    max-age: 30m"),
                        "line 3: jobs[0].policy: settle of 1h is longer than max-age of 30m: every failure would be too old to"
                                + " be rerun; shorten settle, or lengthen max-age"),
                new Bad("backoff upside down", policy("backoff: {initial: 2h}"),
                        "line 3: jobs[0].policy: backoff.initial of 2h is longer than backoff.max of 30m; shorten initial, or"
                                + " lengthen max"),
                new Bad("no job", "jobs:\n- labels: {a: b}\n",
                        "line 2: jobs[0].job: is not named; write job: NAMESPACE/NAME, or namespace and name"),
                new Bad("half a job", "jobs:\n- name: b\n",
                        "line 2: jobs[0].job: is not named; write job: NAMESPACE/NAME, or namespace and name"),
                new Bad("a job named twice", "jobs:\n- job: a/b\n  namespace: a\n  name: b\n",
                        "line 2: jobs[0].job: is named twice; write job: NAMESPACE/NAME, or namespace and name"),
                new Bad("job without namespace", "jobs:\n- job: orders\n",
                        "line 2: jobs[0].job: job 'orders' is not NAMESPACE/NAME: write a slash inside a part as %2F; write"
                                + " NAMESPACE/NAME"),
                new Bad("the same job twice", "jobs:\n- job: a/b\n- job: a/b\n",
                        "line 3: jobs[1].job: is listed twice, first on line 2; remove one of the two"),
                new Bad("the same key twice", "jobs:\n- job: a/b\n  job: a/c\n",
                        "line 3: jobs[0].job: is written twice, first on line 2; remove one of the two"),
                new Bad("owner without name", "jobs:\n- job: a/b\n  owner: {emails: [x@y.org]}\n",
                        "line 3: jobs[0].owner.name: is missing; name the team or person"),
                new Bad("no e-mail address", "jobs:\n- job: a/b\n  owner: {name: x, emails: [nobody]}\n",
                        "line 3: jobs[0].owner.emails: 'nobody' is no address; write it as name@host"),
                new Bad("bad label name", "jobs:\n- job: a/b\n  labels: {\"-x\": y}\n",
                        "line 3: jobs[0].labels: '-x' is no label name; use 1 to 64 letters, digits, dots, slashes, dashes and"
                                + " underscores"),
                new Bad("label without value", "jobs:\n- job: a/b\n  labels:\n    x:\n",
                        "line 4: jobs[0].labels.x: expected a text, found nothing; write the text, or remove the key"),
                new Bad("target without type", target("url: http://x.org/"),
                        "line 4: jobs[0].target.type: is missing; write type: process, type: http, or the scheduler, such as"
                                + " type: airflow"),
                new Bad("unknown target", target("type: htpp"),
                        "line 4: jobs[0].target.type: expected one of process, http, "
                                + String.join(", ", SchedulerAction.types()) + ", found 'htpp'; write http"),
                new Bad("misspelt setting", airflow("taks: load"),
                        "line 7: jobs[0].target.taks: is no known key; write task"),
                new Bad("setting missing", target("type: airflow\n    url: http://x.org"),
                        "line 4: jobs[0].target.dag: is missing; write the id of the DAG"),
                new Bad("unknown action", airflow("action: clean"),
                        "line 7: jobs[0].target.action: expected one of clear, trigger, found 'clean'; write clear"),
                new Bad("secret in a setting", airflow("token: abc"),
                        "line 7: jobs[0].target.token: holds a secret that is written out; refer to it as ${env:NAME} or"
                                + " ${file:PATH}; the runner resolves it"),
                new Bad("horizon without memory", airflow("horizon: 7d"),
                        "line 7: jobs[0].target.horizon: is no known key; remove it, or write one of action, api, dag,"
                                + " downstream, guard, map-index, password, run, task, timeout, token, type, url, user"),
                new Bad("setting that is no word", airflow("guard: none"),
                        "line 7: jobs[0].target.guard: expected one of attempt, state, found 'none'; write one of them"),
                new Bad("setting with unknown placeholder", airflow("run: \"{{runn}}\""),
                        "line 7: jobs[0].target.run: {{runn}} is no known placeholder; write {{run}}"),
                new Bad("address of a scheduler", target("type: airflow\n    url: x.org\n    dag: d"),
                        "line 5: jobs[0].target.url: expected an absolute http or https address, found 'x.org'; begin with"
                                + " http:// or https:// and a host, without user name and password"),
                new Bad("memory too short", airflow("action: trigger\n    horizon: 1h"),
                        "line 3: jobs[0].target: horizon of 1h is shorter than twice max-age of 6h: the target could"
                                + " forget a key that is sent again; shorten max-age to half the horizon, or state"
                                + " the horizon that the scheduler really has"),
                new Bad("process without command", target("type: process"),
                        "line 4: jobs[0].target.command: is missing; write the program and its arguments as a list"),
                new Bad("command as a line", target("type: process\n    command: rm -rf /tmp/x"),
                        "line 5: jobs[0].target.command: expected a list, found 'rm -rf /tmp/x'; write each item on a line of"
                                + " its own after '- '"),
                new Bad("http without url", target("type: http"),
                        "line 4: jobs[0].target.url: is missing; write the absolute http or https address to call"),
                new Bad("no http url", target("type: http\n    url: ftp://x.org/"),
                        "line 5: jobs[0].target.url: expected an absolute http or https address, found 'ftp://x.org/'; begin"
                                + " with http:// or https:// and a host, without user name and password"),
                new Bad("misspelt placeholder", target("type: http\n    url: http://x.org/{{rerunID}}"),
                        "line 5: jobs[0].target.url: {{rerunID}} is no known placeholder; write {{rerunId}}"),
                new Bad("secret written out",
                        target("type: http\n    url: http://x.org/\n    headers: {Authorization: Bearer abc}"),
                        "line 6: jobs[0].target.headers: Authorization seems to hold a secret that is written out; refer to it"
                                + " as ${env:NAME} or ${file:PATH}; the runner resolves it"),
                new Bad("keyed without key",
                        target("type: http\n    url: http://x.org/\n    guarantee: {class: keyed, horizon: 7d}"),
                        "line 6: jobs[0].target.guarantee: is keyed, but the request carries no key; set"
                                + " idempotency-key-header, or put {{rerunId}} into url, headers or body"),
                new Bad("keyed without horizon",
                        target("type: http\n    url: http://x.org/{{rerunId}}\n    guarantee: {class: keyed}"),
                        "line 6: jobs[0].target.guarantee.horizon: is missing; say how long the target remembers a key, such"
                                + " as 24h"),
                new Bad("fenced without fence",
                        target("type: http\n    url: http://x.org/{{fence}}\n    query: {url: \"http://x.org/{{rerunId}}\"}\n"
                                + "    guarantee: {class: fenced}"),
                        "line 4: jobs[0].target.fence: is missing; say how the target is shown a newer token: fence:"
                                + " {url: ...}"),
                new Bad("fenced without token",
                        target("type: http\n    url: http://x.org/\n    query: {url: \"http://x.org/{{rerunId}}\"}\n"
                                + "    fence: {url: \"http://x.org/{{rerunId}}/{{fence}}\"}\n"
                                + "    guarantee: {class: fenced}"),
                        "line 8: jobs[0].target.guarantee: is fenced, but the request carries no token; put {{fence}} into"
                                + " url, headers or body, where the target compares it"),
                new Bad("fence that shows no token",
                        target("type: http\n    url: http://x.org/{{fence}}\n    query: {url: \"http://x.org/{{rerunId}}\"}\n"
                                + "    fence: {url: \"http://x.org/{{rerunId}}\"}\n"
                                + "    guarantee: {class: fenced}"),
                        "line 7: jobs[0].target.fence.url: does not carry the token; put {{fence}} into url or body"),
                new Bad("horizon too short",
                        target("type: http\n    url: http://x.org/{{rerunId}}\n    guarantee: {class: keyed, horizon: 8h}"),
                        "line 3: jobs[0].target: horizon of 8h is shorter than twice max-age of 6h: the target could forget a"
                                + " key that is sent again; shorten max-age to half the horizon, or declare guarantee: {class:"
                                + " opaque}"),
                new Bad("query that names no rerun",
                        target("type: http\n    url: http://x.org/\n    query: {url: \"http://x.org/latest\"}"),
                        "line 6: jobs[0].target.query.url: does not name the rerun; put {{rerunId}} into it: any other run"
                                + " would prove nothing"),
                new Bad("success that is none",
                        target("type: http\n    url: http://x.org/\n    success: {statuses: [404]}"),
                        "line 6: jobs[0].target.success.statuses: expected statuses of 200 to 299, found '404'; list only"
                                + " statuses that mean yes"),
                new Bad("pointer alone", target("type: http\n    url: http://x.org/\n    success: {pointer: /ok}"),
                        "line 6: jobs[0].target.success.pointer: pointer and equal-to stand only together; set both, or"
                                + " neither"),
                new Bad("an alias", "x: &a {settle: 1s}\njobs:\n- job: a/b\n  policy: *a\n",
                        "line 4: jobs[0].policy: is the alias *a; write the value out: aliases are not followed"))
                .map(bad -> DynamicTest.dynamicTest(bad.what(),
                        () -> assertThat(problems(bad.document())).contains(bad.expected())));
    }

    @Test
    void shouldSayWhereSyntaxIsBroken() {
        assertThat(problems("jobs:\n  - job: [a\n  x: }\n")).singleElement().asString()
                .startsWith("line 3: this is neither YAML nor JSON: ")
                .endsWith("; mend the syntax on or just before this line");
    }

    @Test
    void shouldTellEveryProblemInOrder() {
        String document = """
                defaults:
                  policy: {settel: 1s}
                namespaces:
                  a: {policy: {max-reruns: -1}}
                jobs:
                - job: a/b
                  policy: {settle: never}
                - job: a
                """;

        assertThat(problems(document)).hasSize(4).satisfiesExactly(
                first -> assertThat(first).startsWith("line 2: defaults.policy.settel: "),
                second -> assertThat(second).startsWith("line 4: namespaces.a.policy.max-reruns: "),
                third -> assertThat(third).startsWith("line 7: jobs[0].policy.settle: "),
                fourth -> assertThat(fourth).startsWith("line 8: jobs[1].job: "));
    }

    private static String policy(String lines) {
        return "jobs:\n- job: a/b\n  policy:\n    " + lines + "\n";
    }

    private static String airflow(String more) {
        return target("type: airflow\n    url: http://x.org\n    dag: d\n    " + more);
    }

    private static String target(String lines) {
        return "jobs:\n- job: a/b\n  target:\n    " + lines + "\n";
    }

    private static List<String> problems(String document) {
        RegistryReading reading = RegistryParser.parse(document.getBytes(StandardCharsets.UTF_8), Instant.EPOCH, "ann");
        assertThat(reading).isInstanceOf(Refused.class);
        return ((Refused) reading).problems().stream().map(RegistryProblem::text).toList();
    }
}
