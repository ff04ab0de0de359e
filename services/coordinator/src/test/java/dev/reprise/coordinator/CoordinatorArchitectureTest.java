// SPDX-License-Identifier: Apache-2.0
package dev.reprise.coordinator;

import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.noClasses;

import com.tngtech.archunit.core.domain.JavaClasses;
import java.util.stream.Stream;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestFactory;

import dev.reprise.house.HouseRules;

class CoordinatorArchitectureTest {
    private static final HouseRules RULES = HouseRules.of("dev.reprise.coordinator");
    private static final JavaClasses CLASSES = RULES.classes();

    @TestFactory
    Stream<DynamicTest> shouldKeepTheHouseRules() {
        return RULES.tests();
    }

    @Test
    void shouldSeeNoOtherService() {
        noClasses().should().dependOnClassesThat().resideInAnyPackage("dev.reprise.ingest..", "dev.reprise.runner..",
                "dev.reprise.notifier..", "dev.reprise.console..", "dev.reprise.app..").check(CLASSES);
    }

    @Test
    void shouldKeepStreamsInTheShell() {
        noClasses().that().resideInAPackage("dev.reprise.coordinator.registry..").should().dependOnClassesThat()
                .resideInAPackage("org.apache.kafka.streams..").check(CLASSES);
    }
}
