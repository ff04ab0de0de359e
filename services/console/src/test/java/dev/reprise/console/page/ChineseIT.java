// SPDX-License-Identifier: Apache-2.0
package dev.reprise.console.page;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;

import dev.reprise.console.browser.Tab;
import dev.reprise.runtime.http.Role;

/** The pages of a reader of Chinese. What programs wrote stays as it is: errors, definitions, codes and raw records. */
@ExtendWith(Pages.Shared.class)
class ChineseIT {
    private static final String QUOTED = "h1, pre, code, .error, .findings, .name, .owner, .clip";

    private final Pages pages;

    ChineseIT(Pages pages) {
        this.pages = pages;
    }

    @Test
    void shouldTellAnInstanceAndItsAlertInChineseThroughout() {
        try (Tab tab = pages.signedIn(Role.APPROVER, "/")) {
            tab.evaluate("localStorage.setItem('reprise.language', 'zh')");
            try {
                shouldTell(tab);
            } finally {
                tab.evaluate("localStorage.removeItem('reprise.language')");
            }
        }
    }

    private void shouldTell(Tab tab) {
        tab.open(pages.server().uri().resolve(Night.LEDGER_PAGE)).untilText("运行 run-7 失败（exit 1）。作业不是幂等的：重复执行可能损坏数据。")
                .untilText("正在尝试发送");
        tab.evaluate("document.querySelectorAll('.timeline > li > details').forEach((each) => { each.open = true; })");
        tab.untilText("它被归入 resource 类失败，依据规则 disk-quota。").untilText("资源不足")
                .picture(Pages.picture("instance-zh"));
        assertThat(englishIn(tab, QUOTED + ", details details")).isEmpty();

        tab.open(pages.server().uri().resolve("/alerts")).untilText("作业不是幂等的");
        tab.evaluate("document.querySelectorAll('details').forEach((each) => { each.open = true; })");
        tab.untilText("请修复错误所指的问题");
        assertThat(englishIn(tab, QUOTED)).as("but for the command to type").isEqualTo("reprise rerun");
    }

    /** The first two English words in a row on the page, without what is quoted. */
    private static String englishIn(Tab tab, String quoted) {
        return tab.evaluate("(() => { const all = document.querySelector('main').cloneNode(true);"
                + " all.querySelectorAll('" + quoted + "').forEach((each) => each.replaceWith('|'));"
                + " return (/[A-Za-z]{2,} [A-Za-z]{2,}/.exec(all.textContent) || [''])[0]; })()").asString();
    }
}
