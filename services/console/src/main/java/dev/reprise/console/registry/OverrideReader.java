// SPDX-License-Identifier: Apache-2.0
package dev.reprise.console.registry;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.regex.Pattern;

import dev.reprise.schemas.decision.FailureClass;
import dev.reprise.schemas.job.FailureRule;
import dev.reprise.schemas.job.OverrideRule;
import dev.reprise.schemas.job.Policy;

/** Reads {@code overrides}: what a rerun changes because of the cause of the failure. */
final class OverrideReader {

    private static final Pattern PARAMETER = Pattern.compile("[A-Za-z0-9_.-]+");

    private OverrideReader() {}

    static Optional<List<OverrideRule>> read(Section policy) {
        if (!policy.has("overrides")) {
            return Optional.empty();
        }
        List<OverrideRule> overrides = new ArrayList<>();
        for (Section section : policy.sections("overrides", Policy.MAX_OVERRIDES)) {
            override(section).ifPresent(overrides::add);
        }
        return Optional.of(overrides);
    }

    private static Optional<OverrideRule> override(Section override) {
        override.require("on", "write a class of failure, such as on: resource, or the id of a rule");
        override.require("set", "write what changes, such as set: {memory: x2}");
        Optional<String> on = override.text("on", FailureRule.MAX_ID);
        Map<String, String> set = override.table("set");
        Map<String, String> initial = override.table("initial");
        Map<String, String> ceiling = override.table("ceiling");
        override.finish();
        set.forEach((name, value) -> checkParameter(override, name, value, initial, ceiling));
        checkIsSet(override, "initial", initial, set);
        checkIsSet(override, "ceiling", ceiling, set);
        return on.flatMap(word -> {
            Optional<FailureClass> failureClass = Optional.ofNullable(Words.CLASSES.get(word));
            return override.make("set", () -> new OverrideRule(failureClass,
                    failureClass.isPresent() ? Optional.empty() : Optional.of(word), set, initial, ceiling));
        });
    }

    private static void checkParameter(Section override, String name, String value, Map<String, String> initial,
            Map<String, String> ceiling) {
        if (!PARAMETER.matcher(name).matches()) {
            override.refuse("set", "'" + name + "' is no name of a parameter",
                    "use letters, digits, dots, dashes and underscores: a target refers to it as {{override.NAME:DEFAULT}}");
        }
        if (!Amount.isFactor(value)) {
            if (initial.containsKey(name) || ceiling.containsKey(name)) {
                override.refuse(initial.containsKey(name) ? "initial" : "ceiling",
                        name + " is set to " + value + ", which multiplies nothing",
                        "write a factor such as x2 under set, or remove it here");
            }
            return;
        }
        if (!Amount.isUsableFactor(value)) {
            override.refuse("set", name + " is multiplied by " + value,
                    "choose a factor above 1 and up to " + Amount.MAX_FACTOR);
        }
        Optional<Amount> first = amount(override, "initial", name, value, initial);
        Optional<Amount> last = amount(override, "ceiling", name, value, ceiling);
        if (first.isPresent() && last.isPresent()) {
            compare(override, name, first.get(), last.get());
        }
    }

    private static Optional<Amount> amount(Section override, String key, String name, String factor,
            Map<String, String> amounts) {
        String written = amounts.get(name);
        if (written == null) {
            override.refuse(key, name + " is multiplied by " + factor + ", and has no " + key,
                    "write " + key + ": {" + name + ": AMOUNT}, such as 8g");
            return Optional.empty();
        }
        Optional<Amount> amount = Amount.parse(written);
        if (amount.isEmpty()) {
            override.refuse(key, name + " is '" + written + "', which cannot be multiplied",
                    "write a number above zero and its unit, such as 8g");
        }
        return amount;
    }

    private static void compare(Section override, String name, Amount initial, Amount ceiling) {
        if (!initial.unit().equals(ceiling.unit())) {
            override.refuse("ceiling", name + " begins at " + initial + " and ends at " + ceiling
                    + ", which are of different units", "write both in the same unit");
        } else if (ceiling.number().compareTo(initial.number()) < 0) {
            override.refuse("ceiling", name + " begins at " + initial + ", above its ceiling of " + ceiling,
                    "raise the ceiling, or lower initial");
        }
    }

    private static void checkIsSet(Section override, String key, Map<String, String> amounts,
            Map<String, String> set) {
        amounts.keySet().stream().filter(name -> !set.containsKey(name)).forEach(name -> override.refuse(key,
                name + " is not set", "set it to a factor such as x2, or remove it here"));
    }
}
