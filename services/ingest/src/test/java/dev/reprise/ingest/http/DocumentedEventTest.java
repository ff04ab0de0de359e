// SPDX-License-Identifier: Apache-2.0
package dev.reprise.ingest.http;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;
import tools.jackson.databind.json.JsonMapper;

import dev.reprise.schemas.wire.WireCodec;

/** The examples of the documentation are taken in as they stand. */
class DocumentedEventTest {

    @Test
    void shouldTakeInTheExampleOfThePage() throws IOException {
        String page = Files.readString(Path.of("../../docs/integrations/cloudevents.md"));
        Matcher example = Pattern.compile("```json\n(.*?)```", Pattern.DOTALL).matcher(page);
        assertThat(example.find()).isTrue();
        assertThat(new EventCheck(new WireCodec()).check(0, JsonMapper.shared().readTree(example.group(1)), "",
                Instant.parse("2026-11-29T03:06:00Z"))).isInstanceOfSatisfying(EventCheck.Verdict.Accepted.class,
                        accepted -> {
                            assertThat(accepted.event().instance()).hasToString("prod/nightly/ds=2026-11-28");
                            assertThat(accepted.event().at()).isEqualTo("2026-11-29T03:05:00Z");
                        });
    }
}
