// SPDX-License-Identifier: Apache-2.0
package dev.reprise.app.cli;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assumptions.assumeThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;
import tools.jackson.dataformat.yaml.YAMLMapper;

/** The check of jobs on this machine. */
class LintCommandTest {
    private static final String APPEND = "INSERT INTO TABLE dw.log SELECT id FROM ods.events;\n";
    private static final String OVERWRITE = "INSERT OVERWRITE TABLE dw.t PARTITION (dt='1') SELECT id FROM ods.s;\n";
    private static final String DYNAMIC = "INSERT OVERWRITE TABLE dw.t PARTITION (dt) SELECT id, dt FROM ods.s;\n";

    @TempDir
    private Path directory;

    @Test
    void shouldShowTheLineThatDecidesAndFail() throws IOException {
        String file = write("load.sql", "SELECT 1;\n" + APPEND);

        CommandRun run = lint(file);

        assertThat(run.code()).isEqualTo(10);
        assertThat(run.out()).contains(file + ": NOT_IDEMPOTENT", "2:1  RR101", "INSERT INTO TABLE dw.log", "fix: ")
                .endsWith("1 job in 1 file: 1 not idempotent\n");
        assertThat(run.err()).isEmpty();
    }

    @Test
    void shouldFailFromTheVerdictThatIsAskedFor() throws IOException {
        String append = write("append.sql", APPEND);
        String dynamic = write("dynamic.sql", DYNAMIC);
        String unread = write("unread.sql", "FROBNICATE t;\n");

        assertThat(lint("--fail-on", "never", append).code()).isZero();
        assertThat(lint(unread, dynamic).code()).isZero();
        assertThat(lint("--fail-on", "unknown", unread).code()).isEqualTo(10);
        assertThat(lint("--fail-on", "unknown", dynamic).code()).isZero();
        assertThat(lint("--fail-on", "conditional", dynamic).code()).isEqualTo(10);
        assertThat(lint("--fail-on", "sometimes", dynamic).err()).contains("expected not-idempotent, unknown,");
    }

    @Test
    void shouldLookForJobsInFolders() throws IOException {
        write("jobs/b/load.hql", APPEND);
        write("jobs/a.sql", OVERWRITE);
        write("jobs/README.md", APPEND);
        write("jobs/package.json", "{}");
        write("jobs/target/generated.sql", APPEND);
        write("jobs/node_modules/x/x.sql", APPEND);
        write("jobs/.git/x.sql", APPEND);

        CommandRun run = lint("--all", directory.resolve("jobs").toString());

        assertThat(run.out()).contains("jobs/a.sql: IDEMPOTENT", "jobs/b/load.hql: NOT_IDEMPOTENT")
                .endsWith("2 jobs in 2 files: 1 idempotent, 1 not idempotent\n");
    }

    @Test
    void shouldReadStandardInputUnderAName() {
        CommandRun run = CommandRun.of(Map.of(), APPEND, new String[]{"lint", "-", "--name", "x/load.hql"});

        assertThat(run.code()).isEqualTo(10);
        assertThat(run.out()).startsWith("x/load.hql: NOT_IDEMPOTENT");
    }

    @Test
    void shouldPrintReportsForPrograms() throws IOException {
        String file = write("load.sql", APPEND);
        String good = write("good.sql", OVERWRITE);

        CommandRun json = lint("-o", "json", file, good);
        CommandRun sarif = lint("-o", "sarif", file, good);

        JsonNode jobs = new JsonMapper().readTree(json.out());
        assertThat(jobs.size()).isEqualTo(2);
        assertThat(jobs.get(0).path("findings").get(0).path("rule").asString()).isEqualTo("RR101");
        assertThat(json.err()).contains("2 jobs in 2 files");
        JsonNode results = new JsonMapper().readTree(sarif.out()).path("runs").get(0).path("results");
        assertThat(results.size()).isEqualTo(1);
        assertThat(results.get(0).path("ruleId").asString()).isEqualTo("RR101");
        assertThat(sarif.code()).isEqualTo(10);
    }

    @Test
    void shouldAcceptWhatTheBaselineHolds() throws IOException {
        String file = write("load.sql", APPEND);
        Path baseline = directory.resolve("baseline.json");

        CommandRun written = lint("--write-baseline", baseline.toString(), file);
        CommandRun known = lint("--baseline", baseline.toString(), file);
        write("load.sql", "-- moved\n" + APPEND);
        CommandRun moved = lint("--baseline", baseline.toString(), file);
        write("load.sql", APPEND + "INSERT INTO TABLE dw.other SELECT id FROM ods.events;\n");
        CommandRun grown = lint("--baseline", baseline.toString(), file);

        assertThat(written.code()).isZero();
        assertThat(written.err()).contains("1 finding written to " + baseline);
        assertThat(known.code()).isZero();
        assertThat(known.out()).contains("accepted: ", "1 finding accepted");
        assertThat(moved.code()).isZero();
        assertThat(grown.code()).isEqualTo(10);
    }

    @Test
    void shouldRefuseInOneLineWhatIsNotUsable() throws IOException {
        String file = write("load.sql", APPEND);
        String none = directory.resolve("none.json").toString();

        assertThat(lint()).satisfies(run -> assertThat(run.code()).isEqualTo(2));
        assertThat(lint("absent.sql")).satisfies(run -> {
            assertThat(run.code()).isEqualTo(3);
            assertThat(run.err()).isEqualTo("reprise: absent.sql does not exist\n");
        });
        assertThat(lint("--dialect", "klingon", file).err()).contains("expected auto or one of", "hive")
                .hasLineCount(1);
        assertThat(lint("--baseline", none, file).err()).contains("cannot be read").hasLineCount(1);
        assertThat(lint("--baseline", file, file).err()).contains("is no JSON").hasLineCount(1);
        assertThat(lint("--baseline", file, "--write-baseline", none, file).err()).contains("exclude each other");
        assertThat(lint("--write-baseline", directory.resolve("no/such.json").toString(), file))
                .satisfies(run -> assertThat(run.code()).isEqualTo(2));
    }

    @Test
    void shouldTellOfAFileItMayNotReadAndAnalyseTheOthers() throws IOException {
        write("jobs/a.sql", OVERWRITE);
        Path closed = Path.of(write("jobs/b.sql", OVERWRITE));
        assumeThat(closed.toFile().setReadable(false) && !Files.isReadable(closed)).isTrue();

        CommandRun run = lint(directory.resolve("jobs").toString());

        assertThat(run.code()).isEqualTo(2);
        assertThat(run.err()).contains("b.sql cannot be read: permission denied");
        assertThat(run.out()).contains("1 job in 1 file");
    }

    @Test
    void shouldStandWhateverAFileHolds() throws IOException {
        byte[] bytes = new byte[300_000];
        new Random(7).nextBytes(bytes);
        String binary = Files.write(directory.resolve("binary.sql"), bytes).toString();
        String empty = write("empty.sql", "");
        String deep = write("deep.sql", "SELECT " + "(".repeat(200_000) + "1" + ")".repeat(200_000) + ";");
        String json = write("deep.json", "[".repeat(100_000));
        String huge = Files.write(directory.resolve("huge.sql"), new byte[17_000_000]).toString();

        CommandRun run = lint("--fail-on", "unknown", binary, empty, deep, json, huge);

        assertThat(run.code()).isEqualTo(10);
        assertThat(run.out()).contains("binary.sql: UNKNOWN", "deep.sql: UNKNOWN", "deep.json: UNKNOWN",
                "huge.sql: UNKNOWN", "larger than 16000000 bytes");
        assertThat(run.err()).doesNotContain("\tat ", "Exception");
    }

    @Test
    void shouldFollowNoLinkThatLeadsInACircle() throws IOException {
        write("jobs/a.sql", OVERWRITE);
        Files.createSymbolicLink(directory.resolve("jobs/loop"), directory.resolve("jobs"));

        assertThat(lint(directory.resolve("jobs").toString()).out()).contains("1 job in 1 file");
    }

    @Test
    void shouldBeCalledByTheExamplesWithOptionsThatExist() throws IOException {
        JsonNode hook = example("lint-pre-commit.yaml").path("repos").get(0).path("hooks").get(0);
        List<JsonNode> steps = new ArrayList<>();
        example("lint-ci.yaml").path("jobs").path("lint").path("steps").forEach(steps::add);
        String step = steps.stream().map(each -> each.path("run").asString("")).filter(run -> !run.isEmpty())
                .findFirst().orElseThrow();
        String baseline = write("lint-baseline.json", "{\"version\":1,\"findings\":[]}");
        String file = write("load.hql", APPEND);

        for (String entry : List.of(hook.path("entry").asString(""), step.replaceAll(" jobs/", "").split(" >", 2)[0])) {
            CommandRun run = lint(Stream.concat(Arrays.stream(entry.replace("lint-baseline.json", baseline)
                    .replaceFirst("^reprise lint ", "").split(" ")), Stream.of(file)).toArray(String[]::new));
            assertThat(run.code()).as(entry + run.err()).isEqualTo(10);
        }
        assertThat(Pattern.compile(hook.path("files").asString("")).matcher("jobs/load.hql").find()).isTrue();
        assertThat(steps.getLast().path("with").path("sarif_file").asString("")).isEqualTo(step.split(" > ", 2)[1]);
    }

    private static JsonNode example(String name) throws IOException {
        return new YAMLMapper().readTree(Files.readString(Path.of("../../deploy/examples", name)));
    }

    private CommandRun lint(String... words) {
        String[] command = new String[words.length + 1];
        command[0] = "lint";
        System.arraycopy(words, 0, command, 1, words.length);
        return CommandRun.of(Map.of(), command);
    }

    private String write(String name, String text) throws IOException {
        Path file = directory.resolve(name);
        Files.createDirectories(file.getParent());
        return Files.writeString(file, text).toString();
    }
}
