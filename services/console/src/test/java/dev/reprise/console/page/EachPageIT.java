// SPDX-License-Identifier: Apache-2.0
package dev.reprise.console.page;

import static org.assertj.core.api.Assertions.assertThat;

import java.net.URI;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.TestFactory;
import org.junit.jupiter.api.extension.ExtendWith;

import dev.reprise.console.browser.Tab;
import dev.reprise.runtime.http.Role;

/** Every page, in light, in dark and on a phone: no complaint of the browser, and accessible. */
@ExtendWith(Pages.Shared.class)
class EachPageIT {

    private static final List<String> PAGES = List.of("/", "/grid", "/instances", Night.LEDGER_PAGE, "/approvals",
            "/alerts",
            "/deliveries", "/silences", "/subscriptions", "/storms", "/jobs", "/jobs/finance/ledger_append",
            "/controls",
            "/audit", "/dead-letters", "/system");

    /** The keys of texts that a page in Chinese still shows in English. */
    private static final String UNTRANSLATED = """
            (async () => {
              const of = (file) => import(document.querySelector('script[type=module]').src.replace('main.js', file));
              const [en, zh] = (await Promise.all([of('en.js'), of('zh.js')])).map((each) => each.default.texts);
              return Object.keys(en).filter((key) => en[key].length > 11 && !en[key].includes('{') && en[key] !== zh[key]
                && document.body.innerText.includes(en[key]));
            })()""";

    private final Pages pages;

    EachPageIT(Pages pages) {
        this.pages = pages;
    }

    @TestFactory
    Stream<DynamicTest> shouldShowEachPageWithoutComplaintAndForEveryone() {
        Tab tab = pages.signedIn(Role.APPROVER, "/");
        return PAGES.stream().map(page -> DynamicTest.dynamicTest(page, () -> {
            tab.size(1280, 800).prefer("light").open(URI.create(pages.server().uri() + page))
                    .until("!document.body.innerText.includes('Loading')");
            String name = page.equals("/") ? "overview" : page.substring(1).replace('/', '-');
            tab.picture(Pages.picture(name));
            Pages.assertAccessible(tab);
            tab.prefer("dark").picture(Pages.picture(name + "-dark"));
            Pages.assertAccessible(tab);
            tab.size(390, 844).picture(Pages.picture(name + "-phone"));
            assertThat(tab.evaluate("document.documentElement.scrollWidth").intValue()).as("width on a phone")
                    .isLessThanOrEqualTo(390);
            speak(tab.size(1280, 800).prefer("light"), "zh").picture(Pages.picture(name + "-zh"));
            assertThat(tab.evaluate(UNTRANSLATED)).isEmpty();
            speak(tab, "en");
            assertThat(tab.complaints()).isEmpty();
        })).onClose(tab::close);
    }

    private static Tab speak(Tab tab, String language) {
        tab.evaluate("(() => { const choice = document.querySelector('nav select'); choice.value = '" + language
                + "'; choice.dispatchEvent(new Event('change')); })()");
        return tab.until("document.documentElement.lang.startsWith('" + language + "')");
    }
}
