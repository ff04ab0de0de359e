// SPDX-License-Identifier: Apache-2.0
package dev.reprise.runtime.failpoint;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatCode;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

final class FailpointsTest {
    @Test
    void shouldBeInertUnlessSet() {
        for (Here place : Here.values()) {
            assertThatCode(() -> Failpoints.none().pass(place)).doesNotThrowAnyException();
        }
        assertThat(Failpoints.none().isSet()).isFalse();
    }

    @Test
    void shouldFailAtThatPassingAlone() {
        Failpoints points = Failpoints.of("kitchen.before-oven:throw:2", Here.values());
        assertThat(points.isSet()).isTrue();
        points.pass(Here.BEFORE_OVEN);
        points.pass(Here.AFTER_OVEN);
        assertThatThrownBy(() -> points.pass(Here.BEFORE_OVEN)).isInstanceOf(FailpointException.class)
                .hasMessageContaining("kitchen.before-oven");
        assertThatCode(() -> points.pass(Here.BEFORE_OVEN)).doesNotThrowAnyException();
    }

    @Test
    void shouldTakeASettingFromAFileOnce(@TempDir Path directory) throws IOException {
        Path file = directory.resolve("fail");
        Failpoints points = Failpoints.of("@" + file, Here.values());
        points.pass(Here.BEFORE_OVEN);
        for (int time = 0; time < 2; time++) {
            Files.writeString(file, "kitchen.before-oven:throw\n");
            points.pass(Here.AFTER_OVEN);
            assertThatThrownBy(() -> points.pass(Here.BEFORE_OVEN)).isInstanceOf(FailpointException.class);
            assertThat(file).doesNotExist();
            assertThatCode(() -> points.pass(Here.BEFORE_OVEN)).doesNotThrowAnyException();
        }
    }

    @Test
    void shouldLeaveTheFailpointsOfOthersToThem() {
        assertThat(Failpoints.of("garden.before-rain:kill", Here.values()).isSet()).isFalse();
    }

    @Test
    void shouldNameTheFailpointsThereAre() {
        assertThatThrownBy(() -> Failpoints.of("kitchen.nowhere:kill", Here.values()))
                .hasMessageContaining("kitchen.after-oven");
        assertThatThrownBy(() -> Failpoints.of("kitchen.before-oven", Here.values()))
                .hasMessageContaining("SERVICE.NAME:MODE");
    }

    private enum Here implements Place {
        BEFORE_OVEN("kitchen.before-oven"), AFTER_OVEN("kitchen.after-oven");

        private final String text;

        Here(String text) {
            this.text = text;
        }

        @Override
        public String text() {
            return text;
        }
    }
}
