// SPDX-License-Identifier: Apache-2.0
package dev.reprise.runner.failpoint;

import static org.assertj.core.api.Assertions.assertThatCode;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import org.junit.jupiter.api.Test;

class FailpointsTest {
    @Test
    void shouldBeInertUnlessSet() {
        for (Failpoint point : Failpoint.values()) {
            assertThatCode(() -> Failpoints.none().pass(point)).doesNotThrowAnyException();
        }
    }

    @Test
    void shouldThrowAtThatPassingOnly() {
        Failpoints points = Failpoints.of("before-call:throw:2");
        points.pass(Failpoint.BEFORE_CALL);
        points.pass(Failpoint.AFTER_CALL);
        assertThatThrownBy(() -> points.pass(Failpoint.BEFORE_CALL)).isInstanceOf(FailpointException.class);
        assertThatCode(() -> points.pass(Failpoint.BEFORE_CALL)).doesNotThrowAnyException();
    }

    @Test
    void shouldNameTheFailpointsThereAre() {
        assertThatThrownBy(() -> Failpoints.of("nowhere:kill")).hasMessageContaining("after-intent-commit");
        assertThatThrownBy(() -> Failpoints.of("before-call")).hasMessageContaining("NAME:kill");
    }
}
