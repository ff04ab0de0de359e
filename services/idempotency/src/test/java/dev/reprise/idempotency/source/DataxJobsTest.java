// SPDX-License-Identifier: Apache-2.0
package dev.reprise.idempotency.source;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.InputStream;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

import dev.reprise.idempotency.rule.Analysis;
import dev.reprise.idempotency.rule.Rule;
import dev.reprise.schemas.job.Verdict;

/** Every writer of DataX in each of its modes, against the table of modes that was read from the writers' sources. */
class DataxJobsTest {
    private static final String JDBC = "\"column\":[\"id\",\"dt\",\"v\"],\"connection\":[{\"jdbcUrl\":\"x\",\"table\":[\"t\"]}]";
    private static final String READER = "{\"name\":\"mysqlreader\",\"parameter\":{\"column\":[\"id\",\"dt\",\"v\"],\"where\":\"dt = '${bizdate}'\","
            + "\"connection\":[{\"table\":[\"s\"]}]}}";

    /** One job: writer, its parameters, and what is expected of it. */
    record Case(String writer, String parameter, String verdict) {}

    static Stream<Case> cases() {
        Stream.Builder<Case> cases = Stream.builder();
        add(cases, "odpswriter", "I \"truncate\":true,\"table\":\"t\",\"partition\":\"dt=${bizdate}\"",
                "C \"truncate\":true,\"supportDynamicPartition\":true,\"table\":\"t\"",
                "N \"truncate\":false,\"table\":\"t\"", "U \"table\":\"t\"");
        for (String writer : List.of("mysqlwriter", "sybasewriter")) {
            add(cases, writer, "N " + JDBC, "N \"writeMode\":\"insert\"," + JDBC, "C \"writeMode\":\"replace\"," + JDBC,
                    "C \"writeMode\":\"update\"," + JDBC,
                    "I \"preSql\":[\"truncate table @table\"]," + JDBC,
                    "I \"preSql\":[\"delete from @table where dt='${bizdate}'\"]," + JDBC,
                    "N \"preSql\":[\"delete from @table where dt='${yesterday}'\"]," + JDBC,
                    "U \"writeMode\":\"dance\"," + JDBC);
        }
        add(cases, "adbmysqlwriter", "C " + JDBC, "N \"writeMode\":\"insert\"," + JDBC);
        add(cases, "drdswriter", "C " + JDBC, "C \"writeMode\":\"insert ignore\"," + JDBC);
        for (String writer : List.of("oraclewriter", "postgresqlwriter", "sqlserverwriter", "gaussdbwriter",
                "kingbaseeswriter", "rdbmswriter", "oscarwriter")) {
            add(cases, writer, "N " + JDBC, "I \"preSql\":[\"delete from t where dt='${bizdate}'\"]," + JDBC);
        }
        add(cases, "oraclewriter", "U \"writeMode\":\"replace\"," + JDBC);
        add(cases, "oceanbasev10writer", "C " + JDBC, "N \"obWriteMode\":\"insert\"," + JDBC);
        add(cases, "adbpgwriter", "N " + JDBC, "C \"ignoreInsert\":true," + JDBC);
        add(cases, "hologresjdbcwriter", "C " + JDBC, "C \"writeMode\":\"IGNORE\"," + JDBC);
        add(cases, "clickhousewriter", "N " + JDBC);
        add(cases, "databendwriter", "N " + JDBC, "I \"writeMode\":\"replace\",\"onConflictColumn\":[\"id\"]," + JDBC);
        for (String writer : List.of("doriswriter", "starrockswriter", "selectdbwriter")) {
            add(cases, writer, "C " + JDBC, "I \"preSql\":[\"truncate table t\"]," + JDBC);
        }
        add(cases, "adswriter", "I \"writeMode\":\"load\",\"overWrite\":true,\"table\":\"t\"",
                "N \"writeMode\":\"load\",\"overWrite\":false", "C \"writeMode\":\"insert\"");
        for (String writer : List.of("hdfswriter", "txtfilewriter", "ftpwriter", "osswriter")) {
            add(cases, writer, "I \"writeMode\":\"truncate\",\"path\":\"/a\",\"fileName\":\"b\"",
                    "N \"writeMode\":\"append\"", "N \"writeMode\":\"nonConflict\"", "U \"path\":\"/a\"");
        }
        add(cases, "mongodbwriter", "N \"collectionName\":\"c\"",
                "I \"writeMode\":{\"isReplace\":\"true\",\"replaceKey\":\"id\"}", "I \"preSql\":{\"type\":\"drop\"}");
        add(cases, "elasticsearchwriter", "N \"index\":\"i\",\"column\":[{\"name\":\"a\",\"type\":\"text\"}]",
                "I \"column\":[{\"name\":\"pk\",\"type\":\"id\"}]", "I \"cleanup\":true",
                "N \"actionType\":\"create\",\"column\":[{\"name\":\"pk\",\"type\":\"id\"}]");
        add(cases, "otswriter", "I \"writeMode\":\"PutRow\"");
        for (String writer : List.of("hbase094xwriter", "hbase11xwriter", "obhbasewriter")) {
            add(cases, writer, "C \"table\":\"t\"", "I \"versionColumn\":{\"index\":1}", "I \"truncate\":true");
        }
        for (String writer : List.of("hbase11xsqlwriter", "hbase20xsqlwriter", "cassandrawriter")) {
            add(cases, writer, "I \"table\":\"t\"");
        }
        add(cases, "kuduwriter", "I \"table\":\"t\"", "N \"writeMode\":\"insert\"", "I \"writeMode\":\"update\"",
                "I \"truncate\":true");
        add(cases, "ocswriter", "I \"writeMode\":\"set\"", "I \"writeMode\":\"add\"", "I \"writeMode\":\"replace\"",
                "N \"writeMode\":\"append\"", "N \"writeMode\":\"prepend\"");
        add(cases, "gdbwriter", "N \"labelType\":\"VERTEX\"", "I \"writeMode\":\"MERGE\"", "I \"writeMode\":\"SKIP\"");
        add(cases, "neo4jwriter", "N \"cypher\":\"unwind $batch as row create (p:Person {id: row.id})\"",
                "I \"cypher\":\"unwind $batch as row merge (p:Person {id: row.id}) set p.name = row.name\"",
                "U \"cypher\":\"unwind $batch as row call x(row)\"");
        add(cases, "milvuswriter", "I \"collection\":\"c\"", "N \"column\":[{\"name\":\"id\",\"autoId\":true}]",
                "N \"writeMode\":\"insert\"", "I \"schemaCreateMode\":\"recreate\"");
        add(cases, "tdenginewriter", "C \"table\":\"t\"");
        add(cases, "tsdbwriter", "C \"table\":\"t\"");
        add(cases, "datahubwriter", "N \"topic\":\"t\"");
        add(cases, "loghubwriter", "N \"project\":\"t\"");
        add(cases, "streamwriter", "I \"print\":true");
        add(cases, "someotherwriter", "U \"a\":1");
        return cases.build();
    }

    private static void add(Stream.Builder<Case> cases, String writer, String... modes) {
        Map<String, String> names = Map.of("I", "IDEMPOTENT", "C", "CONDITIONAL", "N", "NOT_IDEMPOTENT", "U",
                "UNKNOWN");
        for (String mode : modes) {
            cases.add(new Case(writer, mode.substring(2), Objects.requireNonNull(names.get(mode.substring(0, 1)))));
        }
    }

    @ParameterizedTest
    @MethodSource("cases")
    void shouldKnowWhatTheWriterDoes(Case test) {
        Analysis analysis = analysis(test);

        assertThat(analysis.verdict().name()).isEqualTo(test.verdict());
        if (analysis.verdict() == Verdict.NOT_IDEMPOTENT) {
            // Batches commit one by one: a failed job leaves part of the rows.
            assertThat(analysis.afterFailure().name()).isEqualTo("UNSAFE");
        }
    }

    @Test
    void shouldCoverEveryWriterAndOnlyVerdictsThatItsModesHave() {
        Map<String, Set<String>> table = new HashMap<>();
        InputStream stream = DataxJobsTest.class.getResourceAsStream("/labelled/writer-modes.json");
        for (JsonNode entry : JsonMapper.builder().build().readTree(Objects.requireNonNull(stream)).path("entries")) {
            if (entry.path("system").asString().equals("DataX")) {
                entry.path("modes")
                        .forEach(mode -> table
                                .computeIfAbsent(entry.path("component").asString(),
                                        name -> new HashSet<>(Set.of("UNKNOWN")))
                                .add(mode.path("verdict").asString()));
            }
        }
        // Sybase is documented like MySQL, but its table row only says that.
        table.getOrDefault("sybasewriter", Set.of()).addAll(table.getOrDefault("mysqlwriter", Set.of()));

        assertThat(cases().map(Case::writer).collect(Collectors.toSet())).containsAll(table.keySet());
        assertThat(cases().filter(test -> table.containsKey(test.writer())))
                .allSatisfy(test -> assertThat(table.get(test.writer())).as(test.writer()).contains(test.verdict()));
    }

    @Test
    void shouldCompareThePreSqlWithWhatTheReaderSends() {
        Analysis covered = analysis(
                new Case("postgresqlwriter", "\"preSql\":[\"delete from t where dt >= '${bizdate}'\"]," + JDBC, ""));
        Analysis unproven = analysis(new Case("postgresqlwriter",
                "\"preSql\":[\"delete from t where load_dt = '${bizdate}'\"]," + JDBC, ""));

        assertThat(covered.verdict()).isEqualTo(Verdict.IDEMPOTENT);
        assertThat(unproven.verdict()).isEqualTo(Verdict.UNKNOWN);
        assertThat(unproven.findings()).extracting(finding -> finding.rule()).contains(Rule.RESET_UNPROVEN);
    }

    @Test
    void shouldReadThePostSqlToo() {
        Analysis analysis = analysis(new Case("mysqlwriter",
                "\"preSql\":[\"truncate table t\"],\"postSql\":[\"insert into log values (1)\"]," + JDBC, ""));

        assertThat(analysis.verdict()).isEqualTo(Verdict.NOT_IDEMPOTENT);
        assertThat(analysis.findings()).anySatisfy(finding -> assertThat(finding.target()).isEqualTo("log"));
    }

    @Test
    void shouldReadDataIntegrationSteps() {
        String job = "{\"type\":\"job\",\"steps\":[{\"stepType\":\"mysql\",\"category\":\"reader\",\"parameter\":{\"column\":[\"id\"]}},"
                + "{\"stepType\":\"odps\",\"category\":\"writer\",\"parameter\":{\"truncate\":%s,\"table\":\"ods_x\",\"partition\":\"ds=${bizdate}\"}}]}";

        assertThat(JsonJobs.analyse(job.formatted("true")).getFirst().analysis().verdict())
                .isEqualTo(Verdict.IDEMPOTENT);
        assertThat(JsonJobs.analyse(job.formatted("false")).getFirst().analysis().verdict())
                .isEqualTo(Verdict.NOT_IDEMPOTENT);
    }

    @Test
    void shouldNameTheFieldThatIsMissing() {
        assertThat(JsonJobs.analyse("{\"job\":{\"content\":[{\"writer\":{}}]}}").getFirst().analysis().findings()
                .getFirst().message()).contains("job.content[].writer.name is missing");
        assertThat(JsonJobs.analyse("{\"job\":{\"content\":[]}}").getFirst().analysis().findings().getFirst().message())
                .contains("job.content is empty");
        assertThat(JsonJobs.analyse("{\"a\":1}").getFirst().analysis().findings().getFirst().message())
                .contains("JSON of no known kind");
    }

    private static Analysis analysis(Case test) {
        String job = "{\"job\":{\"content\":[{\"reader\":" + READER + ",\"writer\":{\"name\":\"" + test.writer()
                + "\",\"parameter\":{" + test.parameter() + "}}}]}}";
        return JsonJobs.analyse(job).getFirst().analysis();
    }
}
