// SPDX-License-Identifier: Apache-2.0
package dev.reprise.idempotency.region;

import java.util.Set;

import dev.reprise.idempotency.sql.Expr;

/** Functions whose value is not a function of their arguments. */
public enum Volatile {
    /** reads the wall clock */
    CLOCK,
    /** draws at random */
    RANDOM,
    /** takes the next value of a sequence */
    SEQUENCE,
    /** depends on the order in which rows arrive */
    ORDER;

    private static final Set<String> CLOCKS = Set.of("now", "current_date", "current_timestamp", "current_time",
            "localtime", "localtimestamp",
            "sysdate", "systimestamp", "getdate", "getutcdate", "sysdatetime", "sysutcdatetime", "curdate", "curtime",
            "utc_timestamp", "utc_date",
            "clock_timestamp", "statement_timestamp", "transaction_timestamp", "timeofday", "current_datetime", "today",
            "yesterday",
            "now64", "proctime", "current_row_timestamp", "pg_catalog.now");
    /** Clocks only without arguments: with one they convert it. */
    private static final Set<String> BARE_CLOCKS = Set.of("unix_timestamp", "to_unix_timestamp", "unixepoch",
            "julianday");
    private static final Set<String> RANDOMS = Set.of("rand", "random", "uuid", "newid", "newsequentialid",
            "gen_random_uuid", "generate_uuid",
            "uuid_generate_v4", "uuid_generate_v1", "uuid_string", "sys_guid", "generateuuidv4", "randn", "uuid_short",
            "monotonically_increasing_id",
            "dbms_random.value", "rand_cauchy", "randcanonical", "randstr", "shuffle", "uuidv7", "uuidv4",
            "random_uuid", "randomblob", "unique_id", "seq8", "seq4",
            "input_file_name",
            // Hive: any method of any Java class
            "reflect", "reflect2", "java_method");
    private static final Set<String> SEQUENCES = Set.of("nextval", "next_value_for", "get_next_value",
            "gen_id", "currval", "lastval");
    private static final Set<String> ORDERS = Set.of("first", "last", "any_value", "any", "arbitrary", "collect_list",
            "collect_set", "group_concat",
            "string_agg", "array_agg", "wm_concat", "listagg", "first_value", "last_value", "anylast", "anyheavy",
            "grouparray", "json_agg");

    /**
     * @param call a call
     * @return whether it is of any of these kinds but ORDER
     */
    public static boolean is(Expr.Call call) {
        return CLOCK.made(call) || RANDOM.made(call) || SEQUENCE.made(call);
    }

    /**
     * @param call a call
     * @return whether it is of this kind
     */
    public boolean made(Expr.Call call) {
        String name = call.name();
        return switch (this) {
            case CLOCK -> CLOCKS.contains(name) || BARE_CLOCKS.contains(name) && call.arguments().isEmpty()
                    || (name.equals("datetime") || name.equals("date") || name.equals("strftime")
                            || name.equals("to_timestamp"))
                            && call.arguments().stream().anyMatch(a -> a.text().equals("'now'"))
                    || name.startsWith("cast:")
                            && call.arguments().getFirst().text().matches("'(now|today|yesterday|tomorrow)'")
                    || (name.equals("date") || name.equals("datetime")) && call.arguments().isEmpty();
            case RANDOM -> RANDOMS.contains(name) && !seeded(call);
            case SEQUENCE -> SEQUENCES.contains(name);
            case ORDER -> ORDERS.contains(name);
        };
    }

    private static boolean seeded(Expr.Call call) {
        return (call.name().equals("rand") || call.name().equals("randn")) && call.arguments().size() == 1
                && call.arguments().getFirst() instanceof Expr.Literal;
    }
}
