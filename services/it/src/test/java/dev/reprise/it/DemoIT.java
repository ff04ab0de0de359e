// SPDX-License-Identifier: Apache-2.0
package dev.reprise.it;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import java.io.IOException;
import java.net.URI;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

import dev.reprise.console.browser.Chromium;
import dev.reprise.console.browser.Chromiums;
import dev.reprise.console.browser.Tab;

/** The first command of a newcomer, as it is distributed. */
class DemoIT {

    private static final Path PICTURES = Path.of("target", "screenshots");
    private static final Pattern CONSOLE = Pattern.compile("The console is at (\\S+) : watch the story there");
    private static final Duration PATIENCE = Duration.ofSeconds(240);

    @TempDir
    private Path directory;

    @Test
    @Timeout(value = 300, unit = TimeUnit.SECONDS)
    void shouldHoldAllThatItCountsAndTellWhyInTwoClicks() throws Exception {
        Path told = directory.resolve("told");
        Path data = directory.resolve("data");
        // Before the demo, so that it is there when the story begins.
        Optional<Chromium> chromium = Chromiums.find(directory);
        Process demo = start(told, "demo", "--exit", "--data", data.toString());
        int code;
        try {
            URI console = console(demo, told);
            chromium.ifPresent(browser -> askWhy(browser, console));
            code = demo.waitFor();
        } finally {
            chromium.ifPresent(Chromium::close);
            demo.destroy();
        }
        String story = Files.readString(told);
        assertThat(code).as(story).isZero();
        assertThat(story).contains("what was counted", "jobs that did their whole work twice").doesNotContain("\u001b");
        assertThat(data.resolve("reprise.log")).content().contains("embedded broker stopped");

        // The same once more, by a program that knows nothing of the one that told the story.
        Path audited = directory.resolve("audited");
        int clean = start(audited, "audit", "--data-dir", data.toString()).waitFor();
        assertThat(audited).content().contains("I7         holds").contains("0 violated");
        assertThat(clean).isZero();
    }

    /** While the story is told: what is broken, and in two clicks why it was not rerun, the rule, and the line of SQL. */
    private static void askWhy(Chromium browser, URI console) {
        try (Tab tab = browser.open()) {
            tab.open(console).until("document.querySelector('.card[data-problem] a.name[href*=ledger_append]')")
                    .untilText("repeating it may corrupt data").picture(PICTURES.resolve("demo-1-overview.png"));

            tab.click(".card a.name", "ledger_append").until("document.querySelector('.why-card pre.line mark')")
                    .picture(PICTURES.resolve("demo-2-why.png"));
            tab.click(".timeline summary", "The job is not idempotent")
                    .until("document.querySelector('details[open] .trace')")
                    .picture(PICTURES.resolve("demo-3-rule.png"));

            assertThat(tab.clicks()).isEqualTo(2);
            assertThat(seen(tab, ".why-card h2"))
                    .isEqualTo("The job is not idempotent: repeating it may corrupt data.");
            assertThat(seen(tab, ".why-card .error")).contains("disk quota exceeded");
            assertThat(seen(tab, ".why-card .findings .rule")).startsWith("RR");
            assertThat(seen(tab, ".why-card pre.line mark")).startsWith("INSERT INTO");
            assertThat(seen(tab, "details[open] .trace")).contains("NON_IDEMPOTENT");
            assertThat(tab.complaints()).isEmpty();
        }
    }

    /** The text of something that is on the page and not hidden. */
    private static String seen(Tab tab, String selector) {
        String find = "document.querySelector('" + selector + "')";
        assertThat(tab.evaluate(find + ".checkVisibility()").asBoolean()).as(selector).isTrue();
        return tab.evaluate(find + ".innerText").asString();
    }

    private static URI console(Process demo, Path told) throws IOException {
        await().atMost(PATIENCE).pollInterval(Duration.ofMillis(100))
                .until(() -> !demo.isAlive() || CONSOLE.matcher(Files.readString(told)).find());
        Matcher address = CONSOLE.matcher(Files.readString(told));
        assertThat(address.find()).as(Files.readString(told)).isTrue();
        return URI.create(address.group(1));
    }

    private static Process start(Path output, String... words) throws IOException {
        List<String> command = new ArrayList<>(List.of("../app/target/reprise/bin/reprise"));
        command.addAll(List.of(words));
        ProcessBuilder process = new ProcessBuilder(command).redirectErrorStream(true)
                .redirectOutput(output.toFile());
        process.environment().put("REPRISE_JAVA_HOME", System.getProperty("java.home"));
        process.environment().put("REPRISE_CACHE", "off");
        return process.start();
    }
}
