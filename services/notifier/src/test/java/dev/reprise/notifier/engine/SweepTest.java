// SPDX-License-Identifier: Apache-2.0
package dev.reprise.notifier.engine;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.TreeSet;
import org.junit.jupiter.api.Test;

final class SweepTest {
    private final TreeSet<String> rows = new TreeSet<>(List.of("a", "b", "c", "d", "e"));
    private final List<String> looks = new ArrayList<>();
    private final Sweep<Integer> sweep = new Sweep<>();

    /** One look at two rows at most. */
    private void look(int version) {
        sweep.from(version).ifPresent(from -> {
            List<String> some = rows.tailSet(from).stream().limit(2).toList();
            some.forEach(row -> looks.add(row + version));
            sweep.reached(some.size() < 2 ? Optional.empty() : Optional.of(some.getLast()));
        });
    }

    @Test
    void shouldLookAtEveryRowOnceForAVersion() {
        for (int i = 0; i < 10; i++) {
            look(1);
        }
        assertThat(looks).containsExactly("a1", "b1", "c1", "d1", "e1");
    }

    @Test
    void shouldReachTheLastRowThoughAnotherVersionComesWithEachLook() {
        for (int version = 1; version <= 6; version++) {
            look(version);
        }
        assertThat(looks).contains("e3", "e6");
    }

    @Test
    void shouldLookAgainAtWhatItSawBeforeTheVersionCame() {
        look(1);
        for (int i = 0; i < 10; i++) {
            look(2);
        }
        assertThat(looks).containsExactly("a1", "b1", "c2", "d2", "e2", "a2", "b2", "c2", "d2", "e2");
    }
}
