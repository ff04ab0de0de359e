// SPDX-License-Identifier: Apache-2.0
package dev.reprise.app.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class ClassifyCommandTest {

    private final StubServer server = new StubServer();

    @TempDir
    private Path directory;

    @AfterEach
    void stop() {
        server.close();
    }

    @Test
    void shouldClassifyAMessageWithoutAServer() {
        CommandRun run = run("classify", "429 Too Many Requests at 10.0.0.7");

        assertThat(run.code()).isZero();
        assertThat(run.out()).isEqualTo("""
                CLASS     RULE                    RERUN     WAIT  SIGNATURE
                PLATFORM  http.too-many-requests  may help  2m    429 Too Many Requests at <host>
                """);
        assertThat(server.received()).isEmpty();
    }

    @Test
    void shouldReadStandardInput() {
        CommandRun run = CommandRun.of(environment(),
                "Traceback (most recent call last):\n  File \"x.py\"\nMemoryError\n",
                new String[]{"classify", "-", "-o", "json"});

        assertThat(run.out().replaceAll("\\s", "")).isEqualTo("{\"failureClass\":\"RESOURCE\",\"rule\":"
                + "\"python.out-of-memory\",\"rerun\":true,\"signature\":\"MemoryError\"}");
    }

    @Test
    void shouldTakeWhatElseIsKnown() {
        assertThat(run("classify", "--code", "42P01").out()).contains("sql.table-not-found", "does not help");
        assertThat(run("classify", "--exit-code", "143").out()).contains("KILLED", "exit.terminated",
                "exit status 143");
        assertThat(run("classify", "--type", "java.lang.OutOfMemoryError", "no").out()).contains("jvm.out-of-memory");
        assertThat(run("classify", "--timed-out").out()).contains("TIMEOUT  -", "timed out");
        assertThat(run("classify", "-o", "json", "it went wrong").out()).contains("\"UNKNOWN\"").doesNotContain("rule");
    }

    @Test
    void shouldPutTheRulesOfAJobFirst() throws IOException {
        Path document = Files.writeString(directory.resolve("jobs.yaml"), """
                namespaces:
                  shop:
                    policy:
                      failure-rules: [{id: shop.limit, message: "429 Too Many", class: upstream, wait-at-least: 15m}]
                jobs: [{job: shop/orders}, {job: other/job}]
                """);

        assertThat(
                run("classify", "--rules", document.toString(), "--job", "shop/orders", "429 Too Many Requests").out())
                .contains("UPSTREAM  shop.limit  may help  15m");
        assertThat(run("classify", "--rules", document.toString(), "--job", "other/job", "429 Too Many Requests").out())
                .contains("http.too-many-requests");
        assertThat(run("classify", "--rules", document.toString(), "x").err()).contains("has 2 jobs; name the one");
        assertThat(run("classify", "--rules", document.toString(), "--job", "a/b", "x").code()).isEqualTo(3);
        assertThat(run("classify", "--job", "a/b", "x").err()).contains("give --rules FILE");
    }

    @Test
    void shouldSayWhichLineOfTheRulesIsWrong() throws IOException {
        Path document = Files.writeString(directory.resolve("jobs.yaml"), """
                jobs:
                  - job: shop/orders
                    policy:
                      failure-rules:
                        - {id: bad, class: data, message: "(?!x)y"}
                """);

        CommandRun run = run("classify", "--rules", document.toString(), "x");

        assertThat(run.code()).isEqualTo(2);
        assertThat(run.err()).contains("jobs.yaml: line 5: ").contains("no lookahead").hasLineCount(1);
    }

    @Test
    void shouldListWhatNoRuleKnows() {
        server.answer("GET", "/api/v1/failures/unclassified", 200, "{\"items\":[{\"signature\":\"it broke at <n>\","
                + "\"episodes\":12,\"jobs\":3,\"lastAt\":\"2026-11-29T10:00:00Z\",\"example\":\"a/b/*\"}]}");

        CommandRun run = run("classify", "--unclassified", "--limit", "5");

        assertThat(run.out()).isEqualTo("""
                EPISODES  JOBS  LAST                  EXAMPLE  SIGNATURE
                12        3     2026-11-29T10:00:00Z  a/b/*    it broke at <n>
                """);
        assertThat(server.received().getFirst().target()).isEqualTo("/api/v1/failures/unclassified?limit=5");
    }

    @Test
    void shouldRefuseNothingAndBoth() {
        assertThat(run("classify").code()).isEqualTo(2);
        assertThat(run("classify").err()).contains("there is nothing to classify").hasLineCount(1);
        assertThat(run("classify", "x", "--unclassified").err()).contains("--unclassified: is a question of its own");
    }

    private CommandRun run(String... words) {
        return CommandRun.of(environment(), words);
    }

    private Map<String, String> environment() {
        return Map.of("REPRISE_SERVER", server.uri());
    }
}
