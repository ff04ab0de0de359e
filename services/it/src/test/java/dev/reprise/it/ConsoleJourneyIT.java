// SPDX-License-Identifier: Apache-2.0
package dev.reprise.it;

import static org.assertj.core.api.Assertions.assertThat;

import java.net.http.HttpResponse;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

import dev.reprise.console.browser.Chromium;
import dev.reprise.console.browser.Chromiums;
import dev.reprise.console.browser.Tab;
import dev.reprise.it.broker.Broker;
import dev.reprise.it.broker.BrokerKind;
import dev.reprise.it.process.RepriseProcess;

/** A person at the console of a running Reprise: finds the failure, reads why, approves, sees the rerun succeed, searches. */
class ConsoleJourneyIT {

    private static final Path PICTURES = Path.of("target", "screenshots");

    @TempDir
    Path directory;

    @Test
    void shouldLeadFromAFailureToItsRerun() throws Exception {
        try (Chromium chromium = Chromiums.require(directory);
                Broker broker = BrokerKind.here().getFirst().start(directory.resolve("kafka"));
                RepriseProcess reprise = new RepriseProcess(Files.createDirectories(directory.resolve("reprise")),
                        broker.bootstrapServers());
                Tab tab = chromium.open()) {
            Path effects = Files.createFile(directory.resolve("effects.txt"));
            tab.open(reprise.uri("/")).untilText("Nothing needs you").picture(PICTURES.resolve("0-calm.png"));
            apply(reprise, effects);
            fail(reprise, "night/ledger");
            fail(reprise, "night/scores");

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

            tab.press("g").press("u").untilText("approved the rerun").untilText("console")
                    .picture(PICTURES.resolve("5-audit.png"));
            assertThat(tab.complaints()).isEmpty();
        }
    }

    private static void apply(RepriseProcess reprise, Path effects) {
        HttpResponse<String> applied = reprise.send("PUT", "/api/v1/jobs", "application/yaml",
                """
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
        assertThat(applied.statusCode()).as(applied.body()).isBetween(200, 202);
    }

    private static void fail(RepriseProcess reprise, String job) {
        HttpResponse<String> answer = reprise.send("POST", "/api/v1/events", "application/cloudevents+json",
                """
                        {"specversion":"1.0","id":"failed-%1$s","source":"test","type":"dev.reprise.run.failed.v1","time":"%2$s",
                         "data":{"job":"%1$s","partition":"ds=2026-11-28","run":"run-1","attempt":1,"retry":"FINAL",
                                 "error":{"message":"no space left on device","exitCode":1}}}
                        """
                        .formatted(job, Instant.now()));
        assertThat(answer.statusCode()).as(answer.body()).isEqualTo(202);
    }
}
