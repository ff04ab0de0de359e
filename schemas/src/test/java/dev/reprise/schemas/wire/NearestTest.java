// SPDX-License-Identifier: Apache-2.0
package dev.reprise.schemas.wire;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class NearestTest {
    private static final List<String> WORDS = List.of("FINAL", "WILL_RETRY", "UNSTATED");

    @ParameterizedTest
    @CsvSource({"final, FINAL", "will-retry, WILL_RETRY", "WILL RETRY, WILL_RETRY", "FINL, FINAL", "UNSTATD, UNSTATED"})
    void shouldFindTheWordMeant(String found, String meant) {
        assertThat(Nearest.of(found, WORDS)).contains(meant);
    }

    @ParameterizedTest
    @ValueSource(strings = {"", "retry", "yes", "数据"})
    void shouldNotGuess(String found) {
        assertThat(Nearest.of(found, WORDS)).isEmpty();
    }

    @Test
    void shouldStayCheapForAnyLength() {
        assertThat(Nearest.of("x".repeat(1_000_000), WORDS)).isEmpty();
    }
}
