// SPDX-License-Identifier: Apache-2.0
package dev.reprise.idempotency.oracle;

import java.util.ArrayList;
import java.util.List;
import java.util.Random;

/** Scripts of a few statements over the same tables, drawn from a pool: windows that nobody has written with a verdict in mind. */
final class RandomScripts {
    /** Three and more rows with keys that join, duplicates and nulls in non-key columns. */
    static final List<String> SETUP = List.of("create table src(id int, dt varchar(10), v int, done int)",
            "insert into src values (1,'d0',10,0),(2,'d1',20,0),(3,'d1',30,1),(4,'d1',40,0),(5,'d2',50,0)",
            "create table t(id int, dt varchar(10), v int, done int)",
            "insert into t values (1,'d0',10,0),(2,'d1',25,0),(7,'d1',70,1),(8,'d2',80,0)",
            "create table q(id int, dt varchar(10), v int, done int)",
            "insert into q values (9,'d1',90,0)", "create table k(id int primary key, v int)",
            "insert into k values (1,10),(9,90)",
            "create table ctl(last_dt varchar(10))", "insert into ctl values ('d0')");

    private static final List<String> POOL = List.of("DELETE FROM t WHERE dt='d1'", "DELETE FROM t WHERE dt='d1'",
            "DELETE FROM t", "DELETE FROM t WHERE dt='d1' AND v<25",
            "DELETE FROM t WHERE dt>='d1'", "DELETE FROM t WHERE dt IN ('d1','d2')", "DELETE FROM t WHERE dt<>'d1'",
            "DELETE FROM t WHERE id IN (SELECT id FROM src)",
            "DELETE FROM t WHERE v<(SELECT AVG(v) FROM t)", "DELETE FROM t WHERE v<(SELECT MAX(v) FROM t)",
            "DELETE FROM q", "DELETE FROM src WHERE dt='d1'", "DELETE FROM q WHERE dt='d1'",
            "INSERT INTO t SELECT id, dt, v, done FROM src WHERE dt='d1'",
            "INSERT INTO t SELECT id, dt, v, done FROM src WHERE dt='d1'", "INSERT INTO t SELECT * FROM src",
            "INSERT INTO t SELECT * FROM src WHERE dt='d2'", "INSERT INTO t SELECT id, 'd1', v, done FROM src",
            "INSERT INTO t(id, dt, v, done) VALUES (6,'d1',60,0)",
            "INSERT INTO t SELECT s.* FROM src s WHERE NOT EXISTS (SELECT 1 FROM t WHERE t.id=s.id)",
            "INSERT INTO t SELECT s.id, s.dt, s.v, s.done FROM src s LEFT JOIN t ON t.id=s.id WHERE t.id IS NULL",
            "INSERT INTO t SELECT id, dt, v, done FROM src WHERE id NOT IN (SELECT id FROM t)",
            "INSERT INTO t SELECT id, dt, v, done FROM src WHERE dt>(SELECT COALESCE(max(dt),'') FROM t)",
            "INSERT INTO t SELECT id, dt, v, done FROM src WHERE dt>(SELECT last_dt FROM ctl)",
            "UPDATE ctl SET last_dt=(SELECT max(dt) FROM src)", "UPDATE ctl SET last_dt='d1'",
            "INSERT INTO t SELECT id, dt, v, done FROM src WHERE done=0", "UPDATE src SET done=1 WHERE done=0",
            "UPDATE t SET v=v+1 WHERE dt='d1'", "UPDATE t SET v=1 WHERE dt='d1'",
            "UPDATE t SET v=v*2, done=1 WHERE done=0", "UPDATE t SET v=v*2 WHERE done=0",
            "UPDATE t SET done=1 WHERE done=0", "UPDATE t SET done=0 WHERE done=1",
            "UPDATE t SET dt='d2' WHERE dt='d1'",
            "UPDATE t SET v=COALESCE(v,0)",
            "UPDATE t SET v=(SELECT max(s.v) FROM src s WHERE s.id=t.id) WHERE id IN (SELECT id FROM src)",
            "INSERT INTO q SELECT * FROM t WHERE dt='d1'",
            "INSERT INTO t SELECT * FROM q WHERE dt='d1'", "INSERT INTO t SELECT * FROM q", "DROP TABLE IF EXISTS w",
            "DROP TABLE IF EXISTS w", "CREATE TABLE w AS SELECT * FROM t WHERE dt='d1'",
            "CREATE TABLE w AS SELECT * FROM src", "CREATE TABLE IF NOT EXISTS w AS SELECT * FROM src",
            "INSERT INTO t SELECT * FROM w", "INSERT INTO w SELECT * FROM src WHERE dt='d1'", "DROP TABLE w",
            "ALTER TABLE w RENAME TO w2", "DROP TABLE IF EXISTS w2", "UPDATE k SET v=v+1",
            "UPDATE k SET v=5 WHERE id=1", "DELETE FROM k WHERE id=1");

    private static final List<String> SQLITE = List.of("CREATE TEMP TABLE x AS SELECT DISTINCT * FROM t",
            "INSERT INTO t SELECT * FROM x", "DROP TABLE x",
            "DELETE FROM t WHERE rowid NOT IN (SELECT MIN(rowid) FROM t GROUP BY id, dt, v, done)",
            "INSERT OR IGNORE INTO k SELECT id, v FROM src", "INSERT OR REPLACE INTO k SELECT id, v FROM src",
            "INSERT INTO k SELECT id, v FROM src WHERE true ON CONFLICT (id) DO UPDATE SET v=excluded.v",
            "INSERT INTO k SELECT id, v FROM src WHERE true ON CONFLICT (id) DO UPDATE SET v=k.v+excluded.v",
            "INSERT INTO k SELECT id, v FROM src WHERE true ON CONFLICT (id) DO NOTHING",
            "INSERT INTO k SELECT s.id, s.v FROM src s WHERE NOT EXISTS (SELECT 1 FROM k WHERE k.id=s.id)");

    private static final List<String> H2 = List.of("TRUNCATE TABLE t",
            "MERGE INTO k USING src s ON (k.id=s.id) WHEN MATCHED THEN UPDATE SET v=s.v WHEN NOT MATCHED THEN INSERT (id,v) VALUES (s.id,s.v)",
            "MERGE INTO k USING src s ON (k.id=s.id) WHEN MATCHED THEN UPDATE SET v=k.v+s.v WHEN NOT MATCHED THEN INSERT (id,v) VALUES (s.id,s.v)",
            "MERGE INTO k USING src s ON (k.id=s.id) WHEN NOT MATCHED THEN INSERT (id,v) VALUES (s.id,s.v)",
            "INSERT INTO k SELECT id, v FROM src ON DUPLICATE KEY UPDATE v=VALUES(v)",
            "MERGE INTO k USING src s ON (k.id=s.id) WHEN MATCHED AND s.done=1 THEN DELETE WHEN NOT MATCHED THEN INSERT (id,v) VALUES (s.id,s.v)");

    private RandomScripts() {}

    /**
     * @param seed decides the script
     * @param sqlite whether it is for SQLite, else for H2
     * @return its statements
     */
    static List<String> script(long seed, boolean sqlite) {
        Random random = new Random(seed);
        List<String> pool = new ArrayList<>(POOL);
        pool.addAll(sqlite ? SQLITE : H2);
        List<String> script = new ArrayList<>();
        int length = 1 + random.nextInt(5);
        for (int i = 0; i < length; i++) {
            script.add(pool.get(random.nextInt(pool.size())));
        }
        boolean definitions = script.stream().anyMatch(sql -> sql.contains("TABLE"));
        if (random.nextInt(4) == 0 && !(definitions && !sqlite)) {
            script.addFirst("BEGIN");
            script.addLast("COMMIT");
        }
        return List.copyOf(script);
    }
}
