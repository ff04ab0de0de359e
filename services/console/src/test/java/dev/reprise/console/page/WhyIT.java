// SPDX-License-Identifier: Apache-2.0
package dev.reprise.console.page;

import static org.assertj.core.api.Assertions.assertThat;

import java.net.URI;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;

import dev.reprise.console.browser.Tab;
import dev.reprise.runtime.http.Role;

/** A person who wants to know what happened and why. */
@ExtendWith(Pages.Shared.class)
class WhyIT {

    private final Pages pages;

    WhyIT(Pages pages) {
        this.pages = pages;
    }

    @Test
    void shouldTellTheStoryOfTheNightOnTheFirstPage() {
        try (Tab tab = pages.signedIn(Role.VIEWER, "/")) {
            tab.untilText("things need you").untilText("Storm in warehouse").untilText("3 reruns are held")
                    .untilText("disk quota exceeded").untilText("Lately decided");
            assertThat(tab.evaluate("document.querySelector('.feed').innerText").asString())
                    .as("what was told twice is no part of the story").doesNotContain("reported before")
                    .contains("repeating it may corrupt data");
        }
    }

    @Test
    void shouldTellInTwoClicksWhyAJobWasNotRerun() {
        try (Tab tab = pages.signedIn(Role.VIEWER, "/")) {
            tab.untilText("things need you").untilText("repeating it may corrupt data");

            tab.click("a.name", "ledger_append");

            tab.untilText("The job is not idempotent").untilText("disk quota exceeded")
                    .until("document.querySelector('pre.line mark').textContent.startsWith('INSERT INTO ledger')")
                    .untilText("sql/ledger_append.sql:12").untilText("INSERT OVERWRITE the partition");
            assertThat(tab.address()).isEqualTo(Night.LEDGER_PAGE);
            assertThat(tab.evaluate("document.querySelector('.why-card h2').innerText").asString())
                    .isEqualTo("The job is not idempotent: repeating it may corrupt data.");
            assertThat(tab.clicks()).isLessThanOrEqualTo(2);
        }
    }

    @Test
    void shouldTellWhyInTwoClicksFromTheGrid() {
        try (Tab tab = pages.signedIn(Role.VIEWER, "/")) {
            tab.click("nav a", "Grid").until("document.querySelector('.cell.bad')");
            tab.click(".row:has(.jobname[title$=ledger_append]) .cell.bad", "✕").untilText("The job is not idempotent");
            assertThat(tab.clicks()).isEqualTo(2);
        }
    }

    @Test
    void shouldOpenTheRuleTraceOfADecision() {
        try (Tab tab = pages.signedIn(Role.VIEWER, Night.LEDGER_PAGE)) {
            tab.untilText("was told of it · sent").untilText("was to be told of it · failed");
            tab.click(".timeline summary", "not idempotent").until("document.querySelector('details[open] .trace')")
                    .untilText("dev.reprise.run.failed.v1").untilText("reprise.events 3/8812").untilText("disk-quota")
                    .picture(Pages.picture("rule-trace"));
        }
    }

    @Test
    void shouldFindWhoWasToldOfAnAlert() {
        try (Tab tab = pages.signedIn(Role.VIEWER, "/alerts")) {
            tab.click("a", "Who was told?").until("location.pathname === '/deliveries'")
                    .until("location.search.startsWith('?alert=')");
            tab.open(URI.create(pages.server().uri() + "/deliveries?instance=finance/ledger_append/ds=2026-11-28"))
                    .until("document.querySelectorAll('tbody tr').length === 2").untilText("HTTP 500")
                    .untilText("5 tries").click("button", "Failed")
                    .until("location.search.includes('outcome=FAILED')")
                    .until("document.querySelectorAll('tbody tr').length === 1");
        }
    }
}
