// SPDX-License-Identifier: Apache-2.0
package dev.reprise.core.guard;

import java.math.BigDecimal;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

import dev.reprise.schemas.decision.FailureClass;
import dev.reprise.schemas.job.OverrideRule;

/** What a rerun changes because of the cause of the failure, step by step up to a ceiling. */
public final class Overrides {
    /** Digits without nested repetition: linear whatever is given. */
    private static final Pattern QUANTITY = Pattern.compile("([0-9]{1,15}(?:[.][0-9]{1,6})?)([A-Za-z%]{0,8})");
    private static final Pattern FACTOR = Pattern.compile("x([0-9]{1,4}(?:[.][0-9]{1,4})?)");

    private Overrides() {}

    /**
     * The parameters of the next rerun.
     *
     * @param rules the rules of the job, all of which that match apply in order
     * @param failureClass the class of the failure
     * @param failureRule the classification rule that matched
     * @param current what the last rerun of the episode had
     */
    public static Map<String, String> next(List<OverrideRule> rules, FailureClass failureClass,
            Optional<String> failureRule, Map<String, String> current) {
        Map<String, String> next = new TreeMap<>(current);
        rules.stream().filter(rule -> applies(rule, failureClass, failureRule)).forEach(rule -> rule.set()
                .forEach((name, value) -> next.put(name,
                        change(rule, name, value, Optional.ofNullable(next.get(name))))));
        return Map.copyOf(next);
    }

    /** Whether {@code x} times a quantity with the same unit as the ceiling can be computed: what a policy must state. */
    public static boolean isFactor(String value) {
        return FACTOR.matcher(value).matches();
    }

    /** Whether two values are numbers of the same unit. */
    public static boolean areAlike(String one, String other) {
        Matcher first = QUANTITY.matcher(one);
        Matcher second = QUANTITY.matcher(other);
        return first.matches() && second.matches() && first.group(2).equals(second.group(2));
    }

    private static boolean applies(OverrideRule rule, FailureClass failureClass, Optional<String> failureRule) {
        return rule.failureClass().filter(wanted -> wanted != failureClass).isEmpty()
                && rule.rule().filter(wanted -> failureRule.filter(wanted::equals).isEmpty()).isEmpty();
    }

    private static String change(OverrideRule rule, String name, String value, Optional<String> current) {
        Optional<String> ceiling = Optional.ofNullable(rule.ceiling().get(name));
        Matcher factor = FACTOR.matcher(value);
        if (!factor.matches()) {
            return ceiling.filter(limit -> exceeds(value, limit)).orElse(value);
        }
        Optional<String> from = current.or(() -> Optional.ofNullable(rule.initial().get(name)));
        // What cannot be multiplied stays as it was: a guess could cost a cluster.
        return from.map(start -> times(start, new BigDecimal(factor.group(1)))
                .map(product -> ceiling.filter(limit -> exceeds(product, limit)).orElse(product)).orElse(start))
                .orElse(value);
    }

    private static Optional<String> times(String quantity, BigDecimal factor) {
        Matcher parts = QUANTITY.matcher(quantity);
        return parts.matches()
                ? Optional.of(new BigDecimal(parts.group(1)).multiply(factor).stripTrailingZeros().toPlainString()
                        + parts.group(2))
                : Optional.empty();
    }

    private static boolean exceeds(String value, String limit) {
        Matcher first = QUANTITY.matcher(value);
        Matcher second = QUANTITY.matcher(limit);
        return first.matches() && second.matches() && first.group(2).equals(second.group(2))
                && new BigDecimal(first.group(1)).compareTo(new BigDecimal(second.group(1))) > 0;
    }
}
