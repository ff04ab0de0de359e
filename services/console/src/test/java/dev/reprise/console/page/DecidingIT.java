// SPDX-License-Identifier: Apache-2.0
package dev.reprise.console.page;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;

import dev.reprise.console.Samples;
import dev.reprise.console.browser.Tab;
import dev.reprise.runtime.http.Role;
import dev.reprise.schemas.control.Control;
import dev.reprise.schemas.control.ControlKind;
import dev.reprise.schemas.decision.InstanceStatus;
import dev.reprise.schemas.decision.Reason;
import dev.reprise.schemas.id.InstanceId;
import dev.reprise.schemas.id.JobId;
import dev.reprise.schemas.id.PartitionKey;
import dev.reprise.schemas.instance.InstanceSnapshot;
import dev.reprise.schemas.topic.Topics;

/** A person who changes something: what is foretold, what is asked for, and what somebody else has decided. */
@ExtendWith(Pages.Shared.class)
class DecidingIT {

    private final Pages pages;

    DecidingIT(Pages pages) {
        this.pages = pages;
    }

    @Test
    void shouldOfferOnlyWhatTheCallerMayDo() {
        try (Tab viewer = pages.signedIn(Role.VIEWER, "/approvals");
                Tab approver = pages.signedIn(Role.APPROVER, "/approvals")) {
            viewer.untilText("The role approver is needed");
            approver.until("document.querySelectorAll('.card button').length === 2");
        }
    }

    @Test
    void shouldForetellBeforeItAsksForARerun() {
        try (Tab tab = pages.signedIn(Role.OPERATOR, Night.LEDGER_PAGE)) {
            tab.click("button", "Rerun").untilText("It would wait for approval")
                    .until("document.querySelector('dialog button[type=submit]').disabled")
                    .type("dialog textarea", "the quota is raised")
                    .until("!document.querySelector('dialog button[type=submit]').disabled")
                    .picture(Pages.picture("rerun"));
            Pages.assertAccessible(tab);
        }
    }

    @Test
    void shouldKeepADialogOpenWhenKafkaDoesNotTakeTheAnswer() {
        try (Tab tab = pages.signedIn(Role.APPROVER, "/approvals")) {
            tab.click("button", "Approve").untilText("You say that it may")
                    .type("dialog textarea", "it deletes its day before it writes")
                    .picture(Pages.picture("approve")).click("dialog button", "Approve")
                    .untilText("Kafka did not take the request in time")
                    .picture(Pages.picture("approve-failed"));
            assertThat(tab.evaluate("document.querySelector('dialog textarea').value").asString())
                    .isEqualTo("it deletes its day before it writes");
        }
    }

    @Test
    void shouldSayInOneTabWhatSomebodyDecidedInAnother() {
        InstanceId instance = new InstanceId(new JobId("two", "tabs"), new PartitionKey("ds=2026-11-28"));
        String page = "/instances/two/tabs/ds=2026-11-28";
        pages.server().apply(Topics.INSTANCES,
                waiting(instance, InstanceStatus.AWAITING_APPROVAL, Reason.AWAITING_APPROVAL));
        try (Tab slow = pages.signedIn(Role.APPROVER, page); Tab quick = pages.signedIn(Role.APPROVER, page)) {
            quick.until("document.querySelector('.live.live')").untilText("Awaits approval");
            slow.click("button", "Approve").untilText("You say that it may")
                    .type("dialog textarea", "it deletes its day before it writes")
                    .until("!document.querySelector('dialog button[type=submit]').disabled");

            pages.server().apply(Topics.INSTANCES, waiting(instance, InstanceStatus.GAVE_UP, Reason.REJECTED));

            quick.until("document.querySelector('.why-card').innerText.includes('A person rejected the rerun')");
            slow.click("dialog button", "Approve").untilText("Somebody else decided meanwhile")
                    .until("document.querySelector('dialog .standing').innerText.includes('A person rejected the rerun')")
                    .until("!document.querySelector('dialog button[type=submit]')")
                    .picture(Pages.picture("decided-meanwhile"));
            Pages.assertAccessible(slow);
        }
    }

    @Test
    void shouldNotLiftAPauseThatSomebodyHasReplaced() {
        try (Tab tab = pages.signedIn(Role.OPERATOR, "/controls")) {
            tab.click("tbody button", "Lift").untilText("goes on at once");
            String scope = tab.evaluate("document.querySelector('dialog p b').innerText").asString();
            pages.server().apply(Topics.CONTROLS, new Control(scope, ControlKind.FREEZE, Samples.NOON.plusSeconds(60),
                    Optional.empty(), "li.na", "the disks are full"));
            tab.type("dialog textarea", "done").click("dialog button", "Lift")
                    .untilText("Somebody else decided meanwhile").untilText("the disks are full")
                    .picture(Pages.picture("control-replaced"));
        }
    }

    private static InstanceSnapshot waiting(InstanceId instance, InstanceStatus status, Reason reason) {
        return new InstanceSnapshot(instance.job(), instance.partition(), status, Optional.of(reason), 1, 1, 0,
                Optional.of(Samples.FAILED), Optional.of(Samples.rerunOf(instance)), Optional.empty(), 0, Samples.NOON);
    }

    @Test
    void shouldShowWhatASilenceHidesBeforeItIsMade() {
        try (Tab tab = pages.signedIn(Role.OPERATOR, "/alerts")) {
            tab.click("a.button", "Silence").until("document.querySelector('dialog[open]')")
                    .until("document.querySelector('[data-matchers]').value.startsWith('job=')")
                    .untilText("It fits one open alert.").picture(Pages.picture("silence"));
            Pages.assertAccessible(tab);
            assertThat(tab.evaluate("document.querySelector('dialog button[type=submit]').disabled").asBoolean())
                    .isTrue();
        }
    }

    @Test
    void shouldTakeAnAlertOnlyWithAReason() {
        try (Tab tab = pages.signedIn(Role.OPERATOR, "/alerts")) {
            tab.click("button", "Take …").untilText("Its end is told")
                    .until("document.querySelector('dialog button[type=submit]').disabled")
                    .type("dialog textarea", "raising the quota")
                    .until("!document.querySelector('dialog button[type=submit]').disabled")
                    .picture(Pages.picture("take"));
            Pages.assertAccessible(tab);
        }
    }

    @Test
    void shouldForetellWhatASubscriptionWouldHaveSent() {
        try (Tab tab = pages.signedIn(Role.OPERATOR, "/subscriptions")) {
            tab.click("button", "Change …").untilText("In the last 7 days it would have sent")
                    .until("!document.querySelector('dialog button[type=submit]').disabled")
                    .picture(Pages.picture("subscription"));
            Pages.assertAccessible(tab);
        }
    }
}
