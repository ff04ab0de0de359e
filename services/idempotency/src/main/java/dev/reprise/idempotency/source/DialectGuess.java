// SPDX-License-Identifier: Apache-2.0
package dev.reprise.idempotency.source;

import java.util.EnumMap;
import java.util.Locale;
import java.util.Map;
import java.util.regex.Pattern;

import dev.reprise.idempotency.parse.Dialect;

/** Which dialect a text is written in, by words that only some dialects have. Without any it is the generic one. */
final class DialectGuess {
    /** A guess looks at the beginning only: 64 thousand characters. */
    private static final int LOOKED_AT = 64_000;

    private record Sign(Pattern pattern, Dialect dialect, int weight) {
        static Sign of(String regex, Dialect dialect, int weight) {
            return new Sign(Pattern.compile(regex), dialect, weight);
        }
    }

    private static final java.util.List<Sign> SIGNS = java.util.List.of(
            Sign.of("\\bodps\\b|\\blifecycle\\s+\\d|\\bmaxcompute\\b", Dialect.ODPS, 5),
            Sign.of("\\$\\{(bizdate|bdp\\.system)|\\$\\[yyyy|getdate\\(\\)|\\bwm_concat\\b|max_pt\\(|@\\w+\\s*:=\\s*select",
                    Dialect.ODPS, 3),
            Sign.of("insert\\s+overwrite|\\bpartition\\s*\\(\\s*\\w+\\s*[=)]", Dialect.ODPS, 1),
            Sign.of("unload\\s+from", Dialect.ODPS, 3),
            Sign.of("\\bhive\\.|\\bhiveconf\\b|\\bhivevar\\b|lateral\\s+view|stored\\s+as|row\\s+format|load\\s+data\\s+(local\\s+)?inpath|msck\\s+repair",
                    Dialect.HIVE, 3),
            Sign.of("insert\\s+overwrite|\\bpartitioned\\s+by\\b", Dialect.HIVE, 2),
            Sign.of("\\bspark\\.|using\\s+(parquet|delta|iceberg|orc|csv)|replace\\s+where|cache\\s+table|\\btblproperties\\b.*delta",
                    Dialect.SPARK, 4),
            Sign.of("on\\s+duplicate\\s+key|insert\\s+ignore|^\\s*replace\\s+into|auto_increment|engine\\s*=\\s*innodb|rename\\s+table|drop\\s+temporary|load\\s+data\\s+(local\\s+)?infile|straight_join",
                    Dialect.MYSQL, 4),
            Sign.of("on\\s+conflict\\b|::\\s*\\w+|\\bserial\\b|\\breturning\\b|\\bctid\\b|\\$\\$|create\\s+temp\\s+table|\\bilike\\b|on\\s+commit\\s+drop|nextval\\(",
                    Dialect.POSTGRES, 3),
            Sign.of("insert\\s+or\\s+(replace|ignore)|\\bpragma\\b|autoincrement|\\bsqlite", Dialect.SQLITE, 5),
            Sign.of("mergetree|clickhouse|\\bprewhere\\b|arrayjoin\\(", Dialect.CLICKHOUSE, 6),
            Sign.of("\\bnvarchar\\b|\\bgo\\s*$|\\[dbo]|\\bsp_\\w+|select\\s+top\\b|\\binto\\s+#\\w+|@@\\w+|declare\\s+@",
                    Dialect.TSQL, 5),
            Sign.of("copy\\s+into|@~|\\bvariant\\b|create\\s+or\\s+replace\\s+(transient\\s+)?table|swap\\s+with",
                    Dialect.SNOWFLAKE, 3),
            Sign.of("\\bsysdate\\b|varchar2|\\bfrom\\s+dual\\b|\\bnvl2\\(|\\.nextval", Dialect.ORACLE, 4),
            Sign.of("set\\s+session\\s+\\w+\\.|\\btrino\\b|\\bpresto\\b|from_iso8601", Dialect.TRINO, 6),
            Sign.of("distributed\\s+by\\s+hash|duplicate\\s+key\\s*\\(|unique\\s+key\\s*\\(.*distributed|with\\s+label",
                    Dialect.DORIS, 6),
            Sign.of("'connector'\\s*=|watermark\\s+for", Dialect.FLINK, 6),
            Sign.of("`[\\w-]+\\.[\\w-]+\\.[\\w-]+`|insert\\s+row\\b|\\bsafe_cast\\b|_partitiontime|export\\s+data",
                    Dialect.BIGQUERY, 5));

    private DialectGuess() {}

    static Dialect of(String path, String text) {
        String sample = text.substring(0, Math.min(text.length(), LOOKED_AT)).toLowerCase(Locale.ROOT);
        Map<Dialect, Integer> scores = new EnumMap<>(Dialect.class);
        for (Sign sign : SIGNS) {
            if (sign.pattern().matcher(sample).find()) {
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
