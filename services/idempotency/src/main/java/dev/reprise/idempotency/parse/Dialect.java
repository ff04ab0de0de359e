// SPDX-License-Identifier: Apache-2.0
package dev.reprise.idempotency.parse;

import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.Optional;

/**
 * A SQL dialect with what its engine guarantees. The profile is the measured one of the design; where an engine's
 * guarantee is not known the pessimistic value stands.
 */
public enum Dialect {
    /** no engine in particular: an atomic statement, ANSI quoting; DDL is taken to commit, as on most engines */
    ANSI("other", Trait.ATOMIC, Trait.TRANSACTIONS, Trait.DDL_COMMITS),
    /** Google BigQuery */
    BIGQUERY("bigquery", Trait.ATOMIC, Trait.STRINGS_IN_DOUBLE_QUOTES, Trait.BACKSLASH, Trait.HASH_COMMENT,
            Trait.TRANSACTIONS, Trait.DDL_COMMITS),
    /** ClickHouse: an insert is atomic per block only */
    CLICKHOUSE("clickhouse", Trait.BACKSLASH),
    /** Apache Doris and StarRocks */
    DORIS("doris", Trait.ATOMIC, Trait.STRINGS_IN_DOUBLE_QUOTES, Trait.BACKSLASH),
    /** DuckDB */
    DUCKDB("postgresql", Trait.ATOMIC, Trait.TRANSACTIONS),
    /** Apache Flink SQL */
    FLINK("hive"),
    /** H2: DDL commits */
    H2("h2", Trait.ATOMIC, Trait.TRANSACTIONS, Trait.DDL_COMMITS),
    /** Apache Hive */
    HIVE("hive", Trait.STRINGS_IN_DOUBLE_QUOTES, Trait.BACKSLASH, Trait.LAKE),
    /** MySQL, MariaDB, TiDB, PolarDB: DDL commits, SET runs left to right */
    MYSQL("mysql", Trait.ATOMIC, Trait.STRINGS_IN_DOUBLE_QUOTES, Trait.BACKSLASH, Trait.HASH_COMMENT,
            Trait.TRANSACTIONS, Trait.DDL_COMMITS, Trait.LEFT_TO_RIGHT),
    /** MaxCompute */
    ODPS("odps", Trait.STRINGS_IN_DOUBLE_QUOTES, Trait.BACKSLASH, Trait.LAKE),
    /** Oracle: DDL commits */
    ORACLE("oracle", Trait.ATOMIC, Trait.TRANSACTIONS, Trait.DDL_COMMITS),
    /** PostgreSQL, Greenplum, Hologres: transactional DDL */
    POSTGRES("postgresql", Trait.ATOMIC, Trait.TRANSACTIONS),
    /** Amazon Redshift */
    REDSHIFT("redshift", Trait.ATOMIC, Trait.TRANSACTIONS),
    /** Snowflake: DDL commits */
    SNOWFLAKE("snowflake", Trait.ATOMIC, Trait.BACKSLASH, Trait.TRANSACTIONS, Trait.DDL_COMMITS),
    /** Apache Spark, Databricks */
    SPARK("spark", Trait.STRINGS_IN_DOUBLE_QUOTES, Trait.BACKSLASH, Trait.LAKE),
    /** SQLite */
    SQLITE("sqlite", Trait.ATOMIC, Trait.TRANSACTIONS),
    /** Trino, Presto, Athena */
    TRINO("trino", Trait.ATOMIC),
    /** SQL Server, Azure Synapse */
    TSQL("sqlserver", Trait.ATOMIC, Trait.TRANSACTIONS, Trait.BRACKETS);

    private enum Trait {
        ATOMIC, TRANSACTIONS, DDL_COMMITS, STRINGS_IN_DOUBLE_QUOTES, BACKSLASH, HASH_COMMENT, BRACKETS, LEFT_TO_RIGHT, LAKE
    }

    private final String druidName;
    private final List<Trait> traits;

    Dialect(String druidName, Trait... traits) {
        this.druidName = druidName;
        this.traits = List.of(traits);
    }

    /** @return whether a failed statement leaves nothing behind */
    public boolean statementAtomic() {
        return traits.contains(Trait.ATOMIC);
    }

    /** @return whether several statements can be one atomic step */
    public boolean transactional() {
        return traits.contains(Trait.TRANSACTIONS);
    }

    /** @return whether DDL and TRUNCATE end a transaction */
    public boolean ddlCommits() {
        return traits.contains(Trait.DDL_COMMITS);
    }

    /** @return whether SET assignments see the values set before them in the same UPDATE */
    public boolean assignsLeftToRight() {
        return traits.contains(Trait.LEFT_TO_RIGHT);
    }

    /** @return whether partitions are first-class and an overwrite publishes at its end (Hive, MaxCompute, Spark) */
    public boolean lake() {
        return traits.contains(Trait.LAKE);
    }

    /** @return whether the foreign parsers read practically all of it */
    boolean wellKnown() {
        return switch (this) {
            case HIVE, MYSQL, ODPS, POSTGRES, SPARK -> true;
            case ANSI, BIGQUERY, CLICKHOUSE, DORIS, DUCKDB, FLINK, H2, ORACLE, REDSHIFT, SNOWFLAKE, SQLITE, TRINO,
                    TSQL ->
                false;
        };
    }

    /** @return whether a declared primary or unique key is enforced on insert */
    public boolean enforcesKeys() {
        return switch (this) {
            case ANSI, DUCKDB, H2, MYSQL, ORACLE, POSTGRES, SQLITE, TSQL -> true;
            case BIGQUERY, CLICKHOUSE, DORIS, FLINK, HIVE, ODPS, REDSHIFT, SNOWFLAKE, SPARK, TRINO -> false;
        };
    }

    boolean stringsInDoubleQuotes() {
        return traits.contains(Trait.STRINGS_IN_DOUBLE_QUOTES);
    }

    boolean backslashEscapes() {
        return traits.contains(Trait.BACKSLASH);
    }

    boolean hashComments() {
        return traits.contains(Trait.HASH_COMMENT);
    }

    boolean brackets() {
        return traits.contains(Trait.BRACKETS);
    }

    boolean dollarQuotes() {
        return switch (this) {
            case POSTGRES, REDSHIFT, DUCKDB, SNOWFLAKE, ANSI -> true;
            case BIGQUERY, CLICKHOUSE, DORIS, FLINK, H2, HIVE, MYSQL, ODPS, ORACLE, SPARK, SQLITE, TRINO, TSQL -> false;
        };
    }

    String druidName() {
        return druidName;
    }

    /**
     * @param name a dialect's name or a usual synonym, any case
     * @return the dialect, or empty for {@code auto} and for names not known
     */
    public static Optional<Dialect> named(String name) {
        String key = name.toLowerCase(Locale.ROOT).replace("-", "").replace("_", "").strip();
        return Optional.ofNullable(switch (key) {
            case "maxcompute", "aliyun", "dataworks" -> ODPS;
            case "postgresql", "pg", "greenplum", "hologres", "gaussdb", "kingbase", "cockroachdb", "adbpg" -> POSTGRES;
            case "mariadb", "tidb", "polardb", "polardbx", "oceanbase", "adb", "drds" -> MYSQL;
            case "sparksql", "databricks", "delta" -> SPARK;
            case "presto", "athena", "prestodb" -> TRINO;
            case "starrocks", "selectdb" -> DORIS;
            case "sqlserver", "mssql", "synapse", "transactsql" -> TSQL;
            case "hiveql", "impala" -> HIVE;
            case "flinksql" -> FLINK;
            case "generic", "sql", "other", "ansisql" -> ANSI;
            default -> Arrays.stream(values()).filter(d -> d.name().equalsIgnoreCase(key)).findFirst().orElse(null);
        });
    }

    /** @return the names that {@link #named} knows first, for messages */
    public static List<String> names() {
        return Arrays.stream(values()).map(d -> d.name().toLowerCase(Locale.ROOT)).toList();
    }
}
