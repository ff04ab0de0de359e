// SPDX-License-Identifier: Apache-2.0
package dev.reprise.notifier.feed;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

class OffsetTrackerTest {
    private final OffsetTracker tracker = new OffsetTracker(10);

    @Test
    void shouldCommitNoFurtherThanTheOldestRecordThatIsNeeded() {
        Runnable first = tracker.begin(10, 1).part();
        Runnable second = tracker.begin(12, 1).part();
        assertThat(tracker.committable()).isEqualTo(10);

        second.run();
        assertThat(tracker.committable()).isEqualTo(10);
        first.run();
        assertThat(tracker.committable()).isEqualTo(13);
    }

    @Test
    void shouldWaitForEveryPartyAndCountEachOnce() {
        OffsetTracker.Share share = tracker.begin(10, 2);
        Runnable one = share.part();
        Runnable other = share.part();

        one.run();
        one.run();
        assertThat(tracker.committable()).isEqualTo(10);
        other.run();
        assertThat(tracker.committable()).isEqualTo(11);
    }

    @Test
    void shouldPassWhatNobodyNeeds() {
        OffsetTracker.Share unused = tracker.begin(10, 0);

        assertThat(tracker.committable()).isEqualTo(11);
    }

    @Test
    void shouldKnowWhetherThereIsSomethingToCommit() {
        assertThat(tracker.behind()).isTrue();
        tracker.committed(10);
        assertThat(tracker.behind()).isFalse();
    }
}
