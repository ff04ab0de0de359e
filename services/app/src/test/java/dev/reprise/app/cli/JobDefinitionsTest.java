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
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

import dev.reprise.schemas.job.JobDefinition;
import dev.reprise.schemas.job.Policy;
import dev.reprise.schemas.wire.WireCodec;

/** Definitions on their way from the file to the registry and back to the person who asks. */
class JobDefinitionsTest {
    private static final String PLAN = "{\"added\":[],\"changed\":[],\"unchanged\":2,\"removed\":[]}";

    private final StubServer server = new StubServer();

    @TempDir
    private Path directory;

    @AfterEach
    void stop() {
        server.close();
    }

    @Test
    void shouldSendWhatAnalysisSaysAndWarnOfAContradiction() throws IOException {
        server.answer("PUT", "/api/v1/jobs", 200, PLAN);
        Files.createDirectories(directory.resolve("sql"));
        Files.writeString(directory.resolve("sql/append.sql"), "SELECT 1;\nINSERT INTO t SELECT id FROM s;\n");
        Files.writeString(directory.resolve("good.hql"),
                "INSERT OVERWRITE TABLE t PARTITION (dt='1') SELECT id FROM s;");
        Path document = Files.writeString(directory.resolve("jobs.yaml"), """
                namespaces: {etl: {policy: {idempotency: idempotent}}}
                jobs:
                - {job: etl/append, definition: sql/append.sql}
                - {namespace: etl, name: good/one, definition: {path: good.hql, dialect: hive}}
                - {job: etl/none}
                """);

        CommandRun run = run("jobs", "apply", document.toString());

        assertThat(run.code()).as(run.err()).isZero();
        assertThat(run.out()).contains("2 unchanged", "etl/append: NOT_IDEMPOTENT (after a failure ",
                "etl/good%2Fone: IDEMPOTENT");
        assertThat(run.err()).contains("etl/append is declared idempotent, but its definition is not: sql/append.sql:2"
                + " RR101").hasLineCount(1);
        StubServer.Received sent = server.received().getFirst();
        assertThat(sent.header("Content-Type")).contains("application/vnd.reprise.registry+json");
        JsonNode body = new JsonMapper().readTree(sent.body());
        assertThat(body.path("document").asString("")).isEqualTo(Files.readString(document));
        JsonNode finding = body.path("analyses").path("etl/append").path("findings").get(0);
        assertThat(finding.path("place").asString("")).isEqualTo("sql/append.sql:2");
        assertThat(finding.path("excerpt").asString("")).isEqualTo("INSERT INTO t SELECT id FROM s;");
        assertThat(body.path("analyses").path("etl/good%2Fone").path("verdict").asString("")).isEqualTo("IDEMPOTENT");
    }

    @Test
    void shouldNameTheJobWhoseDefinitionCannotBeRead() throws IOException {
        Path document = Files.writeString(directory.resolve("jobs.yaml"),
                "jobs: [{job: etl/a, definition: absent.sql}]");
        Path dialect = Files.writeString(directory.resolve("dialect.yaml"),
                "jobs: [{job: etl/a, definition: {path: dialect.yaml, dialect: klingon}}]");

        assertThat(run("jobs", "apply", document.toString()).err())
                .contains("etl/a: definition: absent.sql cannot be read below " + directory).hasLineCount(1);
        assertThat(run("jobs", "apply", dialect.toString()).err()).contains("expected auto or one of").hasLineCount(1);
        assertThat(server.received()).isEmpty();
    }

    @Test
    void shouldLeaveABrokenDocumentToTheServer() {
        server.answer("PUT", "/api/v1/jobs", 400, "{\"detail\":\"the document has 1 problem\"}");

        CommandRun run = CommandRun.of(environment(), "jobs: [{job: ", new String[]{"jobs", "apply", "-"});

        assertThat(run.err()).isEqualTo("reprise: the document has 1 problem\n");
    }

    @Test
    void shouldExplainAJob() {
        JsonMapper mapper = new WireCodec().mapper();
        String analysis = """
                {"verdict": "NOT_IDEMPOTENT", "afterFailure": "CONDITIONAL", "afterSuccess": "NOT_IDEMPOTENT",
                 "conditions": ["C-ATOMIC: a failed statement leaves nothing behind"],
                 "findings": [{"rule": "RR101", "place": "load.sql:2", "excerpt": "INSERT INTO t SELECT id FROM s;",
                   "message": "rows are appended to t", "fix": "INSERT OVERWRITE the partition"}],
                 "definition": "load.sql", "hash": "%s", "analysedAt": "2026-11-29T12:00:00Z"}
                """.formatted("0".repeat(64));
        server.answer("GET", "/api/v1/jobs/etl/append", 200, """
                {"job": "etl/append", "owner": {"name": "sales", "emails": []}, "labels": {}, "policy": %s,
                 "updatedAt": "2026-11-29T12:00:00Z", "updatedBy": "ann", "analysis": %s,
                 "lineage": {"job": "etl/append", "inputs": ["hive/s"], "outputs": ["hive/t"], "source": "spark",
                   "seenAt": "2026-11-29T12:00:00Z"}}
                """.formatted(mapper.writeValueAsString(Policy.DEFAULTS), analysis));

        CommandRun run = run("jobs", "explain", "etl/append");

        assertThat(run.code()).as(run.err()).isZero();
        assertThat(run.out()).contains("etl/append\nowner: sales\n", "Declared: nothing.",
                "Analysed: not idempotent. After a failure conditional, after a success not idempotent.",
                "from load.sql, SHA-256 000000000000...", "if C-ATOMIC", "load.sql:2  RR101  rows are appended to t",
                "    INSERT INTO t SELECT id FROM s;", "fix: INSERT OVERWRITE the partition", "reads hive/s",
                "writes hive/t", "it never started: it may be rerun.", "it failed: it is not rerun. NON_IDEMPOTENT: ");
    }

    @Test
    void shouldReadBackWhatTheServerKeeps() {
        // The two programs share the records, and may be of different versions: what is not known is passed over.
        JobDefinition job = new WireCodec().mapper().readValue("""
                {"job": "a/b", "labels": {}, "policy": %s, "updatedAt": "2026-11-29T12:00:00Z", "updatedBy": "ann",
                 "somethingNew": 1}
                """.formatted(new WireCodec().mapper().writeValueAsString(Policy.DEFAULTS)), JobDefinition.class);

        assertThat(job.analysis()).isEmpty();
    }

    private Map<String, String> environment() {
        return Map.of("REPRISE_SERVER", server.uri());
    }

    private CommandRun run(String... words) {
        return CommandRun.of(environment(), words);
    }
}
