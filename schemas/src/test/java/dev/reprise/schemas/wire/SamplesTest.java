// SPDX-License-Identifier: Apache-2.0
package dev.reprise.schemas.wire;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Instant;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import tools.jackson.databind.JsonNode;

/** Ties together, for each type: samples, schema, record and codec. */
class SamplesTest {
    private static final SchemaCheck CHECK = new SchemaCheck();
    private final WireCodec codec = WireCodec.strict();

    @ParameterizedTest
    @EnumSource
    void shouldAcceptEachValidSample(WireType type) {
        assertThat(Samples.of(type, "valid-")).containsKey("valid-full.json")
                .allSatisfy((name, data) -> assertThat(CHECK.check(type, data)).as(name).isEmpty());
    }

    @ParameterizedTest
    @EnumSource
    void shouldWriteAFullSampleAsItWasRead(WireType type) {
        JsonNode data = Samples.full(type);

        byte[] written = codec.write(codec.read(type, bytes(data)));

        assertThat(codec.mapper().readTree(written)).isEqualTo(data);
    }

    /** Lengths of time and times are written in their shortest form: what is written is stable from then on. */
    @ParameterizedTest
    @EnumSource
    void shouldReadBackEachValidSampleAsTheSameRecord(WireType type) {
        CloudEventAttributes attributes = new CloudEventAttributes("id-1", "/airflow/prod", type.ceType(),
                Optional.of(Instant.parse("2026-11-29T02:14:07Z")), Optional.empty());
        Samples.of(type, "valid-").forEach((name, data) -> {
            Record first = codec.read(attributes, data).data();

            Record second = codec.read(type, codec.write(first));

            assertThat(second).as(name).isEqualTo(first).isInstanceOf(type.recordClass());
        });
    }

    @ParameterizedTest
    @EnumSource
    void shouldRefuseEachInvalidSampleByItsField(WireType type) {
        Map<String, String> fields = Samples.brokenFields();
        Map<String, JsonNode> samples = Samples.of(type, "invalid-");

        assertThat(samples).hasSizeGreaterThanOrEqualTo(2)
                .allSatisfy((name, data) -> assertThat(CHECK.check(type, data)).as(name)
                        .extracting(SchemaProblem::field)
                        .containsExactly(fields.get(type.schemaName() + "/" + name)));
    }

    @Test
    void shouldHoldSamplesOfEachTypeAndNoOthers() {
        List<String> expected = new ArrayList<>(Arrays.stream(WireType.values()).map(WireType::schemaName).toList());
        expected.add("invalid.json");

        assertThat(Samples.files(Samples.FOLDER)).extracting(path -> path.getFileName().toString())
                .containsExactlyInAnyOrderElementsOf(expected);
    }

    @Test
    void shouldNameTheFieldOfEachInvalidSampleAndOfNoOther() {
        List<String> files = Arrays.stream(WireType.values())
                .flatMap(type -> Samples.of(type, "invalid-").keySet().stream()
                        .map(name -> type.schemaName() + "/" + name))
                .toList();

        assertThat(Samples.brokenFields().keySet()).containsExactlyInAnyOrderElementsOf(files);
    }

    /** A reader ignores unknown fields and softens unknown words; what it refuses all the same, it refuses by name. */
    @ParameterizedTest
    @EnumSource
    void shouldNameTheSameFieldWhereTheReaderRefusesToo(WireType type) {
        Map<String, String> fields = Samples.brokenFields();
        Samples.of(type, "invalid-").forEach((name, data) -> {
            try {
                codec.read(type, bytes(data));
            } catch (MalformedMessageException refused) {
                // A record refuses a text of a list as the list; the schema names the entry.
                assertThat(refused.field().replaceAll("\\[\\d+]$", "")).as("%s: %s", name, refused.getMessage())
                        .isEqualTo(fields.getOrDefault(type.schemaName() + "/" + name, "").replaceAll("\\[\\d+]$", ""));
            }
        });
    }

    private byte[] bytes(JsonNode data) {
        return codec.mapper().writeValueAsBytes(data);
    }
}
