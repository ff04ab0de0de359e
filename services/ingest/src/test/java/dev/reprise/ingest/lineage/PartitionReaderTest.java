// SPDX-License-Identifier: Apache-2.0
package dev.reprise.ingest.lineage;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import tools.jackson.databind.node.ObjectNode;

import dev.reprise.ingest.lineage.LineageEvent.PartitionEvidence;

class PartitionReaderTest {

    @Test
    void shouldPreferTheTagToEverythingElse() {
        EventText event = EventText.of("START", "r", "job").sql("INSERT INTO t PARTITION (dt='5') SELECT 1")
                .nominal("2026-11-27T00:00:00Z", "2026-11-28T00:00:00Z").location("/wh/t/dt=4");
        assertThat(read(event)).isEqualTo("output-subset dt=4");
        event.runFacet("reprise_partition").put("partition", "dt=3");
        assertThat(read(event)).isEqualTo("run-facet dt=3");
        event.tag("ds", "2");
        assertThat(read(event)).isEqualTo("run-tag ds=2");
        event.tag("Partition", "dt=1/hour=7");
        assertThat(read(event)).isEqualTo("run-tag dt=1/hour=7");
    }

    @Test
    void shouldReadThePartitionFormOfTheSubsetFacet() {
        EventText event = EventText.of("START", "r", "job");
        ObjectNode condition = event.tree().withArray("outputs").addObject().putObject("outputFacets")
                .putObject("subset").putObject("outputCondition");
        condition.put("type", "partition").putArray("partitions").addObject().putObject("dimensions")
                .put("dt", "2026-11-28").put("hour", 7);
        condition.withArray("partitions").addObject().putObject("dimensions").put("dt", "2026-11-29").put("hour", 8);
        assertThat(read(event)).isEqualTo("output-subset dt=2026-11-28/hour=7, dt=2026-11-29/hour=8");
    }

    @ParameterizedTest
    @CsvSource({"/wh/t/dt=2026-11-28, dt=2026-11-28", "s3://bucket/a=b/t/dt=1/region=eu/, dt=1/region=eu",
        "/wh/t/ts=2026-11-28 03%3A00, ts=2026-11-28 03:00", "/wh/t/path=a%2Fb, path=a%2Fb",
        "/wh/t/note=100%, note=100%", "/wh/t/note=a+b, note=a+b"})
    void shouldReadTheFoldersAtTheEndOfALocation(String location, String partition) {
        assertThat(read(EventText.of("START", "r", "job").location(location))).isEqualTo("output-subset " + partition);
    }

    @ParameterizedTest
    @CsvSource({"/wh/t", "/wh/dt=1/part-0001.parquet", "/wh/t/=1", "''"})
    void shouldNotGuessFromOtherLocations(String location) {
        assertThat(PartitionReader.read(EventText.of("START", "r", "job").location(location).tree())).isEmpty();
    }

    @Test
    void shouldTakeAnIntervalOnlyWhenItsEndsDiffer() {
        assertThat(read(
                EventText.of("START", "r", "job").nominal("2026-11-27T00:00:00+08:00", "2026-11-28T00:00:00+08:00")))
                .isEqualTo("data-interval 2026-11-26T16:00:00Z/2026-11-27T16:00:00Z");
        assertThat(PartitionReader.read(EventText.of("START", "r", "job")
                .nominal("2026-11-27T00:00:00Z", "2026-11-27T00:00:00Z").tree())).isEmpty();
        assertThat(PartitionReader.read(EventText.of("START", "r", "job").nominal("yesterday", "today").tree()))
                .isEmpty();
    }

    @Test
    void shouldTakeNoKeyThatTheContractRefuses() {
        assertThat(PartitionReader.read(EventText.of("START", "r", "job").tag("dt", "x".repeat(600)).tree())).isEmpty();
        assertThat(PartitionReader.read(EventText.of("START", "r", "job").tag("dt", "a\nb").tree())).isEmpty();
    }

    private static String read(EventText event) {
        PartitionEvidence evidence = PartitionReader.read(event.tree()).orElseThrow();
        return evidence.rule().label() + " "
                + String.join(", ", evidence.partitions().stream().map(Object::toString).toList());
    }
}
