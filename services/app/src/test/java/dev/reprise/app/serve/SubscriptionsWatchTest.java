// SPDX-License-Identifier: Apache-2.0
package dev.reprise.app.serve;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

import dev.reprise.app.config.ConfigFile;
import dev.reprise.notifier.receiver.NotifierConfig;

/** Subscriptions change while everything runs; what cannot be used changes nothing. */
class SubscriptionsWatchTest {
    private static final String RECEIVERS = """
            notifier:
              receivers:
                - {name: chat, type: slack, url: "https://hooks.slack.example/x"}
              subscriptions:
            """;
    @TempDir
    private Path directory;

    private static String rule(String name, String receiver) {
        return "    - {name: " + name + ", receivers: [" + receiver + "]}\n";
    }

    @Test
    void shouldPutChangedSubscriptionsInForceAndKeepTheOldOnesWhenTheFileIsBad() throws IOException {
        Path file = Files.writeString(directory.resolve("reprise.yaml"), RECEIVERS + rule("one", "chat"));
        NotifierConfig start = ConfigFile.read(Optional.of(file), Map.of()).notifier();
        List<NotifierConfig> applied = new ArrayList<>();
        SubscriptionsWatch watch = new SubscriptionsWatch(file, Map.of(), start, applied::add);
        for (String bad : List.of(rule("bad", "nobody"), rule("two", "chat") + rule("two", "chat"), "  - nonsense\n",
                "")) {
            Files.writeString(file, RECEIVERS + rule("one", "chat") + bad);
            watch.look();
            assertThat(applied).as("%s", bad).isEmpty();
        }
        Files.writeString(file, RECEIVERS + rule("three", "chat"));
        watch.look();
        watch.look();
        Files.delete(file);
        watch.look();
        Files.writeString(file, RECEIVERS + rule("four", "chat"));
        watch.look();

        assertThat(applied).extracting(config -> config.subscriptions().getFirst().name()).containsExactly("three",
                "four");
    }
}
