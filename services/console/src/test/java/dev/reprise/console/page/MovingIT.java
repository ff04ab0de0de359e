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
            // As a wheel does: four rows a frame, until the end has been in sight for a second.
            tab.evaluate("""
                    window.frames = []; (async () => {
                      const sheet = document.querySelector('.sheet');
                      let before = performance.now();
                      for (let still = 0, reached = -1; still < 60; still = sheet.scrollTop > reached ? 0 : still + 1) {
                        reached = sheet.scrollTop;
                        sheet.scrollTop += 104;
                        const now = await new Promise(requestAnimationFrame);
                        window.frames.push(now - before);
                        before = now;
                      }
                      window.reached = true;
                    })()""");
            tab.until("window.reached");
            tab.until("[...document.querySelectorAll('.row .jobname')].some((name) => name.textContent === 'job_999')");
            assertThat(tab.evaluate("document.querySelectorAll('.cell').length").intValue()).isLessThan(200);
            assertThat(tab.evaluate("document.querySelector('.row:last-child').getBoundingClientRect().bottom <="
                    + " document.querySelector('.sheet').getBoundingClientRect().bottom").asBoolean()).isTrue();
            tab.picture(Pages.picture("grid-many"));
            // A figure, no condition: it is of the machine.
            Files.writeString(Pages.picture("grid-many").resolveSibling("grid-many.txt"),
                    tab.evaluate(
                            """
                                    (() => {
                                      const all = window.frames.sort((a, b) => a - b);
                                      const at = (share) => Math.round(all[Math.ceil(all.length * share) - 1]);
                                      return `180,000 instances, 4 rows a frame, ${all.length} frames: p50 ${at(0.5)} ms, p95 ${at(0.95)},`
                                        + ` p99 ${at(0.99)}, longest ${at(1)}; ${all.filter((each) => each > 50).length} over 50`;
                                    })()""")
                            .asString() + System.lineSeparator());

            shouldKnowTheColumnUnderThePointer(tab);
        } finally {
            pages.server().remove(Topics.INSTANCES,
                    many.stream().map(each -> ((InstanceSnapshot) each).instance().key()).toList());
        }
    }

    /** Neighbours that stand alike are one element, and yet each opens its own instance. */
    private static void shouldKnowTheColumnUnderThePointer(Tab tab) {
        tab.evaluate("document.querySelector('.sheet').scrollTo(0, 0)");
        tab.until("document.querySelector('[data-row=\"0\"]')");
        tab.evaluate("""
                (() => {
                  const cell = document.querySelector('[data-row="0"] .cell');
                  const left = cell.getBoundingClientRect().left;
                  const there = { bubbles: true, clientX: left + 17 * 26 + 3 };
                  cell.dispatchEvent(new MouseEvent('mousemove', there));
                  window.told = cell.title;
                  cell.dispatchEvent(new MouseEvent('click', there));
                })()""");
        assertThat(tab.evaluate("window.told").asString()).isEqualTo("hour=017: Succeeded");
        tab.until("location.pathname === '/instances/many/job_0/hour=017'");
    }
}
