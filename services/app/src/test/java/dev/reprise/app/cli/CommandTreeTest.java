// SPDX-License-Identifier: Apache-2.0
package dev.reprise.app.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import picocli.CommandLine;

import dev.reprise.app.cli.StubServer.Received;
import dev.reprise.runtime.lifecycle.ExitCode;

class CommandTreeTest {

    private static final String EMPTY_PAGE = "{\"items\":[]}";

    private final StubServer server = new StubServer();

    @TempDir
    private Path directory;

    @AfterEach
    void stop() {
        server.close();
    }

    @Test
    void shouldExplainAMistypedCommandInOneLine() {
        CommandRun run = run("instaces");
        assertThat(run.code()).isEqualTo(2);
        assertThat(run.out()).isEmpty();
        assertThat(run.err().lines()).singleElement().asString().contains("'instaces'")
                .contains("did you mean instances");
    }

    @Test
    void shouldAskForACommandWhereThereIsNone() {
        assertThat(run().code()).isEqualTo(2);
        assertThat(run("jobs").err()).contains("a command is missing").contains("reprise jobs --help");
    }

    @Test
    void shouldShowHelpOfEveryCommandWithTheExitCodes() {
        for (List<String> command : commands(CommandTree.of(surroundings()), List.of())) {
            List<String> words = new ArrayList<>(command);
            words.add("--help");
            CommandRun run = run(words.toArray(String[]::new));
            assertThat(run.code()).as(String.join(" ", words)).isZero();
            assertThat(run.out()).as(String.join(" ", words)).contains("Usage: reprise " + String.join(" ", command));
        }
        assertThat(run("--help").out()).contains("Exit codes:").contains("78");
    }

    @Test
    void shouldDocumentEveryCommandOptionAndExitCode() throws IOException {
        String guide = Files.readString(Path.of("../../docs/cli.md"));
        for (List<String> command : commands(CommandTree.of(surroundings()), List.of())) {
            assertThat(guide).contains("`reprise " + String.join(" ", command));
            CommandLine line = CommandTree.of(surroundings());
            for (String word : command) {
                line = line.getSubcommands().get(word);
            }
            line.getCommandSpec().options().stream().filter(option -> !option.hidden())
                    .forEach(option -> assertThat(guide).contains("`" + option.longestName()));
        }
        Matcher rows = Pattern.compile("(?m)^\\| (\\d+) \\| (.+?) \\|$").matcher(guide);
        List<String> codes = new ArrayList<>();
        while (rows.find()) {
            codes.add(rows.group(1));
            assertThat(CommandTree.EXIT_CODES).containsEntry(rows.group(1), rows.group(2));
        }
        assertThat(codes).hasSameElementsAs(CommandTree.EXIT_CODES.keySet());
    }

    @ParameterizedTest
    @CsvSource({"400, 2", "401, 5", "403, 5", "404, 3", "409, 4", "412, 8", "413, 2", "422, 2", "429, 7", "500, 1",
        "503, 7"})
    void shouldMapEachAnswerToItsExitCode(int status, int code) {
        server.answer("GET", "/api/v1/jobs", status, "{\"detail\":\"because\",\"field\":\"x\",\"fix\":\"mend it\"}");
        CommandRun run = run("jobs", "list");
        assertThat(run.code()).isEqualTo(code);
        assertThat(run.out()).isEmpty();
        assertThat(run.err()).isEqualTo("reprise: x: because; mend it\n");
    }

    @Test
    void shouldWarnThatAListMayNotBeWhole() {
        server.answer("GET", "/api/v1/alerts", 200, EMPTY_PAGE, Map.of("Reprise-Read-Model", "filling; lag=12"));
        assertThat(run("alerts", "list").err()).isEqualTo("reprise: the server has not read everything yet, 12 records"
                + " to go: what is not shown may be there\n");
        server.answer("GET", "/api/v1/alerts", 200, EMPTY_PAGE, Map.of("Reprise-Read-Model", "stopped"));
        assertThat(run("alerts", "list").err()).contains("stands still");
        server.answer("GET", "/api/v1/alerts", 200, EMPTY_PAGE);
        assertThat(run("alerts", "list").err()).isEmpty();
    }

    @Test
    void shouldApplyARegistryDocumentOnlyAsItWasSeen() throws IOException {
        Path document = Files.writeString(directory.resolve("jobs.yaml"), "jobs: [{job: a/b}]");
        server.answer("PUT", "/api/v1/jobs", 200,
                "{\"added\":[],\"changed\":[],\"unchanged\":1,\"removed\":[],\"revision\":\"ab12@2026-11-30T03:12:00Z\"}");
        assertThat(run("jobs", "apply", document.toString(), "--dry-run").out())
                .endsWith("nothing was written\nrevision ab12@2026-11-30T03:12:00Z\n");
        server.answer("PUT", "/api/v1/jobs", 412,
                "{\"detail\":\"a/b was changed by li.na\",\"field\":\"If-Match\",\"fix\":\"look again\"}");

        CommandRun run = run("jobs", "apply", document.toString(), "--if-revision", "ab12@2026-11-30T03:12:00Z");

        assertThat(run.code()).isEqualTo(ExitCode.CONFLICT.value());
        assertThat(run.err()).isEqualTo("reprise: If-Match: a/b was changed by li.na; look again\n");
        assertThat(server.received().getFirst().header("If-Match")).isEmpty();
        assertThat(server.received().getLast().header("If-Match")).contains("\"ab12@2026-11-30T03:12:00Z\"");
    }

    @Test
    void shouldSayWhenTheServerIsAway() {
        CommandRun run = CommandRun.of(Map.of(), "jobs", "list", "--server", "http://127.0.0.1:1");
        assertThat(run.code()).isEqualTo(ExitCode.UNREACHABLE.value());
        assertThat(run.err()).isEqualTo("reprise: cannot reach http://127.0.0.1:1: connection refused\n");
    }

    @ParameterizedTest
    @CsvSource({"ftp://x", "localhost:8080", "http:///"})
    void shouldRefuseAnAddressThatIsNone(String address) {
        CommandRun run = run("jobs", "list", "--server", address);
        assertThat(run.code()).isEqualTo(2);
        assertThat(run.err()).contains("--server: expected an address such as http://127.0.0.1:8080");
    }

    @Test
    void shouldShowWhereAFailureCameFromOnRequestOnly() {
        server.answer("GET", "/api/v1/jobs", 500, "{}");
        assertThat(run("jobs", "list").err()).doesNotContain("\tat ");
        assertThat(run("jobs", "list", "--debug").err()).contains("\tat ");
        assertThat(run("--debug", "jobs", "list").err()).contains("\tat ");
    }

    @Test
    void shouldSendTheTokenOfAFileBeforeThatOfTheEnvironment() throws IOException {
        Path file = Files.writeString(directory.resolve("token"), "from-file\n");
        server.answer("GET", "/api/v1/jobs", 200, EMPTY_PAGE);
        CommandRun.of(Map.of("REPRISE_SERVER", server.uri(), "REPRISE_TOKEN", "from-env"), "jobs", "list");
        CommandRun.of(Map.of("REPRISE_SERVER", server.uri(), "REPRISE_TOKEN", "from-env"), "jobs", "list",
                "--token-file", file.toString());
        assertThat(server.received()).extracting(received -> received.header("Authorization").orElse(""))
                .containsExactly("Bearer from-env", "Bearer from-file");
    }

    @Test
    void shouldPassListsOnUnchangedAsJson() {
        server.answer("GET", "/api/v1/instances", 200,
                "{\"items\":[{\"job\":\"a/b\",\"partition\":\"*\",\"status\":\"RUNNING\",\"new\":{\"x\":1}}]}");
        assertThat(run("instances", "list", "-o", "json").out().replaceAll("\\s", "")).isEqualTo(
                "[{\"job\":\"a/b\",\"partition\":\"*\",\"status\":\"RUNNING\",\"new\":{\"x\":1}}]");
        assertThat(run("instances", "list").out()).startsWith("JOB  PARTITION").contains("a/b  *          RUNNING");
    }

    @Test
    void shouldFollowPagesUpToTheLimitAndSaySo() {
        server.answer("GET", "/api/v1/jobs", 200, "{\"items\":[{\"job\":\"a/b\"}],\"next\":\"c\"}");
        CommandRun run = run("jobs", "list", "--limit", "2");
        assertThat(run.out().lines()).hasSize(3);
        assertThat(run.err()).contains("only the first 2 are shown");
        assertThat(server.received()).extracting(Received::target).containsExactly("/api/v1/jobs?limit=2",
                "/api/v1/jobs?limit=1&cursor=c");
    }

    @Test
    void shouldSendFiltersEncoded() {
        server.answer("GET", "/api/v1/instances", 200, EMPTY_PAGE);
        run("instances", "list", "--job", "a/b", "--status", "gave_up,running", "--label", "tier=1 & 2");
        assertThat(server.received().getFirst().target()).isEqualTo(
                "/api/v1/instances?job=a%2Fb&status=GAVE_UP&status=RUNNING&label=tier%3D1%20%26%202&limit=200");
    }

    @Test
    void shouldApplyADocumentFromStandardInput() {
        server.answer("PUT", "/api/v1/jobs", 200,
                "{\"added\":[\"a/b\"],\"changed\":[],\"removed\":[\"a/c\"],\"unchanged\":4}");
        CommandRun run = CommandRun.of(environment(), "jobs: []", new String[]{
            "jobs", "apply", "-", "--dry-run", "--prune", "a", "--reason", "tidy up"});
        assertThat(run.code()).isZero();
        assertThat(run.out()).isEqualTo("added    a/b\nremoved  a/c\n4 unchanged; nothing was written\n");
        assertThat(server.received().getFirst().target())
                .isEqualTo("/api/v1/jobs?dryRun=true&prune=a&reason=tidy%20up");
        assertThat(server.received().getFirst().body()).isEqualTo("jobs: []");
    }

    @Test
    void shouldShowEveryProblemOfADocument() {
        server.answer("PUT", "/api/v1/jobs", 400, "{\"detail\":\"2 problems\",\"problems\":["
                + "{\"line\":3,\"path\":\"jobs[0].policy.settle\",\"found\":\"expected 0s to 1h\",\"fix\":\"choose less\"},"
                + "{\"line\":9,\"path\":\"\",\"found\":\"is odd\",\"fix\":\"remove it\"}]}");
        CommandRun run = CommandRun.of(environment(), "x", new String[]{"jobs", "apply", "-"});
        assertThat(run.code()).isEqualTo(2);
        assertThat(run.err().lines()).containsExactly("reprise: 2 problems",
                "reprise:   line 3: jobs[0].policy.settle: expected 0s to 1h; choose less",
                "reprise:   line 9: is odd; remove it");
    }

    @Test
    void shouldNameAFileThatCannotBeRead() {
        CommandRun run = run("jobs", "apply", directory.resolve("absent.yaml").toString());
        assertThat(run.code()).isEqualTo(2);
        assertThat(run.err()).contains("absent.yaml cannot be read");
    }

    @Test
    void shouldAskForARerunUnderARequestId() {
        server.answer("POST", "/api/v1/instances/a%252Fx/b/ds=2026-11-29/region=eu/rerun".replace("=", "%3D"), 202,
                "{\"requestId\":\"r1\"}");
        CommandRun run = run("rerun", "a%2Fx/b", "ds=2026-11-29/region=eu", "--reason", "bad input", "--force",
                "--request-id", "r1");
        assertThat(run.code()).isZero();
        assertThat(run.out()).startsWith("Accepted as request r1");
        Received request = server.received().getFirst();
        assertThat(request.header("Idempotency-Key")).contains("r1");
        assertThat(request.body()).isEqualTo("{\"reason\":\"bad input\",\"force\":true,\"acceptNotIdempotent\":false,"
                + "\"withDownstream\":false}");
    }

    @Test
    void shouldEndAWaitWithoutADecisionWithItsOwnCode() {
        server.answer("POST", "/api/v1/instances/a/b/*/rerun", 202, "{\"requestId\":\"r1\"}");
        CommandRun run = run("rerun", "a/b", "*", "--reason", "x", "--wait=1s");
        assertThat(run.code()).isEqualTo(ExitCode.WAIT_TIMED_OUT.value());
        assertThat(server.received().getFirst().target()).endsWith("/rerun?wait=1s");
    }

    @Test
    void shouldApproveTheProposalThatIsOpen() {
        server.answer("GET", "/api/v1/instances/a/b/*", 200, "{\"status\":\"AWAITING_APPROVAL\",\"rerunId\":\"rr-1\"}");
        server.answer("POST", "/api/v1/instances/a/b/*/approve", 200,
                "{\"reason\":\"APPROVED\",\"meaning\":\"A person approved the rerun.\",\"detail\":\"by ops\"}");
        CommandRun run = run("approve", "a/b", "*", "--reason", "looked at it", "--wait");
        assertThat(run.code()).isZero();
        assertThat(run.out()).isEqualTo("APPROVED: A person approved the rerun. by ops\n");
        assertThat(server.received().get(1).body()).isEqualTo("{\"rerunId\":\"rr-1\",\"reason\":\"looked at it\"}");
    }

    @Test
    void shouldNotApproveWhatNobodyProposes() {
        server.answer("GET", "/api/v1/instances/a/b/*", 200, "{\"status\":\"SUCCEEDED\"}");
        CommandRun run = run("reject", "a/b", "*", "--reason", "x");
        assertThat(run.code()).isEqualTo(ExitCode.CONFLICT.value());
        assertThat(run.err()).contains("the instance is SUCCEEDED");
    }

    @ParameterizedTest
    @CsvSource({"serve --roles=cook, --roles: expected all", "rerun a b --reason x, is not NAMESPACE/NAME",
        "rerun a/b *, '--reason=TEXT'", "reject a/b * --rerun-id x, '--reason=TEXT'", "exec -- true, --job is required",
        "exec --job a/b, COMMAND",
        "exec --job a/b --heartbeat 1ms -- true, --heartbeat: expected 1s to 1h",
        "exec --job a/b --will-retry --final -- true, mutually exclusive",
        "jobs list --limit 0, --limit: expected 1 or more",
        "rerun a/b * --reason x --wait=2h, --wait: expected 0s to 60s"})
    void shouldRefuseAWrongCommandLine(String words, String message) {
        CommandRun run = run(words.split(" "));
        assertThat(run.code()).isEqualTo(2);
        assertThat(run.err()).startsWith("reprise: ").contains(message);
        assertThat(run.err().lines()).hasSize(1);
    }

    @Test
    void shouldShowItsVersionAndACompletionScript() {
        assertThat(run("version").out()).matches("reprise \\S+ \\(revision \\S+, java \\d+\\)\n");
        assertThat(run("completion", "bash").out()).contains("complete -F").contains("instances");
    }

    private CommandRun run(String... words) {
        return CommandRun.of(environment(), words);
    }

    private Map<String, String> environment() {
        return Map.of("REPRISE_SERVER", server.uri(), "REPRISE_DATA", directory.toString());
    }

    private static Surroundings surroundings() {
        return new Surroundings(Map.of(), InputStream.nullInputStream(),
                new PrintStream(OutputStream.nullOutputStream(), true, StandardCharsets.UTF_8),
                new PrintStream(OutputStream.nullOutputStream(), true, StandardCharsets.UTF_8));
    }

    private static List<List<String>> commands(CommandLine line, List<String> above) {
        List<List<String>> result = new ArrayList<>();
        line.getSubcommands().forEach((name, child) -> {
            List<String> path = new ArrayList<>(above);
            path.add(name);
            if (child.getSubcommands().isEmpty()) {
                result.add(path);
            } else {
                result.addAll(commands(child, path));
            }
        });
        return result;
    }
}
