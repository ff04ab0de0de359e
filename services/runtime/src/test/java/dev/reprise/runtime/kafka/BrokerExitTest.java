// SPDX-License-Identifier: Apache-2.0
package dev.reprise.runtime.kafka;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.ArrayList;
import java.util.List;
import org.apache.kafka.common.utils.internals.Exit;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

class BrokerExitTest {

    @AfterEach
    void reset() {
        Exit.resetExitProcedure();
        Exit.resetHaltProcedure();
    }

    @Test
    void shouldTurnExitsIntoMessages() {
        List<String> told = new ArrayList<>();
        Runnable end = BrokerExit.divertTo(told::add);

        assertThatThrownBy(() -> Exit.exit(1, "raft fault")).isInstanceOf(IllegalStateException.class)
                .hasMessageContaining("raft fault");
        assertThatThrownBy(() -> Exit.halt(2)).hasMessageContaining("status 2");
        end.run();
        assertThatThrownBy(() -> Exit.exit(3)).hasMessageContaining("status 3");

        assertThat(told).containsExactly("embedded broker failed (status 1): raft fault",
                "embedded broker failed (status 2)");
    }
}
