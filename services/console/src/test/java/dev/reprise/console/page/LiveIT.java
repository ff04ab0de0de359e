// SPDX-License-Identifier: Apache-2.0
package dev.reprise.console.page;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.api.io.TempDir;

import dev.reprise.console.ApiServer;
import dev.reprise.console.Samples;
import dev.reprise.console.browser.Tab;
import dev.reprise.console.tail.TailStatus;
import dev.reprise.runtime.http.Role;
import dev.reprise.schemas.decision.InstanceStatus;
import dev.reprise.schemas.id.InstanceId;
import dev.reprise.schemas.id.JobId;
import dev.reprise.schemas.id.PartitionKey;
import dev.reprise.schemas.topic.Topics;

/** What changes while somebody looks: as it happens, not at all, and in another language. */
@ExtendWith(Pages.Shared.class)
class LiveIT {

    private final Pages pages;

    LiveIT(Pages pages) {
        this.pages = pages;
    }

    @Test
    void shouldShowWhatChangesAsItHappens() {
        InstanceId instance = new InstanceId(new JobId("live", "job"), new PartitionKey("ds=2026-11-28"));
        pages.server().apply(Topics.INSTANCES, Samples.snapshot(instance, InstanceStatus.RUNNING, Samples.NOON));
        try (Tab tab = pages.signedIn(Role.VIEWER, "/instances/live/job/ds=2026-11-28")) {
            tab.untilText("Running").until("document.querySelector('.live.live')");

            pages.server().apply(Topics.INSTANCES, Samples.snapshot(instance, InstanceStatus.SUCCEEDED, Samples.NOON));

            tab.until("document.querySelector('.why-card').innerText.includes('Succeeded')");
        }
    }

    @Test
    void shouldLookStaleWhenItIs(@TempDir Path other) {
        ApiServer mortal = new ApiServer(other);
        Night.fill(mortal);
        try (Tab tab = pages.signedIn(mortal, Role.VIEWER, "/")) {
            tab.until("document.querySelector('.live.live')").untilText("things need you");

            mortal.close();

            tab.until("document.querySelector('.live.down')").untilText("things need you")
                    .picture(Pages.picture("stale"));
        }
    }

    @Test
    void shouldNotLookCalmWhileTheReadModelIsFilled(@TempDir Path other) {
        try (ApiServer filling = new ApiServer(other)) {
            filling.fallBehind(12_345);
            try (Tab tab = pages.signedIn(filling, Role.VIEWER, "/")) {
                tab.untilText("The read model is being filled: 12,345 records to go.")
                        .untilText("Whether something needs you is not known yet.").untilText("Not known yet.")
                        .picture(Pages.picture("filling"));
                assertThat(tab.text()).doesNotContain("Nothing needs you", "No job has reported", "No approval waits");
                Pages.assertAccessible(tab);
                tab.prefer("dark").picture(Pages.picture("filling-dark"));
                Pages.assertAccessible(tab);
                tab.click("nav a", "Approvals").untilText("Not known yet.").untilText("12,345 records to go");

                Night.fill(filling);
                filling.fallBehind(7);
                tab.untilText("7 records to go");
                filling.catchUp();

                tab.until("!document.querySelector('.filling')").untilText("churn_scores");
            }
        }
    }

    @Test
    void shouldSayThatTheReadModelStandsStill(@TempDir Path other) {
        try (ApiServer standing = new ApiServer(other);
                Tab tab = pages.signedIn(standing, Role.VIEWER, "/alerts")) {
            tab.untilText("No alert is open.");
            standing.become(new TailStatus(false, 3, List.of(), Optional.of("the disk is full")));
            tab.evaluate("localStorage.setItem('reprise.language', 'zh')");
            tab.open(standing.uri().resolve("/")).untilText("读模型已停住").untilText("是否有事需要你处理，尚不清楚。")
                    .picture(Pages.picture("stopped-zh"));
            tab.click(".filling a", "系统").until("location.pathname === '/system'");
        }
    }

    @Test
    void shouldSpeakChineseAndTellLocalTime() {
        try (Tab tab = pages.signedIn(Role.VIEWER, "/")) {
            tab.evaluate("localStorage.setItem('reprise.language', 'zh')");
            tab.open(pages.server().uri().resolve("/")).untilText("件事需要你处理").untilText("作业不是幂等的")
                    .picture(Pages.picture("overview-zh"));
            tab.evaluate("localStorage.removeItem('reprise.language')");
        }
    }
}
