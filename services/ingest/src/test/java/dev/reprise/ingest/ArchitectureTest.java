// SPDX-License-Identifier: Apache-2.0
package dev.reprise.ingest;

import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.noClasses;

import com.tngtech.archunit.core.domain.JavaClasses;
import java.util.Arrays;
import java.util.stream.Stream;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestFactory;

import dev.reprise.house.HouseRules;

class ArchitectureTest {
    private static final HouseRules RULES = HouseRules.of("dev.reprise.ingest");
    private static final JavaClasses CLASSES = RULES.classes();

    @TestFactory
    Stream<DynamicTest> shouldKeepTheHouseRules() {
        return RULES.tests();
    }

    @Test
    void shouldKeepTheMappingPure() {
        noClasses().that().resideInAPackage("..lineage..").should().dependOnClassesThat()
                .resideInAnyPackage("org.apache.kafka..", "org.slf4j..", "io.micrometer..", "dev.reprise.runtime..")
                .check(CLASSES);
        noClasses().that().resideInAPackage("..lineage..").should().callMethod(java.time.Instant.class, "now")
                .check(CLASSES);
    }

    @Test
    void shouldKeepFormatsPureAndApart() {
        String[] formats = Formats.ALL.stream().map(format -> format.getClass().getPackageName())
                .toArray(String[]::new);
        noClasses().that().resideInAnyPackage(formats).or().resideInAPackage("..ingest.source..").should()
                .dependOnClassesThat().resideInAnyPackage("org.apache.kafka..", "org.slf4j..", "io.micrometer..",
                        "dev.reprise.runtime..", "java.net..")
                .check(CLASSES);
        noClasses().that().resideInAnyPackage(formats).or().resideInAPackage("..ingest.source..").should()
                .callMethod(java.time.Instant.class, "now").check(CLASSES);
        for (String one : formats) {
            String[] others = Arrays.stream(formats).filter(other -> !other.equals(one)).toArray(String[]::new);
            noClasses().that().resideInAPackage(one).should().dependOnClassesThat().resideInAnyPackage(others)
                    .check(CLASSES);
        }
    }

    @Test
    void shouldUseStreamsOnlyWhereItIsWired() {
        noClasses().that().resideOutsideOfPackages("..normalise..", "dev.reprise.ingest").should().dependOnClassesThat()
                .resideInAPackage("org.apache.kafka.streams..").check(CLASSES);
    }
}
