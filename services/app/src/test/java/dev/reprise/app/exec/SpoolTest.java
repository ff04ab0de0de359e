// SPDX-License-Identifier: Apache-2.0
package dev.reprise.app.exec;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

import dev.reprise.app.exec.RunEvents.Event;

class SpoolTest {

    private static final long NOW = 1_795_985_798_968L;

    @TempDir
    private Path directory;

    @Test
    void shouldGiveBackTheOldestFirst() {
        Spool spool = new Spool(directory.resolve("spool"), 10);
        spool.add(event("b"), NOW + 1);
        spool.add(event("a"), NOW);
        assertThat(texts(spool)).containsExactly("a", "b");
    }

    @Test
    void shouldDropTheOldestWhenItIsFull() {
        Spool spool = new Spool(directory, 2);
        for (int i = 0; i < 4; i++) {
            spool.add(event("e" + i), NOW + i);
        }
        assertThat(texts(spool)).containsExactly("e2", "e3");
    }

    @Test
    void shouldForgetWhatIsRemovedEvenTwice() {
        Spool spool = new Spool(directory, 2);
        spool.add(event("a"), NOW);
        List<Spool.Kept> kept = spool.oldest(1);
        kept.forEach(spool::remove);
        kept.forEach(spool::remove);
        assertThat(spool.oldest(10)).isEmpty();
    }

    @Test
    void shouldBeEmptyWithoutADirectory() {
        assertThat(new Spool(directory.resolve("absent"), 2).oldest(10)).isEmpty();
    }

    private static List<String> texts(Spool spool) {
        return spool.oldest(10).stream().map(kept -> new String(kept.json(), StandardCharsets.UTF_8)).toList();
    }

    private static Event event(String text) {
        return new Event(text, text.getBytes(StandardCharsets.UTF_8));
    }
}
