// SPDX-License-Identifier: Apache-2.0
package dev.reprise.runner.ledger;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

class OffsetWindowTest {
    private final OffsetWindow window = new OffsetWindow();

    @Test
    void shouldHaveNothingToCommitAtFirst() {
        assertThat(window.isAhead()).isFalse();
    }

    @Test
    void shouldNotPassAnOffsetThatIsNotDone() {
        window.take(10);
        window.take(11);
        window.take(13);
        window.finish(11);
        window.finish(13);
        assertThat(window.position()).isEqualTo(10);
    }

    @Test
    void shouldJumpOverAllThatIsDone() {
        window.take(10);
        window.take(11);
        window.finish(11);
        window.finish(10);
        assertThat(window.position()).isEqualTo(12);
        assertThat(window.isAhead()).isTrue();
        window.committed(12);
        assertThat(window.isAhead()).isFalse();
    }
}
