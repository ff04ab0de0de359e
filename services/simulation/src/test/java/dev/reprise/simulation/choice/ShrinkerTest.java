// SPDX-License-Identifier: Apache-2.0
package dev.reprise.simulation.choice;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

class ShrinkerTest {
    private static final Choice COMMIT = new Choice(Act.COMMIT, 7);
    private static final Choice FORGET = new Choice(Act.FORGET, 9);

    @Test
    void shouldLeaveOutAllThatIsNotNeeded() {
        List<Choice> choices = new ArrayList<>(Recording.of(17).choices());
        choices.add(30, COMMIT);
        choices.add(150, FORGET);
        Recording small = Shrinker.shrink(new Recording(17, choices), history -> {
            int commit = history.choices().indexOf(COMMIT);
            return commit >= 0 && history.choices().lastIndexOf(FORGET) > commit;
        });
        assertThat(small.choices()).containsExactly(COMMIT, FORGET);
    }

    @Test
    void shouldFindThatNothingIsNeeded() {
        assertThat(Shrinker.shrink(Recording.of(3), _ -> true).choices()).isEmpty();
    }

    @Test
    void shouldReadWhatItWrites() {
        Recording recording = Recording.of(42);
        assertThat(Recording.parse("# kept because of it\n" + recording.text())).isEqualTo(recording);
    }

    @Test
    void shouldNameTheLineThatCannotBeRead() {
        assertThatIllegalArgumentException().isThrownBy(() -> Recording.parse("setting 1\nSLEEP 3\n"))
                .withMessageContaining("line 2").withMessageContaining("SLEEP 3");
        assertThatIllegalArgumentException().isThrownBy(() -> Recording.parse("COMMIT 3\n"))
                .withMessageContaining("setting");
    }

    @Test
    void shouldDrawTheSameChoicesForTheSameSeed() {
        assertThat(Choices.of(5)).isEqualTo(Choices.of(5)).isNotEqualTo(Choices.of(6)).hasSizeBetween(200, 500);
    }
}
