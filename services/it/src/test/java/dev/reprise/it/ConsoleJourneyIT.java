// SPDX-License-Identifier: Apache-2.0
package dev.reprise.it;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import java.io.IOException;
import java.net.http.HttpResponse;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.concurrent.CyclicBarrier;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.MethodOrderer;
import org.junit.jupiter.api.Order;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestMethodOrder;
import org.junit.jupiter.api.io.TempDir;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

import dev.reprise.console.browser.Chromium;
import dev.reprise.console.browser.Chromiums;
import dev.reprise.console.browser.Tab;
import dev.reprise.it.broker.Broker;
import dev.reprise.it.broker.BrokerKind;
import dev.reprise.it.process.RepriseProcess;

/** People at the consoles of a running Reprise, in real processes over a real broker. */
@TestMethodOrder(MethodOrderer.OrderAnnotation.class)
class ConsoleJourneyIT {

    private static final Path PICTURES = Path.of("target", "screenshots");
    private static final Duration PATIENCE = Duration.ofSeconds(120);

    @TempDir
    private static Path directory;
    private static Broker broker;
    private static RepriseProcess reprise;

    @BeforeAll
    static void start() throws IOException {
        broker = BrokerKind.here().getFirst().start(directory.resolve("kafka"));
        reprise = new RepriseProcess(Files.createDirectories(directory.resolve("reprise")), broker.bootstrapServers());
    }

    @AfterAll
    static void stop() {
        if (reprise != null) {
            reprise.close();
        }
        broker.close();
    }

    /** Finds the failure, reads why, approves, sees the rerun succeed, searches. First, as it begins with a calm page. */
    @Test
    @Order(1)
    void shouldLeadFromAFailureToItsRerun() throws Exception {
        try (Chromium chromium = Chromiums.require(directory); Tab tab = chromium.open()) {
            Path effects = Files.createFile(directory.resolve("effects.txt"));
            tab.open(reprise.uri("/")).untilText("Nothing needs you").picture(PICTURES.resolve("0-calm.png"));
            apply("""
                    defaults:
                      policy: {settle: 1s}
                    jobs:
                      - job: night/scores
                        owner: {name: marketing}
                        target: {type: process, command: [/bin/sh, -c, 'echo "$0 $1" >> "$2"', '{{job}}', '{{partition}}', '%s']}
                      - job: night/ledger
                        owner: {name: finance}
                        policy: {idempotency: not-idempotent}
                    """
                    .formatted(effects));
            fail("night/ledger", "ds=2026-11-28");
            fail("night/scores", "ds=2026-11-28");

            tab.until("document.querySelectorAll('.card').length === 2").picture(PICTURES.resolve("1-trouble.png"))
                    .click("a.name", "ledger").untilText("The job is not idempotent").untilText("no space left")
                    .picture(PICTURES.resolve("2-why.png"));

            tab.press("g").press("a").until("location.pathname === '/approvals'").click("button", "Approve")
                    .untilText("You say that it may").type("dialog textarea", "it deletes its day before it writes")
                    .until("document.querySelector('dialog .plan')").picture(PICTURES.resolve("3-approve.png"))
                    .click("dialog button", "Approve").until("document.querySelector('dialog .decided')")
                    .click("dialog button", "Close").untilText("No rerun waits for approval");

            tab.press("g").press("i").until("location.pathname === '/instances'").type("[data-search]", "SCORES")
                    .until("document.querySelectorAll('tbody tr').length === 1")
                    .until("document.querySelector('tbody .status.ok')").click("tbody a.name", "scores")
                    .until("document.querySelector('.why-card').innerText.includes('Succeeded')")
                    .untilText("it deletes its day before it writes").untilText("the target took the rerun")
                    .picture(PICTURES.resolve("4-succeeded.png"));
            assertThat(Files.readAllLines(effects)).containsExactly("night/scores ds=2026-11-28");

            tab.press("g").press("l").until("location.pathname === '/alerts'").click("a.button", "Silence")
                    .untilText("It fits one open alert.")
                    .type("dialog textarea[maxlength]", "the quota is being raised")
                    .until("!document.querySelector('dialog button[type=submit]').disabled")
                    .click("dialog button[type=submit]", "Silence")
                    .until("document.querySelector('dialog .decided')").click("dialog button", "Close")
                    .until("document.querySelector('tbody tr').innerText.includes('the quota is being raised')")
                    .picture(PICTURES.resolve("6-silence.png"));
            tab.press("g").press("l").until("document.querySelector('.card').innerText.includes('Silenced')");

            tab.press("g").press("u").untilText("approved the rerun").untilText("silenced").untilText("console")
                    .picture(PICTURES.resolve("5-audit.png"));
            assertThat(tab.complaints()).isEmpty();
        }
    }

    /** Two consoles that share Kafka and nothing else: what one person has seen, another may decide in the same moment. */
    @Test
    @Order(2)
    void shouldLetOneOfTwoPeopleDecide() throws Exception {
        Path effects = Files.createFile(directory.resolve("decided.txt"));
        apply("""
                defaults:
                  policy: {settle: 1s}
                jobs:
                  - job: race/scores
                    target: {type: process, command: [/bin/sh, -c, 'echo "$1" >> "$2"', '{{job}}', '{{partition}}', '%s']}
                  - job: race/careful
                    policy: {idempotency: not-idempotent, approval: {four-eyes: true}}
                    target: {type: process, command: [/bin/true]}
                """
                .formatted(effects));
        List<String> days = List.of("ds=2026-11-21", "ds=2026-11-22", "ds=2026-11-23", "ds=2026-11-24");
        days.forEach(day -> fail("race/scores", day));
        fail("race/careful", "ds=2026-11-21");
        try (RepriseProcess other = new RepriseProcess(Files.createDirectories(directory.resolve("other")),
                broker.bootstrapServers(), "", "console")) {
            for (String day : days) {
                assertOneDecides(other, "race/scores/" + day);
            }
            List<String> approved = days.stream().filter(day -> status(other, "race/scores/" + day).equals("SUCCEEDED"))
                    .toList();
            assertThat(Files.readAllLines(effects)).as("what was approved ran once, what was rejected did not")
                    .containsExactlyInAnyOrderElementsOf(approved);

            // Who asked for it at one console cannot approve it at the other.
            HttpResponse<String> asked = act(reprise, "race/careful/ds=2026-11-21", "rerun", "", "*");
            await().atMost(PATIENCE)
                    .until(() -> status(other, "race/careful/ds=2026-11-21").equals("AWAITING_APPROVAL"));
            HttpResponse<String> refused = act(other, "race/careful/ds=2026-11-21", "approve",
                    ", \"rerunId\": \"" + tree(asked).path("rerunId").asString() + "\"", "*");
            assertThat(refused.statusCode()).as(refused.body()).isEqualTo(409);
            assertThat(tree(refused).path("reason").asString()).isEqualTo("FOUR_EYES");
        }
    }

    private static void assertOneDecides(RepriseProcess other, String instance) throws Exception {
        String seen = seenByBoth(other, instance);
        String rerun = ", \"rerunId\": \"" + tree(detail(other, instance)).path("rerunId").asString() + "\"";
        CyclicBarrier atOnce = new CyclicBarrier(2);
        List<HttpResponse<String>> answers;
        try (ExecutorService people = Executors.newFixedThreadPool(2)) {
            Future<HttpResponse<String>> approving = people.submit(() -> {
                atOnce.await();
                return act(reprise, instance, "approve", rerun, seen);
            });
            Future<HttpResponse<String>> rejecting = people.submit(() -> {
                atOnce.await();
                return act(other, instance, "reject", rerun, seen);
            });
            answers = List.of(approving.get(), rejecting.get());
        }

        assertThat(answers).as(() -> answers.stream().map(HttpResponse::body).toList().toString())
                .filteredOn(each -> each.statusCode() == 200).hasSize(1);
        HttpResponse<String> late = answers.stream().filter(each -> each.statusCode() != 200).findFirst().orElseThrow();
        assertThat(late.statusCode()).isIn(409, 412);
        assertThat(tree(late).path(late.statusCode() == 409 ? "reason" : "type").asString()).isIn("STALE_APPROVAL",
                "urn:reprise:stale-revision");
        assertThat(tree(late).path("detail").asString()).isNotBlank();
        String end = answers.getFirst().statusCode() == 200 ? "SUCCEEDED" : "GAVE_UP";
        for (RepriseProcess each : List.of(reprise, other)) {
            await().atMost(PATIENCE).untilAsserted(() -> assertThat(status(each, instance)).isEqualTo(end));
        }
    }

    /** The tag of an instance once both consoles show that it awaits approval, and show the same. */
    private static String seenByBoth(RepriseProcess other, String instance) {
        await().atMost(PATIENCE).untilAsserted(() -> {
            assertThat(status(reprise, instance)).isEqualTo("AWAITING_APPROVAL");
            assertThat(tag(other, instance)).isEqualTo(tag(reprise, instance));
        });
        return tag(other, instance);
    }

    private static HttpResponse<String> act(RepriseProcess console, String instance, String action, String more,
            String seen) {
        return console.send("POST", "/api/v1/instances/" + instance + "/" + action + "?wait=60s", "application/json",
                "{\"reason\": \"looked at it\"" + more + "}", "If-Match", seen);
    }

    private static HttpResponse<String> detail(RepriseProcess console, String instance) {
        return console.get("/api/v1/instances/" + instance);
    }

    private static String status(RepriseProcess console, String instance) {
        return tree(detail(console, instance)).path("status").asString("");
    }

    private static String tag(RepriseProcess console, String instance) {
        return detail(console, instance).headers().firstValue("ETag").orElse("none");
    }

    private static JsonNode tree(HttpResponse<String> answer) {
        return JsonMapper.shared().readTree(answer.body());
    }

    private static void apply(String document) {
        HttpResponse<String> applied = reprise.send("PUT", "/api/v1/jobs", "application/yaml", document);
        assertThat(applied.statusCode()).as(applied.body()).isBetween(200, 202);
    }

    private static void fail(String job, String partition) {
        HttpResponse<String> answer = reprise.send("POST", "/api/v1/events", "application/cloudevents+json",
                """
                        {"specversion":"1.0","id":"failed-%1$s-%3$s","source":"test","type":"dev.reprise.run.failed.v1","time":"%2$s",
                         "data":{"job":"%1$s","partition":"%3$s","run":"run-1","attempt":1,"retry":"FINAL",
                                 "error":{"message":"no space left on device","exitCode":1}}}
                        """
                        .formatted(job, Instant.now(), partition));
        assertThat(answer.statusCode()).as(answer.body()).isEqualTo(202);
    }
}
