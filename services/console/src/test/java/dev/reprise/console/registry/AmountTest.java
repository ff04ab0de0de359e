// SPDX-License-Identifier: Apache-2.0
package dev.reprise.console.registry;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

import dev.reprise.core.guard.Overrides;

/** What is taken here is what the core can multiply. */
class AmountTest {

    @ParameterizedTest
    @ValueSource(strings = {"8g", "512", "1.5Gi", "80%", "0.5"})
    void shouldTakeWhatTheCoreCanCompare(String text) {
        assertThat(Amount.parse(text)).isPresent();
        assertThat(Overrides.areAlike(text, text)).isTrue();
    }

    @ParameterizedTest
    @ValueSource(strings = {"", "g", "8 g", "-1", "1e3", "much", "8gigabytes"})
    void shouldRefuseWhatTheCoreCannotCompare(String text) {
        assertThat(Amount.parse(text)).isEmpty();
        assertThat(Overrides.areAlike(text, text)).isFalse();
    }

    @Test
    void shouldRefuseNothingAtAll() {
        assertThat(Amount.parse("0g")).isEmpty();
    }

    @ParameterizedTest
    @CsvSource({"x2, true", "x1.5, true", "x100, true", "x1, false", "x0, false", "x101, false", "x0.5, false"})
    void shouldTakeFactorsThatMakeMoreOfIt(String factor, boolean usable) {
        assertThat(Amount.isFactor(factor)).isTrue().isEqualTo(Overrides.isFactor(factor));
        assertThat(Amount.isUsableFactor(factor)).isEqualTo(usable);
    }

    @ParameterizedTest
    @ValueSource(strings = {"2", "x", "xl", "2x", "x 2", "x-1", "x12345"})
    void shouldTakeAnythingElseAsAValue(String value) {
        assertThat(Amount.isFactor(value)).isFalse().isEqualTo(Overrides.isFactor(value));
    }
}
