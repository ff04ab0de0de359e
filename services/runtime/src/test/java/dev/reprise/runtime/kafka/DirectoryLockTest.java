// SPDX-License-Identifier: Apache-2.0
package dev.reprise.runtime.kafka;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

import dev.reprise.runtime.lifecycle.StartRefusedException;

class DirectoryLockTest {

    @TempDir
    Path directory;

    @Test
    void shouldRefuseSecondHolderNamingTheFirst() {
        try (DirectoryLock held = DirectoryLock.take(directory)) {
            assertThat(held).isNotNull();
            assertThatThrownBy(() -> DirectoryLock.take(directory)).isInstanceOf(StartRefusedException.class)
                    .hasMessageContaining(directory.toString())
                    .hasMessageContaining("process " + ProcessHandle.current().pid());
        }
    }

    @Test
    void shouldBeFreeAfterClose() {
        DirectoryLock first = DirectoryLock.take(directory);
        first.close();
        first.close();

        DirectoryLock.take(directory).close();
    }
}
