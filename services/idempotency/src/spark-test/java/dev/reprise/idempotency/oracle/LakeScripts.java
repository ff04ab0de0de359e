// SPDX-License-Identifier: Apache-2.0
package dev.reprise.idempotency.oracle;

import java.util.ArrayList;
import java.util.List;
import java.util.Random;

import dev.reprise.idempotency.parse.Dialect;

/** Scripts over partitioned tables: some written for a hazard of lakes, others drawn with no verdict in mind. */
final class LakeScripts {
    /** Partitions that are in both, in one and in none of the tables; a row doubled; a table whose files are not Spark's. */
    static final List<String> SETUP = List.of("create table src using parquet partitioned by (dt) as "
            + "select * from values (1,10,'d0'),(2,20,'d1'),(3,30,'d1'),(3,30,'d1'),(4,40,'d2') as v(id,v,dt)",
            "create table t using parquet partitioned by (dt) as "
                    + "select * from values (1,10,'d0'),(2,25,'d1'),(7,70,'d1'),(8,80,'d3') as v(id,v,dt)",
            "create table q using parquet partitioned by (dt) as select * from values (9,90,'d1') as v(id,v,dt)",
            "create table ext using parquet partitioned by (dt) location '{{LOC}}/ext' as "
                    + "select * from values (1,10,'d0') as v(id,v,dt)");

    private static final String EXTERNAL = "CREATE EXTERNAL TABLE IF NOT EXISTS ext(id INT, v INT) "
            + "PARTITIONED BY (dt STRING) LOCATION '/ext'";
    private static final String EXTERNAL_OF_SPARK = "CREATE TABLE IF NOT EXISTS ext(id INT, v INT, dt STRING) "
            + "USING parquet PARTITIONED BY (dt) LOCATION '/ext'";

    private static final List<String> POOL = List.of(
            "INSERT OVERWRITE TABLE t PARTITION (dt='d1') SELECT id, v FROM src WHERE dt='d1'",
            "INSERT OVERWRITE TABLE t PARTITION (dt='d1') SELECT id, v FROM src WHERE dt='d1'",
            "INSERT INTO TABLE t PARTITION (dt='d1') SELECT id, v FROM src WHERE dt='d1'",
            "INSERT INTO TABLE t PARTITION (dt='d1') SELECT id, v FROM src WHERE dt='d2'",
            "INSERT INTO TABLE t PARTITION (dt='d5') SELECT id, v FROM src",
            "INSERT OVERWRITE TABLE t PARTITION (dt='d1') IF NOT EXISTS SELECT id, v FROM src WHERE dt='d1'",
            "INSERT OVERWRITE TABLE t PARTITION (dt='d5') IF NOT EXISTS SELECT id, v FROM src WHERE dt='d1'",
            "INSERT OVERWRITE TABLE t PARTITION (dt) SELECT id, v, dt FROM src",
            "INSERT OVERWRITE TABLE t PARTITION (dt) SELECT id, v, dt FROM src WHERE dt='d1'",
            "INSERT OVERWRITE TABLE t PARTITION (dt) SELECT id, v, dt FROM q",
            "INSERT OVERWRITE TABLE t PARTITION (dt) SELECT id, v+1, dt FROM q WHERE v>20",
            "INSERT INTO TABLE t PARTITION (dt) SELECT id, v, dt FROM src WHERE dt>='d1'",
            "INSERT OVERWRITE TABLE q PARTITION (dt='d1') SELECT id, v FROM t WHERE dt='d1'",
            "INSERT OVERWRITE TABLE q PARTITION (dt='d1') SELECT id, v FROM t WHERE dt='d0'",
            "INSERT OVERWRITE TABLE q PARTITION (dt='d2') SELECT id, v+1 FROM t WHERE dt='d1'",
            "INSERT OVERWRITE TABLE t PARTITION (dt='d1') SELECT id, v+1 FROM q WHERE dt='d1'",
            "INSERT OVERWRITE TABLE t PARTITION (dt='d1') SELECT id, v FROM q WHERE dt='d2'",
            "INSERT INTO TABLE q PARTITION (dt='d1') SELECT id, v FROM t WHERE dt='d1'",
            "INSERT INTO TABLE q PARTITION (dt='d2') SELECT DISTINCT id, v FROM src WHERE dt='d1'",
            "INSERT OVERWRITE TABLE q PARTITION (dt) SELECT id, v, dt FROM t",
            "FROM src INSERT OVERWRITE TABLE t PARTITION (dt='d1') SELECT id, v WHERE dt='d1' "
                    + "INSERT OVERWRITE TABLE q PARTITION (dt='d1') SELECT id, v WHERE v>20",
            "FROM src INSERT OVERWRITE TABLE t PARTITION (dt='d1') SELECT id, v WHERE dt='d1' "
                    + "INSERT INTO TABLE q PARTITION (dt='d1') SELECT id, v WHERE v>20",
            "FROM src INSERT OVERWRITE TABLE t PARTITION (dt='d1') SELECT id, v WHERE dt='d1' "
                    + "INSERT INTO TABLE t PARTITION (dt='d2') SELECT id, v WHERE dt='d2'",
            "FROM src INSERT OVERWRITE TABLE t PARTITION (dt='d1') SELECT id, v WHERE dt='d1' "
                    + "INSERT OVERWRITE TABLE t PARTITION (dt='d2') SELECT id, v WHERE dt='d2'",
            "ALTER TABLE t ADD PARTITION (dt='d5')", "ALTER TABLE t ADD IF NOT EXISTS PARTITION (dt='d5')",
            "ALTER TABLE t ADD IF NOT EXISTS PARTITION (dt='d1')", "ALTER TABLE t DROP PARTITION (dt='d1')",
            "ALTER TABLE t DROP IF EXISTS PARTITION (dt='d1')", "ALTER TABLE t DROP IF EXISTS PARTITION (dt='d1')",
            "ALTER TABLE t DROP IF EXISTS PARTITION (dt='d5')", "ALTER TABLE q DROP IF EXISTS PARTITION (dt='d1')",
            "ALTER TABLE q DROP IF EXISTS PARTITION (dt='d2')",
            "ALTER TABLE src DROP IF EXISTS PARTITION (dt='d1')",
            "ALTER TABLE t PARTITION (dt='d1') RENAME TO PARTITION (dt='d6')",
            "TRUNCATE TABLE t PARTITION (dt='d1')", "TRUNCATE TABLE t", "TRUNCATE TABLE q",
            "DROP TABLE IF EXISTS w", "DROP TABLE IF EXISTS w", "DROP TABLE w",
            "CREATE TABLE w AS SELECT id, v, dt FROM src", "CREATE TABLE w AS SELECT id, v, dt FROM t",
            "CREATE TABLE IF NOT EXISTS w AS SELECT id, v, dt FROM t WHERE dt='d1'",
            "INSERT INTO TABLE w SELECT id, v, dt FROM src WHERE dt='d1'",
            "INSERT OVERWRITE TABLE w SELECT id, v, dt FROM src",
            "INSERT OVERWRITE TABLE t PARTITION (dt='d1') SELECT id, v FROM w WHERE dt='d1'",
            "INSERT INTO TABLE t PARTITION (dt='d1') SELECT id, v FROM w", "ALTER TABLE w RENAME TO w2",
            "DROP TABLE IF EXISTS w2",
            "ALTER TABLE ext DROP IF EXISTS PARTITION (dt='d1')",
            "INSERT INTO TABLE ext PARTITION (dt='d1') SELECT id, v FROM src WHERE dt='d1'",
            "INSERT OVERWRITE TABLE ext PARTITION (dt='d1') SELECT id, v FROM t WHERE dt='d1'");

    private LakeScripts() {}

    /**
     * A script as it is executed and as it is analysed.
     *
     * @param name what a failure is reported under
     * @param dynamic whether an overwrite without a partition value replaces only the partitions it meets, as on Hive and
     *     MaxCompute; else it replaces the table, as is Spark's default
     * @param statements the script
     */
    record Window(String name, boolean dynamic, List<String> statements) {
        List<Dialect> dialects() {
            return dynamic ? List.of(Dialect.HIVE, Dialect.ODPS) : List.of(Dialect.SPARK);
        }

        /** The script with the definition of the table that is external, which the analysis cannot know otherwise. */
        String text(Dialect dialect) {
            List<String> text = new ArrayList<>();
            if (statements.stream().anyMatch(sql -> sql.contains("TABLE ext"))) {
                text.add(dialect == Dialect.SPARK ? EXTERNAL_OF_SPARK : EXTERNAL);
            }
            text.addAll(statements);
            return String.join(";\n", text) + ";";
        }
    }

    /** @return scripts for hazards that a draw meets too rarely */
    static List<Window> written() {
        String ext = "CREATE TABLE x(id INT, v INT) USING parquet LOCATION '{{LOC}}/x'";
        String view = "CREATE OR REPLACE TEMPORARY VIEW y AS SELECT id, v FROM t WHERE dt='d1'";
        String fill = "INSERT INTO TABLE ext PARTITION (dt='d1') SELECT id, v FROM src WHERE dt='d1'";
        String dropped = "ALTER TABLE ext DROP IF EXISTS PARTITION (dt='d1')";
        List<Window> windows = new ArrayList<>();
        // The files of an external table outlive its definition.
        windows.add(new Window("external table made anew", false,
                List.of("DROP TABLE IF EXISTS x", ext, "INSERT INTO x SELECT id, v FROM src")));
        windows.add(new Window("external table made anew and overwritten", false,
                List.of("DROP TABLE IF EXISTS x", ext, "INSERT OVERWRITE TABLE x SELECT id, v FROM src")));
        for (boolean dynamic : new boolean[]{false, true}) {
            windows.add(new Window("external partition dropped", dynamic, List.of(dropped, fill)));
            windows.add(new Window("external partition dropped and overwritten", dynamic,
                    List.of(dropped, fill.replace("INTO", "OVERWRITE"))));
            windows.add(new Window("managed partition dropped", dynamic,
                    List.of(dropped.replace("ext", "t"), fill.replace("ext", "t"))));
            windows.add(new Window("partition staged and dropped", dynamic,
                    List.of("INSERT OVERWRITE TABLE q PARTITION (dt='d2') SELECT id, v+1 FROM t WHERE dt='d1'",
                            "INSERT OVERWRITE TABLE t PARTITION (dt='d1') SELECT id, v FROM q WHERE dt='d2'",
                            "ALTER TABLE q DROP IF EXISTS PARTITION (dt='d2')")));
        }
        // Overwrites every partition or those that it meets: what was appended before is gone, or is not.
        for (boolean dynamic : new boolean[]{false, true}) {
            windows.add(new Window("append, then overwrite without a value", dynamic,
                    List.of("INSERT INTO TABLE t PARTITION (dt='d3') SELECT id, v FROM src WHERE dt='d0'",
                            "INSERT OVERWRITE TABLE t PARTITION (dt) SELECT id, v, dt FROM src")));
            windows.add(new Window("overwrite without a value, then append", dynamic,
                    List.of("INSERT OVERWRITE TABLE t PARTITION (dt) SELECT id, v, dt FROM src",
                            "INSERT INTO TABLE t PARTITION (dt='d3') SELECT id, v FROM src WHERE dt='d0'")));
            windows.add(new Window("overwrite without a value and without rows, then append", dynamic,
                    List.of("INSERT OVERWRITE TABLE t PARTITION (dt) SELECT id, v, dt FROM src WHERE v>1000",
                            "INSERT INTO TABLE t PARTITION (dt='d1') SELECT id, v FROM src WHERE dt='d1'")));
        }
        windows.add(new Window("view over the target", false,
                List.of(view, "INSERT OVERWRITE TABLE q PARTITION (dt='d1') SELECT id, v+1 FROM y",
                        "INSERT OVERWRITE TABLE t PARTITION (dt='d1') SELECT id, v FROM q WHERE dt='d1'")));
        return List.copyOf(windows);
    }

    /**
     * @param seed decides the script
     * @return a script of one to four statements
     */
    static Window random(long seed) {
        Random random = new Random(seed);
        List<String> script = new ArrayList<>();
        int length = 1 + random.nextInt(4);
        for (int i = 0; i < length; i++) {
            script.add(POOL.get(random.nextInt(POOL.size())));
        }
        return new Window("seed " + seed, random.nextBoolean(), List.copyOf(script));
    }
}
