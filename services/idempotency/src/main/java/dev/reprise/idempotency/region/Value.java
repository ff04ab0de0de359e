// SPDX-License-Identifier: Apache-2.0
package dev.reprise.idempotency.region;

import java.math.BigDecimal;
import java.util.Locale;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

import dev.reprise.idempotency.sql.Expr;

/**
 * A constant of one instance: a literal, or a parameter with the distance in days that its name states. Two values are
 * comparable when both are literals, or when both are dates of the instance with a known distance.
 *
 * @param text canonical text; equal texts are equal values
 * @param base what the distance counts from; empty for a literal
 * @param days distance in days from the base
 */
public record Value(String text, Optional<String> base, int days) {
    private static final Pattern WHOLE_TEMPLATE = Pattern
            .compile("\\$\\{[^}]*}|\\{\\{.*}}|\\$\\[[^]]*]|\\$\\w+|#\\{[^}]*}|:\\w+|@\\w+|&\\w+");
    private static final Pattern ANY_TEMPLATE = Pattern.compile("\\$\\{|\\{\\{|\\$\\[|#\\{|\\$[A-Za-z_]");
    private static final Pattern BRACKET = Pattern.compile("\\$[\\[{](yyyy[a-z-]*?)([+-]\\d+)?[\\]}]");
    private static final Pattern PLAIN = Pattern.compile("\\d{4}-\\d{2}-\\d{2}|\\d{1,18}");
    private static final Pattern DS_ADD = Pattern.compile(".*ds_add\\(\\w+,\\s*(-?\\d+)\\).*");
    private static final Pattern SUFFIX = Pattern
            .compile("(\\w+?)(?:_?([+-])(\\d+)d?|_(?:minus|sub|m)_?(\\d+)d?|_(\\d+)d?_?(?:ago|before))");
    private static final Set<String> TODAY = Set.of("bizdate", "biz_date", "ds", "dt", "date", "data_date", "run_date",
            "etl_date", "today",
            "stat_date", "day", "process_date", "execution_date", "ds_nodash", "logical_date", "business_date",
            "batch_date", "cur_date", "curdate",
            "yyyymmdd", "p_date", "pt", "data_dt", "etl_dt", "data_day");

    /**
     * @param expr any expression
     * @return its value, or empty when it is no constant of the instance
     */
    public static Optional<Value> of(Expr expr) {
        return switch (expr) {
            case Expr.Literal literal -> Optional.of(literal(literal.value()));
            case Expr.Parameter parameter -> Optional.of(parameter(parameter.text()));
            case Expr.Call call -> shifted(call);
            case Expr.Column _,Expr.Star _,Expr.Subquery _,Expr.Windowed _ -> Optional.empty();
        };
    }

    private static Value literal(String text) {
        if (WHOLE_TEMPLATE.matcher(text).matches() && ANY_TEMPLATE.matcher(text).find()) {
            return parameter(text);
        }
        return ANY_TEMPLATE.matcher(text).find()
                ? new Value(text, Optional.of("text:" + text), 0)
                : new Value(text, Optional.empty(), 0);
    }

    private static Value parameter(String text) {
        String compact = text.replace(" ", "").toLowerCase(Locale.ROOT);
        Matcher bracket = BRACKET.matcher(compact);
        if (bracket.matches()) {
            return new Value(compact, Optional.of("$[" + bracket.group(1)),
                    bracket.group(2) == null ? 0 : Integer.parseInt(bracket.group(2)));
        }
        Matcher added = DS_ADD.matcher(compact);
        if (added.matches()) {
            return new Value(compact, Optional.of("day"), Integer.parseInt(added.group(1)));
        }
        String name = compact.replaceAll("^[$#]?[{\\[]+|[}\\]]+$|^[$:@&]", "")
                .replaceAll("^(hivevar|hiveconf|var|params|dag_run\\.conf):|^bdp\\.system\\.|\\|.*$", "");
        OptionalInt days = days(name);
        return days.isPresent()
                ? new Value(compact, Optional.of("day"), days.getAsInt())
                : new Value(compact, Optional.of("name:" + name), 0);
    }

    /** The distance that a name states, relative to the instance's own day. */
    private static OptionalInt days(String name) {
        if (TODAY.contains(name)) {
            return OptionalInt.of(0);
        }
        if (name.matches(
                "(the_)?day_?before_?yesterday|before_?yesterday|bef_yesterday|last_?2_?days?|two_?days_?ago")) {
            return OptionalInt.of(-2);
        }
        if (name.matches(
                ".*yesterday.*|(last|prev|previous|pre|prior)_?(day|date|ds|dt|bizdate|biz_date|ds_nodash|d|partition|execution_date)")) {
            return OptionalInt.of(-1);
        }
        if (name.matches(".*tomorrow.*|next_?(day|date|ds|dt|bizdate|biz_date|ds_nodash)")) {
            return OptionalInt.of(1);
        }
        Matcher suffix = SUFFIX.matcher(name);
        if (suffix.matches() && TODAY.contains(suffix.group(1))) {
            int amount = Integer.parseInt(suffix.group(3) != null
                    ? suffix.group(3)
                    : suffix.group(4) != null ? suffix.group(4) : suffix.group(5));
            return OptionalInt.of("+".equals(suffix.group(2)) ? amount : -amount);
        }
        return OptionalInt.empty();
    }

    /** date_sub(x, n), date_add(x, n), x - n: the same base at another distance. Other pure calls are opaque constants. */
    private static Optional<Value> shifted(Expr.Call call) {
        if (!constant(call)) {
            return Optional.empty();
        }
        if (call.name().startsWith("cast:") && call.arguments().getFirst() instanceof Expr.Literal literal
                && PLAIN.matcher(literal.value()).matches()) {
            return Optional.of(literal(literal.value())); // the same day or number in another type
        }
        Optional<Value> base = call.arguments().isEmpty() ? Optional.empty() : of(call.arguments().getFirst());
        if (base.isPresent() && base.get().base().isPresent() && call.arguments().size() >= 2) {
            Optional<Integer> amount = whole(call.arguments().get(1));
            boolean daily = call.arguments().size() == 2 || call.arguments().get(2).text().matches("'(dd|day)'");
            if (amount.isPresent() && daily) {
                switch (call.name()) {
                    case "date_sub", "-" -> {
                        return Optional.of(base.get().plus(-amount.get()));
                    }
                    case "date_add", "dateadd", "+" -> {
                        return Optional.of(base.get().plus(amount.get()));
                    }
                    default -> {
                        return Optional.of(new Value(call.text(), Optional.of("call:" + call.text()), 0));
                    }
                }
            }
        }
        if (base.isPresent() && base.get().base().isPresent() && keepsTheDay(call)) {
            return Optional.of(new Value(call.text(), base.get().base(), base.get().days()));
        }
        return Optional.of(new Value(call.text(), Optional.of("call:" + call.text()), 0));
    }

    /** A conversion of a date to another form that still names the day. */
    private static boolean keepsTheDay(Expr.Call call) {
        if (call.name().startsWith("cast:")) {
            return true;
        }
        return switch (call.name()) {
            case "to_date", "date", "unix_timestamp", "from_unixtime", "to_timestamp", "to_unix_timestamp",
                    "str_to_date", "to_char", "date_format", "date_parse", "parse_date" ->
                call.arguments().stream().skip(1)
                        .allMatch(format -> format.text().toLowerCase(Locale.ROOT).contains("d"));
            case "regexp_replace", "replace" ->
                call.arguments().stream().skip(1).allMatch(part -> part.text().length() <= 3);
            default -> false;
        };
    }

    private static Optional<Integer> whole(Expr expr) {
        String text = expr instanceof Expr.Call interval && interval.name().startsWith("interval day")
                ? interval.arguments().getFirst().text().replace("'", "")
                : expr.text();
        return text.matches("-?\\d{1,5}") ? Optional.of(Integer.valueOf(text)) : Optional.empty();
    }

    private static boolean constant(Expr expr) {
        return switch (expr) {
            case Expr.Literal _,Expr.Parameter _ -> true;
            case Expr.Call call -> !Volatile.is(call) && call.arguments().stream().allMatch(Value::constant)
                    && !(call.arguments().isEmpty() && !call.name().equals("row"));
            case Expr.Column _,Expr.Star _,Expr.Subquery _,Expr.Windowed _ -> false;
        };
    }

    private Value plus(int more) {
        return new Value(base.orElseThrow() + (days + more), base, days + more);
    }

    /** @return a text that is the same for literals that are the same value: 1, 01 and 1.0 */
    public String canonical() {
        return base.isPresent() ? text : number(text).map(n -> n.stripTrailingZeros().toPlainString()).orElse(text);
    }

    /**
     * @param other a value
     * @return whether both are the same value for every instance
     */
    public Proof same(Value other) {
        if (text.equals(other.text)) {
            return Proof.YES;
        }
        OptionalInt order = order(other);
        if (order.isEmpty()) {
            return Proof.OPEN;
        }
        if (order.getAsInt() != 0) {
            return Proof.NO;
        }
        // Two names for the same day are usually, but not provably, the same text.
        return base.isPresent() && !base.get().startsWith("$[") ? Proof.OPEN : Proof.YES;
    }

    /**
     * @param other a value
     * @return negative, zero or positive as this is less, equal or greater; empty when not known
     */
    public OptionalInt order(Value other) {
        if (base.isEmpty() && other.base.isEmpty()) {
            Optional<BigDecimal> a = number(text);
            Optional<BigDecimal> b = number(other.text);
            return OptionalInt
                    .of(a.isPresent() && b.isPresent() ? a.get().compareTo(b.get()) : text.compareTo(other.text));
        }
        return base.isPresent() && base.equals(other.base) && !base.get().startsWith("text:")
                && !base.get().startsWith("call:")
                        ? OptionalInt.of(Integer.compare(days, other.days))
                        : OptionalInt.empty();
    }

    private static Optional<BigDecimal> number(String text) {
        return text.matches("-?\\d{1,30}(\\.\\d{1,30})?") ? Optional.of(new BigDecimal(text)) : Optional.empty();
    }
}
