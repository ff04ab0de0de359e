// SPDX-License-Identifier: Apache-2.0
package dev.reprise.idempotency.source;

import java.util.EnumMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.regex.Pattern;

import dev.reprise.idempotency.parse.Dialect;

/** Which dialect a text is written in, by words that only some dialects have. Without any it is the generic one. */
final class DialectGuess {
    /** A guess looks at the beginning only: 64 thousand characters. */
    private static final int LOOKED_AT = 64_000;

    /**
     * A sign of a dialect. To search for a text is many times faster than to search for a pattern, and most signs are absent
     * from most texts: the pattern is asked only where one of the marks stands.
     *
     * @param pattern in lower case
     * @param marks each match of the pattern contains at least one of them
     */
    private record Sign(Dialect dialect, int weight, Pattern pattern, List<String> marks) {
        static Sign of(Dialect dialect, int weight, String regex, String... marks) {
            return new Sign(dialect, weight, Pattern.compile(regex), List.of(marks));
        }

        boolean isIn(String text) {
            return marks.stream().anyMatch(text::contains) && pattern.matcher(text).find();
        }
    }

    private static final List<Sign> SIGNS = List.of(
            Sign.of(Dialect.ODPS, 5, "\\bodps\\b|\\blifecycle\\s+\\d|\\bmaxcompute\\b", "odps", "lifecycle",
                    "maxcompute"),
            Sign.of(Dialect.ODPS, 3,
                    "\\$\\{(bizdate|bdp\\.system)|\\$\\[yyyy|getdate\\(\\)|\\bwm_concat\\b|max_pt\\(|@\\w+\\s*:=\\s*select",
                    "${b", "$[yyyy", "getdate()", "wm_concat", "max_pt(", ":="),
            Sign.of(Dialect.ODPS, 1, "insert\\s+overwrite|\\bpartition\\s*\\(\\s*\\w+\\s*[=)]", "overwrite",
                    "partition"),
            Sign.of(Dialect.ODPS, 3, "unload\\s+from", "unload"),
            Sign.of(Dialect.HIVE, 3,
                    "\\bhive\\.|\\bhiveconf\\b|\\bhivevar\\b|lateral\\s+view|stored\\s+as|row\\s+format"
                            + "|load\\s+data\\s+(local\\s+)?inpath|msck\\s+repair",
                    "hive", "lateral", "stored", "format", "inpath", "msck"),
            Sign.of(Dialect.HIVE, 2, "insert\\s+overwrite|\\bpartitioned\\s+by\\b", "overwrite", "partitioned"),
            Sign.of(Dialect.SPARK, 4,
                    "\\bspark\\.|using\\s+(parquet|delta|iceberg|orc|csv)|replace\\s+where|cache\\s+table"
                            + "|\\btblproperties\\b.*delta",
                    "spark.", "using", "replace", "cache", "tblproperties"),
            Sign.of(Dialect.MYSQL, 4,
                    "on\\s+duplicate\\s+key|insert\\s+ignore|^\\s*replace\\s+into|auto_increment|engine\\s*=\\s*innodb"
                            + "|rename\\s+table|drop\\s+temporary|load\\s+data\\s+(local\\s+)?infile|straight_join",
                    "duplicate", "ignore", "replace", "auto_increment", "innodb", "rename", "temporary", "infile",
                    "straight_join"),
            Sign.of(Dialect.POSTGRES, 3,
                    "on\\s+conflict\\b|::\\s*\\w+|\\bserial\\b|\\breturning\\b|\\bctid\\b|\\$\\$|create\\s+temp\\s+table"
                            + "|\\bilike\\b|on\\s+commit\\s+drop|nextval\\(",
                    "conflict", "::", "serial", "returning", "ctid", "$$", "temp", "ilike", "commit", "nextval("),
            Sign.of(Dialect.SQLITE, 5, "insert\\s+or\\s+(replace|ignore)|\\bpragma\\b|autoincrement|\\bsqlite",
                    "replace",
                    "ignore", "pragma", "autoincrement", "sqlite"),
            Sign.of(Dialect.CLICKHOUSE, 6, "mergetree|clickhouse|\\bprewhere\\b|arrayjoin\\(", "mergetree",
                    "clickhouse",
                    "prewhere", "arrayjoin("),
            Sign.of(Dialect.TSQL, 5,
                    "\\bnvarchar\\b|\\bgo\\s*$|\\[dbo]|\\bsp_\\w+|select\\s+top\\b|\\binto\\s+#\\w+|@@\\w+|declare\\s+@",
                    "nvarchar", "go", "[dbo]", "sp_", "top", "#", "@"),
            Sign.of(Dialect.SNOWFLAKE, 3,
                    "copy\\s+into|@~|\\bvariant\\b|create\\s+or\\s+replace\\s+(transient\\s+)?table|swap\\s+with",
                    "copy", "@~",
                    "variant", "replace", "swap"),
            Sign.of(Dialect.ORACLE, 4, "\\bsysdate\\b|varchar2|\\bfrom\\s+dual\\b|\\bnvl2\\(|\\.nextval", "sysdate",
                    "varchar2",
                    "dual", "nvl2(", ".nextval"),
            Sign.of(Dialect.TRINO, 6, "set\\s+session\\s+\\w+\\.|\\btrino\\b|\\bpresto\\b|from_iso8601", "session",
                    "trino",
                    "presto", "from_iso8601"),
            Sign.of(Dialect.DORIS, 6,
                    "distributed\\s+by\\s+hash|duplicate\\s+key\\s*\\(|unique\\s+key\\s*\\(.*distributed|with\\s+label",
                    "distributed", "duplicate", "label"),
            Sign.of(Dialect.FLINK, 6, "'connector'\\s*=|watermark\\s+for", "'connector'", "watermark"),
            Sign.of(Dialect.BIGQUERY, 5,
                    "`[\\w-]+\\.[\\w-]+\\.[\\w-]+`|insert\\s+row\\b|\\bsafe_cast\\b|_partitiontime|export\\s+data", "`",
                    "row",
                    "safe_cast", "_partitiontime", "export"));

    private DialectGuess() {}

    static Dialect of(String path, String text) {
        String sample = text.substring(0, Math.min(text.length(), LOOKED_AT)).toLowerCase(Locale.ROOT);
        Map<Dialect, Integer> scores = new EnumMap<>(Dialect.class);
        for (Sign sign : SIGNS) {
            if (sign.isIn(sample)) {
                scores.merge(sign.dialect(), sign.weight(), Integer::sum);
            }
        }
        String name = path.toLowerCase(Locale.ROOT);
        if (name.endsWith(".hql") || name.endsWith(".q") || name.endsWith(".hive")) {
            scores.merge(Dialect.HIVE, 3, Integer::sum);
        }
        if (name.endsWith(".osql") || name.endsWith(".odps")) {
            scores.merge(Dialect.ODPS, 5, Integer::sum);
        }
        return scores.entrySet().stream().max(Map.Entry.comparingByValue()).map(Map.Entry::getKey).orElse(Dialect.ANSI);
    }
}
