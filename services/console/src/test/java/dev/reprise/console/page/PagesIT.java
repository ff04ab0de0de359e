// SPDX-License-Identifier: Apache-2.0
package dev.reprise.console.page;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import java.util.stream.StreamSupport;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestFactory;
import org.junit.jupiter.api.io.TempDir;
import tools.jackson.databind.JsonNode;

import dev.reprise.console.ApiServer;
import dev.reprise.console.Samples;
import dev.reprise.console.browser.Chromium;
import dev.reprise.console.browser.Chromiums;
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

/** The pages in a real browser, over a read model that is filled by hand; pictures of them are kept under target/. */
class PagesIT {

    private static final Path PICTURES = Path.of("target", "screenshots");
    private static final String LEDGER = "/instances/finance/ledger_append/ds=2026-11-28";
    private static final List<String> PAGES = List.of("/", "/grid", "/instances", LEDGER, "/approvals", "/alerts",
            "/deliveries", "/silences", "/subscriptions", "/storms", "/jobs", "/jobs/finance/ledger_append",
            "/controls", "/audit", "/dead-letters", "/system");

    @TempDir
    static Path directory;
    private static ApiServer server;
    private static Chromium chromium;

    @BeforeAll
    static void start() {
        chromium = Chromiums.require(directory);
        server = new ApiServer(directory.resolve("read-model"));
        Night.fill(server);
    }

    @AfterAll
    static void stop() {
        if (server != null) {
            chromium.close();
            server.close();
        }
    }

    @TestFactory
    Stream<DynamicTest> shouldShowEachPageWithoutComplaintAndForEveryone() {
        Tab tab = signedIn(Role.APPROVER, "/");
        return PAGES.stream().map(page -> DynamicTest.dynamicTest(page, () -> {
            tab.size(1280, 800).prefer("light").open(URI.create(server.uri() + page))
                    .until("!document.body.innerText.includes('Loading')");
            String name = page.equals("/") ? "overview" : page.substring(1).replace('/', '-');
            tab.picture(PICTURES.resolve(name + ".png"));
            assertAccessible(tab);
            tab.prefer("dark").picture(PICTURES.resolve(name + "-dark.png"));
            assertAccessible(tab);
            tab.size(390, 844).picture(PICTURES.resolve(name + "-phone.png"));
            assertThat(tab.evaluate("document.documentElement.scrollWidth").intValue()).as("width on a phone")
                    .isLessThanOrEqualTo(390);
            assertThat(tab.complaints()).isEmpty();
        })).onClose(tab::close);
    }

    @Test
    void shouldTellTheStoryOfTheNightOnTheFirstPage() {
        try (Tab tab = signedIn(Role.VIEWER, "/")) {
            tab.untilText("things need you").untilText("Storm in warehouse").untilText("3 reruns are held")
                    .untilText("disk quota exceeded").untilText("Lately decided");
            assertThat(tab.evaluate("document.querySelector('.feed').innerText").asString())
                    .as("what was told twice is no part of the story").doesNotContain("reported before")
                    .contains("repeating it may corrupt data");
        }
    }

    @Test
    void shouldTellInTwoClicksWhyAJobWasNotRerun() {
        try (Tab tab = signedIn(Role.VIEWER, "/")) {
            tab.untilText("things need you").untilText("repeating it may corrupt data");

            tab.click("a.name", "ledger_append");

            tab.untilText("The job is not idempotent").untilText("disk quota exceeded")
                    .until("document.querySelector('pre.line mark').textContent.startsWith('INSERT INTO ledger')")
                    .untilText("sql/ledger_append.sql:12").untilText("INSERT OVERWRITE the partition");
            assertThat(tab.address()).isEqualTo(LEDGER);
            assertThat(tab.evaluate("document.querySelector('.why-card h2').innerText").asString())
                    .isEqualTo("The job is not idempotent: repeating it may corrupt data.");
            assertThat(tab.clicks()).isLessThanOrEqualTo(2);
        }
    }

    @Test
    void shouldTellWhyInTwoClicksFromTheGrid() {
        try (Tab tab = signedIn(Role.VIEWER, "/")) {
            tab.click("nav a", "Grid").until("document.querySelector('.cell.bad')");
            tab.click(".row:has(.jobname[title$=ledger_append]) .cell.bad", "✕").untilText("The job is not idempotent");
            assertThat(tab.clicks()).isEqualTo(2);
        }
    }

    @Test
    void shouldOpenTheRuleTraceOfADecision() {
        try (Tab tab = signedIn(Role.VIEWER, LEDGER)) {
            tab.click(".timeline summary", "not idempotent").until("document.querySelector('details[open] .trace')")
                    .untilText("dev.reprise.run.failed.v1").untilText("reprise.events 3/8812").untilText("disk-quota")
                    .picture(PICTURES.resolve("rule-trace.png"));
        }
    }

    @Test
    void shouldOfferOnlyWhatTheCallerMayDo() {
        try (Tab viewer = signedIn(Role.VIEWER, "/approvals"); Tab approver = signedIn(Role.APPROVER, "/approvals")) {
            viewer.untilText("The role approver is needed");
            approver.until("document.querySelectorAll('.card button').length === 2");
        }
    }

    @Test
    void shouldForetellBeforeItAsksForARerun() {
        try (Tab tab = signedIn(Role.OPERATOR, LEDGER)) {
            tab.click("button", "Rerun").untilText("It would wait for approval")
                    .until("document.querySelector('dialog button[type=submit]').disabled")
                    .type("dialog textarea", "the quota is raised")
                    .until("!document.querySelector('dialog button[type=submit]').disabled")
                    .picture(PICTURES.resolve("rerun.png"));
            assertAccessible(tab);
        }
    }

    @Test
    void shouldKeepADialogOpenWhenKafkaDoesNotTakeTheAnswer() {
        try (Tab tab = signedIn(Role.APPROVER, "/approvals")) {
            tab.click("button", "Approve").untilText("You say that it may")
                    .type("dialog textarea", "it deletes its day before it writes")
                    .picture(PICTURES.resolve("approve.png")).click("dialog button", "Approve")
                    .untilText("Kafka did not take the request in time")
                    .picture(PICTURES.resolve("approve-failed.png"));
            assertThat(tab.evaluate("document.querySelector('dialog textarea').value").asString())
                    .isEqualTo("it deletes its day before it writes");
        }
    }

    @Test
    void shouldSayInOneTabWhatSomebodyDecidedInAnother() {
        InstanceId instance = new InstanceId(new JobId("two", "tabs"), new PartitionKey("ds=2026-11-28"));
        String page = "/instances/two/tabs/ds=2026-11-28";
        server.apply(Topics.INSTANCES, waiting(instance, InstanceStatus.AWAITING_APPROVAL, Reason.AWAITING_APPROVAL));
        try (Tab slow = signedIn(Role.APPROVER, page); Tab quick = signedIn(Role.APPROVER, page)) {
            quick.until("document.querySelector('.live.live')").untilText("Awaits approval");
            slow.click("button", "Approve").untilText("You say that it may")
                    .type("dialog textarea", "it deletes its day before it writes")
                    .until("!document.querySelector('dialog button[type=submit]').disabled");

            server.apply(Topics.INSTANCES, waiting(instance, InstanceStatus.GAVE_UP, Reason.REJECTED));

            quick.until("document.querySelector('.why-card').innerText.includes('A person rejected the rerun')");
            slow.click("dialog button", "Approve").untilText("Somebody else decided meanwhile")
                    .until("document.querySelector('dialog .standing').innerText.includes('A person rejected the rerun')")
                    .until("!document.querySelector('dialog button[type=submit]')")
                    .picture(PICTURES.resolve("decided-meanwhile.png"));
            assertAccessible(slow);
        }
    }

    @Test
    void shouldNotLiftAPauseThatSomebodyHasReplaced() {
        try (Tab tab = signedIn(Role.OPERATOR, "/controls")) {
            tab.click("tbody button", "Lift").untilText("goes on at once");
            String scope = tab.evaluate("document.querySelector('dialog p b').innerText").asString();
            server.apply(Topics.CONTROLS, new Control(scope, ControlKind.FREEZE, Samples.NOON.plusSeconds(60),
                    Optional.empty(), "li.na", "the disks are full"));
            tab.type("dialog textarea", "done").click("dialog button", "Lift")
                    .untilText("Somebody else decided meanwhile").untilText("the disks are full")
                    .picture(PICTURES.resolve("control-replaced.png"));
        }
    }

    private static InstanceSnapshot waiting(InstanceId instance, InstanceStatus status, Reason reason) {
        return new InstanceSnapshot(instance.job(), instance.partition(), status, Optional.of(reason), 1, 1, 0,
                Optional.of(Samples.FAILED), Optional.of(Samples.rerunOf(instance)), Optional.empty(), 0, Samples.NOON);
    }

    @Test
    void shouldSignInByNameAndPasswordAndOutAgain() {
        try (Tab tab = chromium.open()) {
            tab.open(server.uri().resolve("/jobs")).until("document.querySelector('form.password')");
            assertAccessible(tab);
            tab.picture(PICTURES.resolve("sign-in.png")).type("input[name=name]", "ann")
                    .type("input[name=password]", ApiServer.PASSWORD).click("form.password button", "Sign in")
                    .untilText("ledger_append");
            assertThat(tab.address()).isEqualTo("/jobs");
            tab.click("button", "Sign out").until("document.querySelector('form.password')");
        }
    }

    @Test
    void shouldFindWhoWasToldOfAnAlert() {
        try (Tab tab = signedIn(Role.VIEWER, "/alerts")) {
            tab.click("a", "Who was told?").until("location.pathname === '/deliveries'")
                    .until("location.search.startsWith('?alert=')");
            tab.open(URI.create(server.uri() + "/deliveries?instance=finance/ledger_append/ds=2026-11-28"))
                    .until("document.querySelectorAll('tbody tr').length === 2").untilText("HTTP 500")
                    .untilText("5 tries").click("button", "Failed")
                    .until("location.search.includes('outcome=FAILED')")
                    .until("document.querySelectorAll('tbody tr').length === 1");
        }
    }

    @Test
    void shouldShowWhatASilenceHidesBeforeItIsMade() {
        try (Tab tab = signedIn(Role.OPERATOR, "/alerts")) {
            tab.click("a.button", "Silence").until("document.querySelector('dialog[open]')")
                    .until("document.querySelector('[data-matchers]').value.startsWith('job=')")
                    .untilText("It fits one open alert.").picture(PICTURES.resolve("silence.png"));
            assertAccessible(tab);
            assertThat(tab.evaluate("document.querySelector('dialog button[type=submit]').disabled").asBoolean())
                    .isTrue();
        }
    }

    @Test
    void shouldTakeAnAlertOnlyWithAReason() {
        try (Tab tab = signedIn(Role.OPERATOR, "/alerts")) {
            tab.click("button", "Take …").untilText("Its end is told")
                    .until("document.querySelector('dialog button[type=submit]').disabled")
                    .type("dialog textarea", "raising the quota")
                    .until("!document.querySelector('dialog button[type=submit]').disabled")
                    .picture(PICTURES.resolve("take.png"));
            assertAccessible(tab);
        }
    }

    @Test
    void shouldForetellWhatASubscriptionWouldHaveSent() {
        try (Tab tab = signedIn(Role.OPERATOR, "/subscriptions")) {
            tab.click("button", "Change …").untilText("In the last 7 days it would have sent")
                    .until("!document.querySelector('dialog button[type=submit]').disabled")
                    .picture(PICTURES.resolve("subscription.png"));
            assertAccessible(tab);
        }
    }

    @Test
    void shouldRefuseAnUnknownTokenAndSayWhy() {
        try (Tab tab = chromium.open()) {
            tab.open(server.uri()).picture(PICTURES.resolve("sign-in.png"))
                    .type("input[type=password]", "no-such-token-0123456789").click("button", "Sign in")
                    .untilText("the token is not known");
        }
    }

    @Test
    void shouldLetInWhoGivesAToken() {
        try (Tab tab = chromium.open()) {
            tab.open(server.uri()).type("input[name=token]", ApiServer.token(Role.VIEWER))
                    .click("form.token button", "Sign in").untilText("viewer").untilText("things need you");
        }
    }

    @Test
    void shouldSearchByKeyboard() {
        try (Tab tab = signedIn(Role.VIEWER, "/")) {
            tab.press("g").press("i").until("location.pathname === '/instances'").press("/")
                    .until("document.activeElement.matches('[data-search]')").type("[data-search]", "FX_rates")
                    .until("location.search === '?q=FX_rates'")
                    .until("document.querySelectorAll('tbody tr').length === 45");
            tab.press("Escape").press("?").untilText("Next, previous problem")
                    .picture(PICTURES.resolve("keyboard.png"));
        }
    }

    @Test
    void shouldWalkTheGridByKeyboard() {
        try (Tab tab = signedIn(Role.VIEWER, "/grid")) {
            tab.until("document.querySelector('[role=grid]')")
                    .evaluate("document.querySelector('[role=grid]').focus()");
            tab.press("n").untilText("2026-11-28 — ").picture(PICTURES.resolve("grid-focus.png")).press("Enter")
                    .until("location.pathname.startsWith('/instances/')");
        }
    }

    @Test
    void shouldShowWhatChangesAsItHappens() {
        InstanceId instance = new InstanceId(new JobId("live", "job"), new PartitionKey("ds=2026-11-28"));
        server.apply(Topics.INSTANCES, Samples.snapshot(instance, InstanceStatus.RUNNING, Samples.NOON));
        try (Tab tab = signedIn(Role.VIEWER, "/instances/live/job/ds=2026-11-28")) {
            tab.untilText("Running").until("document.querySelector('.live.live')");

            server.apply(Topics.INSTANCES, Samples.snapshot(instance, InstanceStatus.SUCCEEDED, Samples.NOON));

            tab.until("document.querySelector('.why-card').innerText.includes('Succeeded')");
        }
    }

    @Test
    void shouldLookStaleWhenItIs(@TempDir Path other) {
        ApiServer mortal = new ApiServer(other);
        Night.fill(mortal);
        try (Tab tab = signedIn(mortal, Role.VIEWER, "/")) {
            tab.until("document.querySelector('.live.live')").untilText("things need you");

            mortal.close();

            tab.until("document.querySelector('.live.down')").untilText("things need you")
                    .picture(PICTURES.resolve("stale.png"));
        }
    }

    @Test
    void shouldSpeakChineseAndTellLocalTime() {
        try (Tab tab = signedIn(Role.VIEWER, "/")) {
            tab.evaluate("localStorage.setItem('reprise.language', 'zh')");
            tab.open(server.uri().resolve("/")).untilText("件事需要你处理").untilText("作业不是幂等的")
                    .picture(PICTURES.resolve("overview-zh.png"));
            tab.evaluate("localStorage.removeItem('reprise.language')");
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
        server.apply(Topics.INSTANCES, many.toArray(Record[]::new));
        try (Tab tab = signedIn(Role.VIEWER, "/grid?namespace=many&columns=90&prefix=hour")) {
            tab.untilText("2,000 jobs").until("document.querySelectorAll('.row').length > 10");
            tab.evaluate("window.long = []; new PerformanceObserver((list) => list.getEntries().forEach((each) =>"
                    + " window.long.push(each.duration))).observe({type: 'longtask'}); window.began = performance.now()");
            tab.evaluate("(async () => { const sheet = document.querySelector('.sheet'); for (let step = 0; step < 400"
                    + " && sheet.scrollTop < 1990 * 26; step += 1) { sheet.scrollTop += 1500;"
                    + " await new Promise((done) => setTimeout(done, 30)); } })()");
            tab.until("[...document.querySelectorAll('.row .jobname')].some((name) => name.textContent === 'job_999')");
            assertThat(tab.evaluate("document.querySelectorAll('.cell').length").intValue()).isLessThan(6000);
            // A figure, no condition: it is of the machine.
            Files.writeString(PICTURES.resolve("grid-many.txt"), tab.evaluate("`180,000 instances scrolled in"
                    + " ${Math.round((performance.now() - began) / 100) / 10} s: ${window.long.length} tasks over 50 ms, the"
                    + " longest ${Math.round(Math.max(0, ...window.long))} ms`").asString() + System.lineSeparator());
            tab.picture(PICTURES.resolve("grid-many.png"));
        } finally {
            server.remove(Topics.INSTANCES,
                    many.stream().map(each -> ((InstanceSnapshot) each).instance().key()).toList());
        }
    }

    /** A tab of a caller with one role. */
    private static Tab signedIn(Role role, String page) {
        return signedIn(server, role, page);
    }

    private static Tab signedIn(ApiServer server, Role role, String page) {
        // As the form keeps it; the form itself has tests of its own, and each load of a page costs seconds.
        return chromium.open().first("sessionStorage.setItem('reprise.token', '" + ApiServer.token(role) + "')")
                .open(URI.create(server.uri() + page));
    }

    /** The rules of WCAG 2 A and AA, by axe. */
    private static void assertAccessible(Tab tab) {
        if (!tab.evaluate("Boolean(window.axe)").asBoolean()) {
            tab.evaluate(axe());
        }
        JsonNode violations = tab.evaluate("axe.run(document, {runOnly: ['wcag2a', 'wcag2aa', 'wcag21aa']})"
                + ".then((result) => result.violations.map((each) => each.id + ': '"
                + " + each.nodes.slice(0, 3).map((node) => node.html.slice(0, 200) + ' ' + node.failureSummary).join(' | ')))");
        assertThat(StreamSupport.stream(violations.spliterator(), false).map(JsonNode::asString)).isEmpty();
    }

    private static String axe() {
        try (InputStream stream = Objects.requireNonNull(PagesIT.class.getResourceAsStream("/axe.min.js"))) {
            return new String(stream.readAllBytes(), StandardCharsets.UTF_8) + ";0";
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
