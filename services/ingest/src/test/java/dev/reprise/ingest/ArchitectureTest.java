// SPDX-License-Identifier: Apache-2.0
package dev.reprise.ingest;

import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.noClasses;

import com.tngtech.archunit.core.domain.JavaClasses;
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
    void shouldUseStreamsOnlyWhereItIsWired() {
        noClasses().that().resideOutsideOfPackages("..normalise..", "dev.reprise.ingest").should().dependOnClassesThat()
                .resideInAPackage("org.apache.kafka.streams..").check(CLASSES);
    }
}
