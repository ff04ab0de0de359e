// SPDX-License-Identifier: Apache-2.0
package dev.reprise.app.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Map;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

class ClassifyCommandTest {

    private final StubServer server = new StubServer();

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
    void shouldListWhatNoRuleKnows() {
        server.answer("GET", "/api/v1/failures/unclassified", 200, "{\"items\":[{\"signature\":\"it broke at <n>\","
                + "\"failures\":12,\"jobs\":3,\"lastAt\":\"2026-11-29T10:00:00Z\"}]}");

        CommandRun run = run("classify", "--unclassified", "--limit", "5");

        assertThat(run.out()).isEqualTo("""
                FAILURES  JOBS  LAST                  SIGNATURE
                12        3     2026-11-29T10:00:00Z  it broke at <n>
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
