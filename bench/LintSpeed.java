// SPDX-License-Identifier: Apache-2.0

import java.lang.management.ManagementFactory;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.function.IntFunction;

import dev.reprise.idempotency.lint.LintResult;
import dev.reprise.idempotency.lint.Linter;

/**
 * How fast {@code reprise lint} reads, on one thread, in time that the thread has a processor.
 *
 * <pre>java -cp 'services/app/target/reprise/lib/*' bench/LintSpeed.java [rounds]</pre>
 *
 * <ul>
 * <li>statements per second of scripts such as people write: a reset, an append, a merge, an aggregation into a partition
 * <li>first answer: the first script of a process, with every class still to be loaded
 * <li>1 MB generated: one script of a million characters, three shapes of generated SQL
 * </ul>
 */
final class LintSpeed {
    private static final int SCRIPTS = 300;
    private static final int GENERATED = 1_000_000;

    private LintSpeed() {}

    public static void main(String[] args) {
        int rounds = args.length > 0 ? Integer.parseInt(args[0]) : 7;
        Linter linter = new Linter(Optional.empty());
        System.out.printf("processors %d, Java %s%n", Runtime.getRuntime().availableProcessors(),
                Runtime.version());
        System.out.printf("first answer                      %8.0f ms%n", seconds(linter, "s.sql", typical(0)) * 1000);
        long statements = 0;
        for (int i = 0; i < SCRIPTS; i++) {
            statements += typical(i).chars().filter(c -> c == ';').count();
        }
        List<Double> rates = new ArrayList<>();
        for (int round = 0; round < rounds; round++) {
            long start = cpu();
            for (int i = 0; i < SCRIPTS; i++) {
                linter.lint("s" + i + ".sql", typical(i).getBytes(StandardCharsets.UTF_8));
            }
            rates.add(statements / ((cpu() - start) / 1e9));
        }
        System.out.printf("first round                       %8.0f statements/s%n", rates.getFirst());
        System.out.printf("later rounds, median              %8.0f statements/s%n",
                median(rates.subList(1, rates.size())));
        generated("1 MB, one-row inserts", linter, rounds,
                i -> "INSERT INTO dim_city (id, name, note) VALUES (" + i + ", 'city " + i + "', NULL);\n");
        generated("1 MB, inserts of 100 rows", linter, rounds, LintSpeed::manyRows);
        generated("1 MB, partition after partition", linter, rounds,
                i -> "INSERT OVERWRITE TABLE dw.fact PARTITION (dt='2026-11-" + i + "')\nSELECT a.id, sum(b.amount)"
                        + " FROM ods.a a JOIN ods.b b ON a.id = b.id WHERE a.dt = '2026-11-" + i
                        + "' GROUP BY a.id;\n");
        generated("1 MB, one select with many branches", linter, rounds, i -> i == 0
                ? "INSERT OVERWRITE TABLE dw.wide PARTITION (dt='1')\nSELECT 1, 'a' FROM s0"
                : "\nUNION ALL SELECT " + i + ", concat('a', b) FROM s" + i + " WHERE c IN (1, 2, 3)");
    }

    /** Time of this thread on a processor: other work of the machine, the compiler and the collector are not in it. */
    private static long cpu() {
        return ManagementFactory.getThreadMXBean().getCurrentThreadCpuTime();
    }

    private static String manyRows(int i) {
        StringBuilder text = new StringBuilder("INSERT INTO dim_city (id, name, note) VALUES\n");
        for (int row = 0; row < 100; row++) {
            text.append(row == 0 ? "" : ",\n").append('(').append(i * 100 + row).append(", 'city', 'x''y')");
        }
        return text.append(";\n").toString();
    }

    private static void generated(String name, Linter linter, int rounds, IntFunction<String> piece) {
        StringBuilder text = new StringBuilder(GENERATED);
        for (int i = 0; text.length() < GENERATED; i++) {
            text.append(piece.apply(i));
        }
        double first = seconds(linter, "g.sql", text.toString());
        List<Double> later = new ArrayList<>();
        for (int round = 1; round < rounds; round++) {
            later.add(seconds(linter, "g.sql", text.toString()));
        }
        System.out.printf("%-33s %8.2f s first, %.2f s median of later ones, %s%n", name, first, median(later),
                linter.lint("g.sql", text.toString().getBytes(StandardCharsets.UTF_8)).getFirst().analysis().verdict());
    }

    private static double seconds(Linter linter, String path, String text) {
        byte[] bytes = text.getBytes(StandardCharsets.UTF_8);
        long start = cpu();
        List<LintResult> results = linter.lint(path, bytes);
        double seconds = (cpu() - start) / 1e9;
        if (results.isEmpty()) {
            throw new IllegalStateException("no answer");
        }
        return seconds;
    }

    private static double median(List<Double> values) {
        double[] sorted = values.stream().mapToDouble(Double::doubleValue).toArray();
        Arrays.sort(sorted);
        return sorted[sorted.length / 2];
    }

    private static String typical(int i) {
        return switch (i % 4) {
            case 0 -> """
                    DELETE FROM dw.orders_daily WHERE dt = '${bizdate}';
                    INSERT INTO dw.orders_daily
                    SELECT o.id, o.customer_id, c.segment, sum(o.amount) AS amount, '${bizdate}' AS dt
                    FROM ods.orders_%1$d o LEFT JOIN ods.customers c ON o.customer_id = c.id
                    WHERE o.dt = '${bizdate}' AND o.status IN ('paid', 'shipped')
                    GROUP BY o.id, o.customer_id, c.segment;
                    """.formatted(i);
            case 1 -> """
                    MERGE INTO dw.customer t USING (
                      SELECT id, name, email FROM (
                        SELECT id, name, email, row_number() OVER (PARTITION BY id ORDER BY updated_at DESC) AS rn
                        FROM ods.customer_%1$d WHERE dt = '${bizdate}') x WHERE rn = 1) s
                    ON t.id = s.id
                    WHEN MATCHED THEN UPDATE SET t.name = s.name, t.email = s.email
                    WHEN NOT MATCHED THEN INSERT (id, name, email) VALUES (s.id, s.name, s.email);
                    UPDATE dw.customer SET segment = 'gold' WHERE id IN (SELECT id FROM ods.gold_%1$d);
                    """.formatted(i);
            case 2 -> """
                    CREATE TABLE IF NOT EXISTS dw.traffic_%1$d (uid STRING, pv BIGINT, uv BIGINT)
                    PARTITIONED BY (dt STRING, hr STRING);
                    WITH base AS (SELECT uid, url, dt, hr FROM ods.log WHERE dt = '${bizdate}'),
                         agg AS (SELECT uid, count(1) AS pv, count(DISTINCT url) AS uv FROM base GROUP BY uid)
                    INSERT OVERWRITE TABLE dw.traffic_%1$d PARTITION (dt = '${bizdate}', hr = '00')
                    SELECT uid, CASE WHEN pv > 100 THEN 100 ELSE pv END, uv FROM agg WHERE uv > 0;
                    ALTER TABLE dw.traffic_%1$d DROP IF EXISTS PARTITION (dt = '20200101');
                    """.formatted(i);
            default -> """
                    TRUNCATE TABLE stage_%1$d;
                    INSERT INTO stage_%1$d (id, v) SELECT id, coalesce(v, 0) FROM source_%1$d WHERE day = DATE '2026-01-01';
                    DROP TABLE IF EXISTS report_%1$d;
                    CREATE TABLE report_%1$d AS SELECT v, count(*) AS n FROM stage_%1$d GROUP BY v HAVING count(*) > 1;
                    """.formatted(i);
        };
    }
}
