// SPDX-License-Identifier: Apache-2.0
package dev.reprise.schemas.bound;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

class BoundsTest {
    private static final String SMILE = "\ud83d\ude42";

    @Test
    void shouldCutATextToItsBound() {
        assertThat(Bounds.head("abcdef", 4)).isEqualTo("abcd");
        assertThat(Bounds.tail("abcdef", 4)).isEqualTo("cdef");
        assertThat(Bounds.head("abc", 3)).isEqualTo("abc");
    }

    @Test
    void shouldNeverCutACharacterInTwo() {
        assertThat(Bounds.head("ab" + SMILE, 3)).isEqualTo("ab");
        assertThat(Bounds.tail(SMILE + "ab", 3)).isEqualTo("ab");
    }

    @Test
    void shouldRefuseWhatIsNoNumber() {
        assertThatIllegalArgumentException().isThrownBy(() -> Bounds.range("jitter", Double.NaN, 0, 1))
                .withMessage("jitter is NaN: give 0.0 to 1.0");
    }

    @Test
    void shouldRefuseAMapThatIsTooLargeInAll() {
        Map<String, String> labels = new HashMap<>();
        for (int i = 10; i < 30; i++) {
            labels.put("key" + i, "v".repeat(250));
        }

        assertThatIllegalArgumentException().isThrownBy(() -> Bounds.labels("labels", labels))
                .withMessage("labels has 5100 characters in all: at most 4096 are allowed");
    }

    @Test
    void shouldNotQuoteAValueThatMayBeASecret() {
        String secret = "hunter2".repeat(100);

        assertThatIllegalArgumentException()
                .isThrownBy(() -> Bounds.map("environment", Map.of("PGPASSWORD", secret), 64, 128, 256))
                .withMessage("environment.PGPASSWORD has 700 characters: at most 256 are allowed");
    }

    @Test
    void shouldCopyWhatItIsGivenAndSortTheNames() {
        Map<String, String> given = new HashMap<>(Map.of("b", "2", "a", "1", "c", "3"));

        Map<String, String> copy = Bounds.labels("labels", given);
        given.clear();

        assertThat(copy).containsExactly(Map.entry("a", "1"), Map.entry("b", "2"), Map.entry("c", "3"));
        assertThat(Bounds.list("emails", List.of("x"), 0, 1)).isUnmodifiable();
    }
}
