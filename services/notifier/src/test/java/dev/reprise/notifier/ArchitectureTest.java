// SPDX-License-Identifier: Apache-2.0
package dev.reprise.notifier;

import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.noClasses;

import com.tngtech.archunit.core.domain.JavaClasses;
import java.util.stream.Stream;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestFactory;

import dev.reprise.house.HouseRules;

class ArchitectureTest {
    private static final HouseRules RULES = HouseRules.of("dev.reprise.notifier");
    private static final JavaClasses CLASSES = RULES.classes();

    @TestFactory
    Stream<DynamicTest> shouldKeepTheHouseRules() {
        return RULES.tests();
    }

    @Test
    void shouldDependOnNoOtherService() {
        noClasses().should().dependOnClassesThat().resideInAnyPackage("dev.reprise.core..", "dev.reprise.ingest..",
                "dev.reprise.coordinator..", "dev.reprise.runner..", "dev.reprise.console..", "dev.reprise.app..")
                .check(CLASSES);
    }

    @Test
    void shouldKeepTheRulePure() {
        noClasses().that().resideInAPackage("..notifier.rule..").should().dependOnClassesThat().resideInAnyPackage(
                "org.apache.kafka..", "org.slf4j..", "java.net.http..", "java.util.concurrent..",
                "dev.reprise.notifier.channel..").check(CLASSES);
    }
}
