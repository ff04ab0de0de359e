// SPDX-License-Identifier: Apache-2.0
package dev.reprise.runner.target;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Test;

import dev.reprise.runner.ledger.Reruns;
import dev.reprise.schemas.job.TargetSpec;

class RequestHashTest {
    @Test
    void shouldBeTheSameInEveryProcess() {
        // Fixed: the order of a map differs between processes, and a run directory may be older than the runner.
        assertThat(hash("echo", "a")).isEqualTo("37c3b8da0fcbc429deebd38931994363305def5de39795896b7ccf0461ad31ff");
    }

    @Test
    void shouldTellArgumentsApart() {
        assertThat(List.of(hash("echo", "ab"), hash("echo", "a", "b"), hash("echoa", "b"), hash("echo", "a b")))
                .doesNotHaveDuplicates();
    }

    private static String hash(String... command) {
        TargetSpec.Process spec = new TargetSpec.Process(List.of(command), Optional.empty(),
                Map.of("A", "1", "B", "2", "C", "3", "D", "4"), Optional.empty());
        return TargetRequest.of(Reruns.aStart("orders", spec), 1).hash();
    }
}
