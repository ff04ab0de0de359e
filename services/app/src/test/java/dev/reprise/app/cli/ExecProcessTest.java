// SPDX-License-Identifier: Apache-2.0
package dev.reprise.app.cli;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import java.io.IOException;
import java.lang.ProcessBuilder.Redirect;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

import dev.reprise.app.RepriseMain;

/** The wrapper as a process of its own: bytes, streams and signals. */
@Timeout(value = 180, unit = TimeUnit.SECONDS)
class ExecProcessTest {

    private static final Duration PATIENCE = Duration.ofSeconds(120);

    private final StubServer server = new StubServer();

    @TempDir
    private Path directory;

    @BeforeEach
    void accept() {
        server.answer("POST", "/api/v1/events", 202, "{}");
    }

    @AfterEach
    void stop() {
        server.close();
    }

    @Test
    void shouldPassBinaryOutputAndInputUnchanged() throws Exception {
        byte[] bytes = new byte[300_000];
        new Random(7).nextBytes(bytes);
        Path input = Files.write(directory.resolve("in"), bytes);
        Path output = directory.resolve("out");
        Process wrapper = wrap("cat").redirectInput(input.toFile()).redirectOutput(output.toFile())
                .redirectError(Redirect.DISCARD).start();
        assertThat(wrapper.waitFor()).isZero();
        assertThat(Files.readAllBytes(output)).isEqualTo(bytes);
    }

    @Test
    void shouldKeepTheOrderBetweenBothStreamsWhereTheyGoToOnePlace() throws Exception {
        Path output = directory.resolve("out");
        Process wrapper = wrap("sh", "-c", "i=0; while [ $i -lt 200 ]; do echo o$i; echo e$i >&2; i=$((i+1)); done")
                .redirectErrorStream(true).redirectOutput(output.toFile()).start();
        assertThat(wrapper.waitFor()).isZero();
        List<String> expected = new ArrayList<>();
        for (int i = 0; i < 200; i++) {
            expected.add("o" + i);
            expected.add("e" + i);
        }
        assertThat(Files.readAllLines(output)).isEqualTo(expected);
    }

    @ParameterizedTest
    @CsvSource({"TERM, 143", "INT, 130", "HUP, 129"})
    void shouldPassSignalsOnAndEndAsTheCommandEnds(String signal, int code) throws Exception {
        Path began = directory.resolve("began");
        // A shell of its own for each, as background commands of a shell ignore INT.
        Process wrapper = wrap("perl", "-e", "open(F, '>', $ARGV[0]); close F; sleep 300", began.toString())
                .redirectErrorStream(true).redirectOutput(directory.resolve("out").toFile()).start();
        await().atMost(PATIENCE).until(() -> Files.exists(began));
        assertThat(new ProcessBuilder("kill", "-" + signal, Long.toString(wrapper.pid())).start().waitFor()).isZero();
        assertThat(wrapper.waitFor()).isEqualTo(code);
        assertThat(server.received().getLast().body()).contains("run.failed").contains("\"exitCode\":" + code);
    }

    @Test
    void shouldLetTheCommandAnswerASignalInItsOwnWay() throws Exception {
        Path began = directory.resolve("began");
        Process wrapper = wrap("perl", "-e",
                "$SIG{TERM} = sub { print qq(tidied up\\n); exit 7 }; open(F, '>', $ARGV[0]); close F; sleep 300",
                began.toString()).redirectErrorStream(true).redirectOutput(directory.resolve("out").toFile()).start();
        await().atMost(PATIENCE).until(() -> Files.exists(began));
        wrapper.destroy();
        assertThat(wrapper.waitFor()).isEqualTo(7);
        assertThat(Files.readString(directory.resolve("out"))).isEqualTo("tidied up\n");
    }

    @Test
    void shouldNotWaitForWhatTheCommandLeavesBehind() throws Exception {
        Path pid = directory.resolve("pid");
        long began = System.nanoTime();
        Process wrapper = wrap("sh", "-c", "sleep 170 & echo $! > \"$0\"", pid.toString())
                .redirectOutput(Redirect.DISCARD).redirectError(Redirect.DISCARD).start();
        assertThat(wrapper.waitFor()).isZero();
        assertThat(Duration.ofNanos(System.nanoTime() - began)).isLessThan(PATIENCE);
        ProcessHandle.of(Long.parseLong(Files.readString(pid).strip())).ifPresent(ProcessHandle::destroy);
    }

    private ProcessBuilder wrap(String... command) throws IOException {
        List<String> words = new ArrayList<>(List.of(ProcessHandle.current().info().command().orElseThrow(), "-Xmx64m",
                "-XX:+UseSerialGC", "-XX:TieredStopAtLevel=1", "--enable-native-access=ALL-UNNAMED", "-cp",
                System.getProperty("java.class.path"), RepriseMain.class.getName(), "exec", "--job", "ns/name", "--"));
        words.addAll(List.of(command));
        ProcessBuilder builder = new ProcessBuilder(words);
        builder.environment().put("REPRISE_SERVER", server.uri());
        builder.environment().put("REPRISE_DATA", directory.toString());
        return builder;
    }
}
