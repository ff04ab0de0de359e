// SPDX-License-Identifier: Apache-2.0
package dev.reprise.idempotency.source;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

import dev.reprise.idempotency.lint.LintResult;
import dev.reprise.idempotency.lint.Linter;
import dev.reprise.idempotency.rule.Rule;

/** Programs, command lines and manifests. */
class ProgramsTest {
    @ParameterizedTest
    @CsvSource(delimiter = '|', value = {"df.write.mode('overwrite').saveAsTable('t') | IDEMPOTENT",
        "df.write.mode(\"append\").parquet('/a') | NOT_IDEMPOTENT",
        "df.write.format('delta').mode('overwrite').option('replaceWhere', \"dt = '1'\").save('/a') | IDEMPOTENT",
        "df.write.saveAsTable('t') | NOT_IDEMPOTENT",
        "df.write.mode('ignore').saveAsTable('t') | CONDITIONAL",
        "df.write.insertInto('t', overwrite=True) | IDEMPOTENT", "df.write.insertInto('t') | NOT_IDEMPOTENT",
        "df.write.insertInto('t', True) | IDEMPOTENT", "df.write.mode(m).save('/a') | UNKNOWN",
        "df.write.parquet('/a', mode='overwrite') | IDEMPOTENT",
        "df.write.parquet('/a', 'append') | NOT_IDEMPOTENT", "df.write.jdbc(url, 't', mode='overwrite') | IDEMPOTENT",
        "df.write.jdbc(url, 't', mode='append') | NOT_IDEMPOTENT",
        "df.writeTo('t').append() | NOT_IDEMPOTENT", "df.writeTo('t').overwritePartitions() | CONDITIONAL",
        "df.writeTo('t').createOrReplace() | IDEMPOTENT",
        "df.writeTo('t').using('iceberg').create() | NOT_IDEMPOTENT", "df.writeStream.start() | UNKNOWN",
        "spark.sql(\"INSERT OVERWRITE TABLE t SELECT id FROM s\") | IDEMPOTENT",
        "spark.sql(f\"INSERT INTO t SELECT id FROM s WHERE dt='{dt}'\") | NOT_IDEMPOTENT", "spark.sql(query) | UNKNOWN",
        "print(1) | UNKNOWN",
        "requests.post(u) or df.write.mode('overwrite').save('/a') | UNKNOWN"})
    void shouldReadPySpark(String call, String verdict) {
        assertThat(verdict("job.py", "from pyspark.sql import SparkSession\n" + call + "\n")).isEqualTo(verdict);
    }

    @Test
    void shouldReadPySparkChainsOverLinesAndModesOfTheSession() {
        assertThat(verdict("job.py",
                "(df\n   .write  # write.mode('append')\n   .mode('overwrite')\n   .partitionBy('dt')\n   .parquet('/a'))\n"))
                .isEqualTo("IDEMPOTENT");
        assertThat(verdict("job.py",
                "spark.conf.set('spark.sql.sources.partitionOverwriteMode', 'dynamic')\ndf.write.mode('overwrite').partitionBy('dt').parquet('/a')\n"))
                .isEqualTo("CONDITIONAL");
        assertThat(verdict("job.py", "for d in days:\n    df.write.mode('overwrite').save('/a')\n"))
                .isEqualTo("UNKNOWN");
        assertThat(verdict("job.py",
                "def main():\n    df.write.mode('overwrite').save('/a')\n\nif __name__ == '__main__':\n    main()\n"))
                .isEqualTo("IDEMPOTENT");
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', quoteCharacter = '\0', value = {
        // it starts the second time from its own result
        "UNKNOWN|spark.table('dw.t').union(x).write.mode('overwrite').saveAsTable('dw.t')",
        "UNKNOWN|old = spark.read.parquet(path)\\nold.union(x).write.mode('overwrite').parquet(path)",
        "UNKNOWN|df = spark.sql('select * from dw.t join s using (id)')\\ndf.write.insertInto('dw.t', overwrite=True)",
        "IDEMPOTENT|spark.table('s').write.mode('overwrite').saveAsTable('t')\\nspark.table('t').count()",
        // clock and chance
        "CONDITIONAL|df.withColumn('at', F.current_timestamp()).write.mode('overwrite').saveAsTable('t')",
        "CONDITIONAL|df.orderBy(F.rand()).write.mode('overwrite').saveAsTable('t')",
        "CONDITIONAL|dt = datetime.now().strftime('%F')\\ndf = spark.read.parquet('/in/' + dt)\\ndf.write.mode('overwrite').save('/a')",
        "IDEMPOTENT|start = time.time()\\ndf.write.mode('overwrite').save('/a')\\nprint('took', time.time() - start)",
        // stores with keys do not follow the save mode
        "IDEMPOTENT|df.write.format('org.apache.spark.sql.cassandra').mode('append').save()",
        "CONDITIONAL|df.write.format('hudi').option('hoodie.datasource.write.operation', 'upsert').mode('append').save('/a')",
        "NOT_IDEMPOTENT|df.write.format('hudi').option('hoodie.datasource.write.operation', 'insert').mode('append').save('/a')",
        "UNKNOWN|df.write.format('hudi').options(**o).mode('append').save('/a')",
        "NOT_IDEMPOTENT|df.write.format('kafka').option('topic', 't').save()",
        "IDEMPOTENT|df.write.format('es').option('es.mapping.id', 'id').mode('append').save('i')",
        "NOT_IDEMPOTENT|df.write.format('es').mode('append').save('i')", "IDEMPOTENT|df.write.format('noop').save()",
        "UNKNOWN|df.write.format('mine').mode('overwrite').save('i')",
        // what was done to the same path before
        "IDEMPOTENT|a.write.mode('overwrite').save('/a')\\nb.write.mode('append').save('/a')",
        "NOT_IDEMPOTENT|a.write.mode('overwrite').save('/a')\\nb.write.mode('append').save('/b')",
        "UNKNOWN|spark.sql(\"DELETE FROM t WHERE dt='1'\")\\nb.write.mode('append').saveAsTable('t')",
        // a view in between
        "UNKNOWN|spark.read.table('dw.t').createOrReplaceTempView('v')\\nspark.sql('insert overwrite table dw.t select id, n + 1 from v')",
        "IDEMPOTENT|spark.read.table('dw.s').createOrReplaceTempView('v')\\nspark.sql('insert overwrite table dw.t select id, n + 1 from v')",
        "UNKNOWN|df.write.mode('overwrite').save('/a')\\nopen('/x.csv', 'a').write('x')",
        // under a condition, or for its effect
        "UNKNOWN|try:\\n    df.write.mode('overwrite').save('/a')\\nexcept Exception:\\n    df.write.mode('append').save('/a')",
        "UNKNOWN|df.foreach(send)\\ndf.write.mode('overwrite').save('/a')"})
    void shouldReadMoreThanTheCallThatWrites(String verdict, String program) {
        assertThat(verdict("job.py", "from pyspark.sql import functions as F\n" + program.replace("\\n", "\n") + "\n"))
                .isEqualTo(verdict);
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', quoteCharacter = '\0', value = {
        "UNKNOWN|spark.table(\"t\").union(x).write().mode(\"overwrite\").saveAsTable(\"t\");",
        "IDEMPOTENT|spark.table(\"s\").write().mode(\"overwrite\").saveAsTable(\"t\");",
        "CONDITIONAL|df.withColumn(\"at\", current_timestamp()).write().mode(\"overwrite\").save(\"/a\");",
        "CONDITIONAL|Dataset<Row> in = spark.read().parquet(\"/in/\" + LocalDate.now()); in.write().mode(\"overwrite\").save(\"/a\");",
        "IDEMPOTENT|long start = System.currentTimeMillis(); df.write().mode(\"overwrite\").save(\"/a\"); System.out.println(System.currentTimeMillis() - start);",
        "UNKNOWN|df.write().mode(\"overwrite\").save(\"/a\"); c.createStatement().executeUpdate(\"INSERT INTO log VALUES (1)\");",
        "UNKNOWN|df.write().mode(\"overwrite\").save(\"/a\"); rdd.saveAsTextFile(\"/b\");",
        "UNKNOWN|switch (n) { case 1: df.write().mode(\"overwrite\").save(\"/a\"); break; default: break; }",
        "UNKNOWN|try { f(); } catch (Exception e) { df.write().mode(\"overwrite\").save(\"/a\"); }",
        "IDEMPOTENT|a.write().mode(\"overwrite\").save(\"/a\"); b.write().mode(\"append\").save(\"/a\");"})
    void shouldReadMoreOfAJavaProgramThanTheCallThatWrites(String verdict, String body) {
        assertThat(verdict("J.java", "import org.apache.spark.sql.*;\nclass J { void run() throws Exception { " + body
                + " } }")).isEqualTo(verdict);
    }

    @Test
    void shouldSeeThatAProgramTakesItsDateFromTheHost() {
        LintResult result = lint("job.py",
                "dt = datetime.now().strftime('%Y%m%d')\nspark.sql(f\"INSERT OVERWRITE TABLE t PARTITION (dt='{dt}') SELECT id FROM s\")\n");

        assertThat(result.analysis().verdict().name()).isEqualTo("CONDITIONAL");
        assertThat(result.analysis().findings())
                .anySatisfy(finding -> assertThat(finding.rule()).isEqualTo(Rule.HOST_CLOCK));
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', value = {"job.setOutputOverwrite(true); | IDEMPOTENT", "job.getClass(); | IDEMPOTENT",
        "job.setOutputOverwrite(false); | NOT_IDEMPOTENT",
        "job.setOutputOverwrite(flag); | UNKNOWN",
        "job.set(\"odps.mapred.output.overwrite\", \"false\"); | NOT_IDEMPOTENT",
        "if (x) job.setOutputOverwrite(false); | UNKNOWN"})
    void shouldReadMaxComputeMapReduce(String call, String verdict) {
        assertThat(verdict("Job.java",
                "import com.aliyun.odps.mapred.conf.JobConf;\nclass Job { void run(JobConf job, boolean flag, boolean x) { "
                        + call
                        + " OutputUtils.addTable(TableInfo.builder().tableName(\"out\").partSpec(\"dt=1\").build(), job); } }"))
                .isEqualTo(verdict);
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', value = {"job.addOutput(t); | IDEMPOTENT", "job.addOutput(t, true); | IDEMPOTENT",
        "job.addOutput(t, false); | NOT_IDEMPOTENT", "job.addOutput(t, o); | UNKNOWN"})
    void shouldReadMaxComputeGraph(String call, String verdict) {
        assertThat(verdict("Job.java",
                "import com.aliyun.odps.graph.GraphJob;\nclass Job { void run(GraphJob job, TableInfo t, boolean o) { "
                        + call + " } }"))
                .isEqualTo(verdict);
    }

    @Test
    void shouldReadHadoopAndSparkInJava() {
        String hadoop = "import org.apache.hadoop.mapreduce.Job;\nclass J { void run(Job job, FileSystem fs, Path out) { %s FileOutputFormat.setOutputPath(job, out); } }";
        String spark = "import org.apache.spark.sql.*;\nclass J { void run(Dataset<Row> df, SparkSession spark) { %s } }";

        assertThat(verdict("J.java", hadoop.formatted(""))).isEqualTo("NOT_IDEMPOTENT");
        assertThat(verdict("J.java", hadoop.formatted("if (fs.exists(out)) { fs.delete(out, true); }")))
                .isEqualTo("IDEMPOTENT");
        assertThat(verdict("J.java", spark.formatted("df.write().mode(SaveMode.Overwrite).saveAsTable(\"t\");")))
                .isEqualTo("IDEMPOTENT");
        assertThat(verdict("J.java", spark.formatted("df.write().mode(\"append\").save(\"/a\");")))
                .isEqualTo("NOT_IDEMPOTENT");
        assertThat(verdict("J.java", spark.formatted("spark.sql(\"INSERT INTO t SELECT 1\");")))
                .isEqualTo("NOT_IDEMPOTENT");
        assertThat(verdict("J.java", spark.formatted("spark.sql(\"INSERT INTO \" + t);"))).isEqualTo("UNKNOWN");
        assertThat(verdict("J.java", "class J { int x }")).isEqualTo("UNKNOWN");
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', value = {"--table t | NOT_IDEMPOTENT | UNSAFE",
        "--table t --update-key id | IDEMPOTENT | SAFE",
        "--table t --update-key id --update-mode allowinsert | CONDITIONAL | CONDITIONAL",
        "--table t --staging-table s --clear-staging-table | NOT_IDEMPOTENT | SAFE",
        "--call p | UNKNOWN | UNKNOWN"})
    void shouldReadSqoopExport(String arguments, String verdict, String afterFailure) {
        LintResult result = lint("job.sh", "sqoop export --connect jdbc:x --export-dir /a " + arguments + "\n");

        assertThat(result.analysis().verdict().name()).isEqualTo(verdict);
        assertThat(result.analysis().afterFailure().name()).isEqualTo(afterFailure);
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', value = {"--target-dir /a --delete-target-dir | IDEMPOTENT",
        "--hive-import --hive-table t --hive-overwrite | IDEMPOTENT", "--hive-import --hive-table t | NOT_IDEMPOTENT",
        "--target-dir /a --append | NOT_IDEMPOTENT", "--target-dir /a | NOT_IDEMPOTENT",
        "--target-dir /a --incremental append --check-column id | CONDITIONAL"})
    void shouldReadSqoopImport(String arguments, String verdict) {
        assertThat(verdict("job.sh", "sqoop import --connect jdbc:x \\\n  --table s \\\n  " + arguments + "\n"))
                .isEqualTo(verdict);
    }

    @Test
    void shouldReadShellScripts() {
        String overwrite = "hive -e \"INSERT OVERWRITE TABLE t PARTITION (dt='$dt') SELECT id FROM s WHERE dt='$dt'\"\n";

        assertThat(verdict("job.sh", "#!/bin/bash\nset -e\ndt=$1\n" + overwrite)).isEqualTo("IDEMPOTENT");
        assertThat(verdict("job.sh", "dt=`date +%F`\n" + overwrite)).isEqualTo("CONDITIONAL");
        assertThat(verdict("job.sh", "dt=$(date -d \"$1 -1 day\" +%F)\n" + overwrite)).isEqualTo("IDEMPOTENT");
        assertThat(verdict("job.sh", "today=$(date +%F)\ndt=${today}\n" + overwrite)).isEqualTo("CONDITIONAL");
        assertThat(verdict("job.sh", "mysql -h x <<EOF\nINSERT INTO t VALUES (1);\nEOF\necho done\n"))
                .isEqualTo("NOT_IDEMPOTENT");
        assertThat(verdict("job.sh", "psql -c 'TRUNCATE t' && psql -c 'INSERT INTO t SELECT * FROM s'\n"))
                .isEqualTo("IDEMPOTENT");
        assertThat(verdict("job.sh", "psql -d a -c 'TRUNCATE t' && psql -d b -c 'INSERT INTO t SELECT * FROM s'\n"))
                .isEqualTo("NOT_IDEMPOTENT");
        assertThat(verdict("job.sh",
                "psql -c \"DELETE FROM t WHERE dt='$1'\"\npsql -c \"INSERT INTO t SELECT id, dt FROM s WHERE dt='$2'\"\n"))
                .isEqualTo("NOT_IDEMPOTENT");
        assertThat(verdict("job.sh", "dt=$1\nsql=\"" + overwrite.substring(9, overwrite.length() - 2)
                + "\"\nhive -e \"$sql\"\n")).isEqualTo("IDEMPOTENT");
        assertThat(verdict("job.sh", "sql='INSERT INTO t SELECT 1'\nhive -e \"${sql}\"\n")).isEqualTo("NOT_IDEMPOTENT");
        assertThat(verdict("job.sh", "n=$(mysql -N -e 'insert into log select 1')\n" + overwrite))
                .isEqualTo("NOT_IDEMPOTENT");
        assertThat(verdict("job.sh", "n=$(mysql -N -e 'select count(*) from log')\n" + overwrite))
                .isEqualTo("IDEMPOTENT");
        assertThat(verdict("job.sh", "hive -e 'select id from t' >> /data/export.csv\n")).isEqualTo("NOT_IDEMPOTENT");
        assertThat(verdict("job.sh", overwrite.strip() + " >> /var/log/job.log 2>&1\n")).isEqualTo("IDEMPOTENT");
        assertThat(verdict("job.sh", "sed -i 's/a/aa/' conf\n" + overwrite)).isEqualTo("UNKNOWN");
        assertThat(
                verdict("job.sh", "hdfs dfs -rm -r -f /a/$1\nsqoop import --connect x --table t --target-dir /a/$1\n"))
                .isEqualTo("IDEMPOTENT");
        assertThat(verdict("job.sh", "hive -f other.sql\n")).isEqualTo("UNKNOWN");
        assertThat(verdict("job.sh", "./run_all.sh\n")).isEqualTo("UNKNOWN");
        assertThat(verdict("job.sh", "if [ -f x ]; then\n" + overwrite + "fi\n")).isEqualTo("UNKNOWN");
        assertThat(verdict("job.sh",
                "hive -hivevar dt=$(date +%F) -e 'INSERT OVERWRITE TABLE t PARTITION (dt=\"${hivevar:dt}\") SELECT id FROM s'\n"))
                .isEqualTo("CONDITIONAL");
    }

    @Test
    void shouldPlaceFindingsInTheShellScript() {
        LintResult result = lint("job.sh", "#!/bin/sh\necho start\nhive -e \"\nUSE dw;\nINSERT INTO t SELECT 1;\n\"\n");

        assertThat(result.analysis().findings()).anySatisfy(finding -> {
            assertThat(finding.rule()).isEqualTo(Rule.APPEND);
            assertThat(finding.line()).isEqualTo(5);
        });
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', value = {"\"materialized\":\"table\" | IDEMPOTENT",
        "\"materialized\":\"view\" | IDEMPOTENT",
        "\"materialized\":\"incremental\",\"incremental_strategy\":\"append\" | NOT_IDEMPOTENT",
        "\"materialized\":\"incremental\",\"incremental_strategy\":\"merge\" | NOT_IDEMPOTENT",
        "\"materialized\":\"incremental\",\"incremental_strategy\":\"merge\",\"unique_key\":\"id\" | CONDITIONAL",
        "\"materialized\":\"incremental\",\"incremental_strategy\":\"delete+insert\" | NOT_IDEMPOTENT",
        "\"materialized\":\"incremental\",\"incremental_strategy\":\"delete+insert\",\"unique_key\":[\"id\"] | CONDITIONAL",
        "\"materialized\":\"incremental\",\"incremental_strategy\":\"insert_overwrite\",\"partition_by\":[\"dt\"] | CONDITIONAL",
        "\"materialized\":\"incremental\",\"incremental_strategy\":\"insert_overwrite\",\"partition_by\":[\"dt\"],\"partitions\":[\"'1'\"] | IDEMPOTENT",
        "\"materialized\":\"incremental\",\"incremental_strategy\":\"microbatch\" | IDEMPOTENT",
        "\"materialized\":\"incremental\" | NOT_IDEMPOTENT",
        "\"materialized\":\"incremental\",\"unique_key\":\"id\" | CONDITIONAL", "\"materialized\":\"mine\" | UNKNOWN",
        "\"materialized\":\"table\",\"post-hook\":[{\"sql\":\"insert into log values (1)\"}] | NOT_IDEMPOTENT"})
    void shouldReadDbtManifests(String config, String verdict) {
        String manifest = "{\"metadata\":{\"adapter_type\":\"postgres\"},\"nodes\":{\"model.p.m\":{\"resource_type\":\"model\",\"name\":\"m\",\"relation_name\":\"\\\"db\\\".\\\"s\\\".\\\"m\\\"\",\"config\":{"
                + config + "}}}}";
        List<LintResult> results = new Linter(Optional.empty()).lint("target/manifest.json",
                manifest.getBytes(StandardCharsets.UTF_8));

        assertThat(results).singleElement().satisfies(result -> {
            assertThat(result.job()).contains("model.p.m");
            assertThat(result.analysis().verdict().name()).isEqualTo(verdict);
        });
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', quoteCharacter = '\0', value = {"duckdb|CONDITIONAL|\"unique_key\":\"id\"",
        "duckdb|NOT_IDEMPOTENT|\"tags\":[]", "snowflake|NOT_IDEMPOTENT|\"tags\":[]",
        "athena|CONDITIONAL|\"partitioned_by\":[\"dt\"]", "mine|UNKNOWN|\"unique_key\":\"id\"",
        "clickhouse|CONDITIONAL|\"unique_key\":\"id\",\"incremental_strategy\":\"delete_insert\""})
    void shouldKnowTheDefaultOfTheAdapter(String adapter, String verdict, String config) {
        String manifest = "{\"metadata\":{\"adapter_type\":\"" + adapter
                + "\"},\"nodes\":{\"model.p.m\":{\"resource_type\":\"model\",\"name\":\"m\",\"relation_name\":\"s.m\",\"config\":{\"materialized\":\"incremental\","
                + config + "}}}}";

        assertThat(verdict("manifest.json", manifest)).isEqualTo(verdict);
    }

    @Test
    void shouldSeeThatATableIsBuiltFromItself() {
        String manifest = "{\"metadata\":{\"adapter_type\":\"postgres\"},\"nodes\":{\"model.p.m\":{\"resource_type\":\"model\",\"name\":\"m\",\"relation_name\":\"db.s.m\",\"compiled_code\":"
                + "\"select id from db.s.m union all select id from db.s.more\",\"config\":{\"materialized\":\"table\"}}}}";

        assertThat(verdict("manifest.json", manifest)).isEqualTo("NOT_IDEMPOTENT");
    }

    @Test
    void shouldSeeThatAnAppendingModelStartsAboveItsOwnHighWaterMark() {
        String manifest = "{\"metadata\":{\"adapter_type\":\"postgres\"},\"nodes\":{\"model.p.m\":{\"resource_type\":\"model\",\"name\":\"m\",\"relation_name\":\"db.s.m\",\"compiled_code\":"
                + "\"select id, dt from db.s.src where dt > (select max(dt) from db.s.m)\",\"config\":{\"materialized\":\"incremental\",\"incremental_strategy\":\"append\"}}}}";

        assertThat(new Linter(Optional.empty()).lint("manifest.json", manifest.getBytes(StandardCharsets.UTF_8))
                .getFirst().analysis().verdict().name()).isEqualTo("IDEMPOTENT");
    }

    @ParameterizedTest
    @ValueSource(strings = {"x.json", "x.java", "x.py", "x.sh", "x.sql"})
    void shouldAnswerForAnEmptyFile(String path) {
        assertThat(new Linter(Optional.empty()).lint(path, new byte[0])).hasSize(1);
    }

    private static LintResult lint(String path, String text) {
        return new Linter(Optional.empty()).lint(path, text.getBytes(StandardCharsets.UTF_8)).getFirst();
    }

    private static String verdict(String path, String text) {
        return lint(path, text).analysis().verdict().name();
    }
}
