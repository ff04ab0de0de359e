// SPDX-License-Identifier: Apache-2.0
package dev.reprise.app.serve;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import com.sun.net.httpserver.HttpServer;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

import dev.reprise.app.cli.CommandRun;

/** What {@code docs/alerts.md} tells a new user to do, done word for word: files and commands are taken from the page. */
class FirstMessageIT {

    private static final Duration PATIENCE = Duration.ofSeconds(120);
    private static final Pattern BLOCK = Pattern.compile("```(yaml|sh)\n(.*?)```", Pattern.DOTALL);
    private static final Pattern WORD = Pattern.compile("\"([^\"]*)\"|(\\S+)");

    @TempDir
    private Path directory;

    private final List<String> received = new CopyOnWriteArrayList<>();

    @Test
    void shouldTellWhatThePageSays() throws Exception {
        List<String> blocks = blocks();
        HttpServer channel = channel();
        String address = "http://127.0.0.1:" + channel.getAddress().getPort() + "/hook";
        // The page's channel is elsewhere; the test's is on this machine, which has to be allowed.
        Path config = Files.writeString(directory.resolve("reprise.yaml"),
                blocks.get(0).replace("\"${env:SLACK_WEBHOOK}\"", "\"${env:SLACK_WEBHOOK}\", allow-loopback: true"));
        Files.writeString(directory.resolve("jobs.yaml"), blocks.get(1));
        assertThat(blocks.get(2)).contains("export SLACK_WEBHOOK=").contains("reprise up --config reprise.yaml");
        List<String> commands = blocks.get(3).lines().toList();
        assertThat(commands).hasSize(5);

        try (UpProcess up = UpProcess.start(directory.resolve("data"), directory, Map.of("SLACK_WEBHOOK", address),
                "--config", config.toString())) {
            String server = up.awaitReady();

            assertThat(run(server, commands.get(0)).code()).isZero();
            await().atMost(PATIENCE).until(() -> run(server, "reprise jobs list").out().contains("demo/once"));
            assertThat(run(server, commands.get(1)).code()).isEqualTo(1);
            awaitMessage(1, "demo/once");
            await().atMost(PATIENCE).untilAsserted(
                    () -> assertThat(run(server, commands.get(2)).out()).contains("NON_IDEMPOTENT", "demo/once"));
            CommandRun taken = run(server, commands.get(3));
            assertThat(taken.err()).isEmpty();
            assertThat(taken.code()).isZero();
            awaitMessage(2, "demo/once");
            assertThat(run(server, commands.get(4)).code()).isZero();
            awaitMessage(3, "demo/once");
            await().atMost(PATIENCE)
                    .untilAsserted(() -> assertThat(run(server, commands.get(2)).out()).doesNotContain("demo/once"));
        } finally {
            channel.stop(0);
        }
        assertThat(received).hasSize(3);
        assertThat(received.get(0)).contains("not idempotent");
        assertThat(received.get(2)).containsIgnoringCase("resolved");
    }

    private void awaitMessage(int number, String text) {
        await().atMost(PATIENCE).untilAsserted(() -> assertThat(received).hasSizeGreaterThanOrEqualTo(number));
        assertThat(received.get(number - 1)).contains(text);
    }

    /** The first two files, the two lines that start it, and the commands. */
    private static List<String> blocks() throws IOException {
        String page = Files.readString(Path.of("../../docs/alerts.md"));
        Matcher block = BLOCK.matcher(page.substring(page.indexOf("## From nothing to a received message")));
        List<String> found = new ArrayList<>();
        while (found.size() < 4 && block.find()) {
            found.add(block.group(2));
        }
        assertThat(found).hasSize(4);
        return found;
    }

    private HttpServer channel() throws IOException {
        HttpServer server = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
        server.createContext("/hook", exchange -> {
            received.add(new String(exchange.getRequestBody().readAllBytes(), StandardCharsets.UTF_8));
            byte[] answer = "ok".getBytes(StandardCharsets.UTF_8);
            exchange.sendResponseHeaders(200, answer.length);
            exchange.getResponseBody().write(answer);
            exchange.close();
        });
        server.start();
        return server;
    }

    /** A line as a shell would read it; its files are in the test's directory. */
    private CommandRun run(String server, String line) {
        List<String> words = new ArrayList<>();
        Matcher word = WORD.matcher(line);
        while (word.find()) {
            String text = word.group(1) != null ? word.group(1) : word.group(2);
            words.add(text.equals("jobs.yaml") ? directory.resolve(text).toString() : text);
        }
        assertThat(words.removeFirst()).isEqualTo("reprise");
        return CommandRun.of(Map.of("REPRISE_SERVER", server, "HOME", "/nonexistent"), words.toArray(String[]::new));
    }
}
