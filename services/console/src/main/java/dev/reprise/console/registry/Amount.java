// SPDX-License-Identifier: Apache-2.0
package dev.reprise.console.registry;

import java.math.BigDecimal;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * A number with its unit, such as {@code 8g} or {@code 1.5}.
 *
 * @param number above zero
 * @param unit letters or a percent sign behind it; empty for none
 */
record Amount(BigDecimal number, String unit) {

    /** The greatest factor. */
    static final int MAX_FACTOR = 100;
    private static final Pattern FORM = Pattern.compile("([0-9]{1,15}(?:[.][0-9]{1,6})?)([A-Za-z%]{0,8})");
    private static final Pattern FACTOR = Pattern.compile("x([0-9]{1,4}(?:[.][0-9]{1,4})?)");

    /** Reads an amount; empty for a text that is none. */
    static Optional<Amount> parse(String text) {
        Matcher matcher = FORM.matcher(text);
        return matcher.matches() && new BigDecimal(matcher.group(1)).signum() > 0
                ? Optional.of(new Amount(new BigDecimal(matcher.group(1)), matcher.group(2)))
                : Optional.empty();
    }

    /** Whether a value multiplies: {@code x2}. */
    static boolean isFactor(String text) {
        return FACTOR.matcher(text).matches();
    }

    /** Whether a factor makes more of what it multiplies, and not too much. */
    static boolean isUsableFactor(String text) {
        BigDecimal factor = new BigDecimal(text.substring(1));
        return factor.compareTo(BigDecimal.ONE) > 0 && factor.compareTo(BigDecimal.valueOf(MAX_FACTOR)) <= 0;
    }

    @Override
    public String toString() {
        return number.toPlainString() + unit;
    }
}
