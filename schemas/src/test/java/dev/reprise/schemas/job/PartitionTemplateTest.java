// SPDX-License-Identifier: Apache-2.0
package dev.reprise.schemas.job;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import java.time.ZoneId;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

import dev.reprise.schemas.id.PartitionKey;

class PartitionTemplateTest {
    private static final ZoneId SHANGHAI = ZoneId.of("Asia/Shanghai");

    @Test
    void shouldWriteTimesByThePatternInTheZone() {
        assertThat(new PartitionTemplate("ds={{logical_date|yyyy-MM-dd}}/h={{logical_date|HH}}").render(
                Map.of("logical_date", "2026-11-27T20:30:00Z"), SHANGHAI))
                .contains(new PartitionKey("ds=2026-11-28/h=04"));
    }

    @Test
    void shouldTakeTextsAsTheyAre() {
        assertThat(new PartitionTemplate("{{parameter.region}}-{{run}}").render(
                Map.of("parameter.region", "eu", "run", "r{1}"), SHANGHAI)).contains(new PartitionKey("eu-r{1}"));
    }

    @Test
    void shouldMakeNothingOfWhatIsMissingOrNoTime() {
        PartitionTemplate template = new PartitionTemplate("ds={{bizdate|yyyyMMdd}}");

        assertThat(template.render(Map.of(), SHANGHAI)).isEmpty();
        assertThat(template.render(Map.of("bizdate", "yesterday"), SHANGHAI)).isEmpty();
        assertThat(template.render(Map.of("bizdate", " "), SHANGHAI)).isEmpty();
        assertThat(new PartitionTemplate("{{run}}").render(Map.of("run", "a\nb"), SHANGHAI)).isEmpty();
    }

    @ParameterizedTest
    @ValueSource(strings = {"ds=2026", "ds={{logicaldate}}", "ds={{}}", "{{logical_date|}}",
        "{{logical_date|yyyy-QQQQQQ}}",
        "{{run|yyyy}}", "{{run}}}", "{ {{run}}", "{{parameter.}}", "{{parameter.a b}}", ""})
    void shouldRefuseAsAWhole(String text) {
        assertThatIllegalArgumentException().isThrownBy(() -> new PartitionTemplate(text))
                .withMessageStartingWith("partition");
    }
}
