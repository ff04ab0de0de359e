// SPDX-License-Identifier: Apache-2.0
package dev.reprise.console.page;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.util.List;
import java.util.Optional;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;

import dev.reprise.console.Samples;
import dev.reprise.console.browser.Tab;
import dev.reprise.runtime.http.Role;
import dev.reprise.schemas.decision.InstanceStatus;
import dev.reprise.schemas.id.JobId;
import dev.reprise.schemas.id.PartitionKey;
import dev.reprise.schemas.instance.InstanceSnapshot;
import dev.reprise.schemas.topic.Topics;

/** Searching and moving: by keyboard, and through many thousand instances. */
@ExtendWith(Pages.Shared.class)
class MovingIT {

    private final Pages pages;

    MovingIT(Pages pages) {
        this.pages = pages;
    }

    @Test
    void shouldSearchByKeyboard() {
        try (Tab tab = pages.signedIn(Role.VIEWER, "/")) {
            tab.press("g").press("i").until("location.pathname === '/instances'").press("/")
                    .until("document.activeElement.matches('[data-search]')").type("[data-search]", "FX_rates")
                    .until("location.search === '?q=FX_rates'")
                    .until("document.querySelectorAll('tbody tr').length === 45");
            tab.press("Escape").press("?").untilText("Next, previous problem")
                    .picture(Pages.picture("keyboard"));
        }
    }

    @Test
    void shouldWalkTheGridByKeyboard() {
        try (Tab tab = pages.signedIn(Role.VIEWER, "/grid")) {
            tab.until("document.querySelector('[role=grid]')")
                    .evaluate("document.querySelector('[role=grid]').focus()");
            tab.press("n").untilText("2026-11-28 — ").picture(Pages.picture("grid-focus")).press("Enter")
                    .until("location.pathname.startsWith('/instances/')");
        }
    }

    @Test
    void shouldScrollThroughManyThousandInstances() throws IOException {
        List<Record> many = IntStream.range(0, 2000).boxed().flatMap(job -> IntStream.range(0, 90)
                .mapToObj(day -> (Record) new InstanceSnapshot(new JobId("many", "job_" + job),
                        new PartitionKey("hour=%03d".formatted(day)), InstanceStatus.SUCCEEDED,
                        Optional.empty(), 1, 1, 0, Optional.empty(), Optional.empty(),
                        Optional.empty(), 0, Samples.NOON)))
                .toList();
        pages.server().apply(Topics.INSTANCES, many.toArray(Record[]::new));
        try (Tab tab = pages.signedIn(Role.VIEWER, "/grid?namespace=many&columns=90&prefix=hour")) {
            tab.untilText("2,000 jobs").until("document.querySelectorAll('.row').length > 10");
            tab.evaluate("window.long = []; new PerformanceObserver((list) => list.getEntries().forEach((each) =>"
                    + " window.long.push(each.duration))).observe({type: 'longtask'}); window.began = performance.now()");
            tab.evaluate("(async () => { const sheet = document.querySelector('.sheet'); for (let step = 0; step < 400"
                    + " && sheet.scrollTop < 1990 * 26; step += 1) { sheet.scrollTop += 1500;"
                    + " await new Promise((done) => setTimeout(done, 30)); } })()");
            tab.until("[...document.querySelectorAll('.row .jobname')].some((name) => name.textContent === 'job_999')");
            assertThat(tab.evaluate("document.querySelectorAll('.cell').length").intValue()).isLessThan(6000);
            // A figure, no condition: it is of the machine.
            Files.writeString(Pages.picture("grid-many").resolveSibling("grid-many.txt"),
                    tab.evaluate("`180,000 instances scrolled in"
                            + " ${Math.round((performance.now() - began) / 100) / 10} s: ${window.long.length} tasks over 50 ms, the"
                            + " longest ${Math.round(Math.max(0, ...window.long))} ms`").asString()
                            + System.lineSeparator());
            tab.picture(Pages.picture("grid-many"));
        } finally {
            pages.server().remove(Topics.INSTANCES,
                    many.stream().map(each -> ((InstanceSnapshot) each).instance().key()).toList());
        }
    }
}
