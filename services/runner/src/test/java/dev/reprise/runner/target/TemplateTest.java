// SPDX-License-Identifier: Apache-2.0
package dev.reprise.runner.target;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.junit.jupiter.api.Assertions.assertTimeoutPreemptively;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.function.UnaryOperator;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

import dev.reprise.schemas.id.InstanceId;
import dev.reprise.schemas.id.JobId;
import dev.reprise.schemas.id.PartitionKey;
import dev.reprise.schemas.id.RerunId;

class TemplateTest {
    private static final InstanceId INSTANCE = new InstanceId(new JobId("ns", "a/b"),
            new PartitionKey("ds=2026-11-28/region=${env:TOKEN}{{name}}"));
    private static final TargetRequest REQUEST = new TargetRequest(RerunId.ofRequest(INSTANCE, "click-1"), INSTANCE, 2,
            Optional.empty(), Map.of("memory", "16g"), 1, 4, Instant.EPOCH, "");
    private static final Secrets SECRETS = new Secrets(Map.of("TOKEN", "s3cret")::get);

    @TempDir
    Path directory;

    @Test
    void shouldPutInEveryPlaceholder() {
        assertThat(render(
                "{{job}} {{namespace}} {{name}} {{partition.ds}} {{ generation }} {{epoch}} {{notAfter}} {{rerunId}}"))
                .isEqualTo("ns/a%2Fb ns a/b 2026-11-28 2 1 1970-01-01T00:00:00Z " + REQUEST.rerunId());
    }

    @Test
    void shouldNotReadPlaceholdersOrSecretsInsideValues() {
        assertThat(render("{{partition.region}}")).isEqualTo("${env:TOKEN}{{name}}");
    }

    @Test
    void shouldPutInWhatARerunChangesAndOtherwiseItsDefault() {
        assertThat(render("{{override.memory:8g}} {{override.cores:4}}")).isEqualTo("16g 4");
        assertThatThrownBy(() -> render("{{override.cores}}")).hasMessageContaining("give a default");
    }

    @Test
    void shouldEscapeValuesOnly() {
        assertThat(Template.of("ab {{namespace}}").render(new Placeholders(REQUEST), SECRETS,
                text -> text.toUpperCase(Locale.ROOT))).isEqualTo("ab NS");
    }

    @Test
    void shouldRefuseWhatHasNoValue() {
        assertThatThrownBy(() -> render("{{jobb}}")).isInstanceOf(TargetRefusedException.class)
                .hasMessageContaining("{{jobb}} is unknown").hasMessageContaining("rerunId");
        assertThatThrownBy(() -> render("{{run}}")).hasMessageContaining("answers no failed run");
        assertThatThrownBy(() -> render("{{partition.hour}}")).hasMessageContaining("no dimension of that name");
        assertThatThrownBy(() -> render("${env:GONE}")).hasMessageContaining("set the variable");
        assertThatThrownBy(() -> render("${vault:x}")).hasMessageContaining("${env:NAME}");
    }

    @Test
    void shouldReadSecretFromFileWithoutItsLineBreak() throws IOException {
        Path file = Files.writeString(directory.resolve("token"), "abc\n");
        assertThat(render("${file:" + file + "}")).isEqualTo("abc");
        assertThatThrownBy(() -> render("${file:" + directory.resolve("gone") + "}"))
                .hasMessageContaining("cannot be read");
    }

    @Test
    void shouldTakeSecretsOutOfTexts() {
        Redaction redaction = new Redaction(List.of("s3cret", "x"));
        assertThat(redaction.apply("got s3cret, x")).isEqualTo("got ***, x");
        assertThat(redaction.apply("password=hunter2 rest")).isEqualTo("password=*** rest");
        assertThat(redaction.apply("{\"api_key\": \"k-123456\"}")).isEqualTo("{\"api_key\": \"***\"}");
        assertThat(redaction.apply("Authorization: Bearer abcdef123")).isEqualTo("Authorization: ***");
        assertThat(redaction.apply("jdbc:mysql://u:p@db/x")).isEqualTo("jdbc:mysql://***@db/x");
    }

    @Test
    void shouldTakeSecretsOutOfLongTextsInNoTime() {
        Redaction redaction = new Redaction(List.of());
        for (String hostile : List.of("x", " ", "password", "token= ", "a://", "authorization:", "bearer ")) {
            String text = hostile.repeat(64 * 1024 / hostile.length());
            assertThat(assertTimeoutPreemptively(Duration.ofSeconds(20), () -> redaction.apply(text))).isNotNull();
        }
    }

    private static String render(String text) {
        return Template.of(text).render(new Placeholders(REQUEST), SECRETS, UnaryOperator.identity());
    }
}
