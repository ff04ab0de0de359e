// SPDX-License-Identifier: Apache-2.0
package dev.reprise.core;

import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.noClasses;

import com.tngtech.archunit.core.domain.JavaClasses;
import java.util.stream.Stream;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestFactory;

import dev.reprise.house.HouseRules;

class CoreArchitectureTest {
    private static final HouseRules RULES = HouseRules.of("dev.reprise.core");
    private static final JavaClasses CLASSES = RULES.classes();

    @TestFactory
    Stream<DynamicTest> shouldKeepTheHouseRules() {
        return RULES.tests();
    }

    @Test
    void shouldReachNothingOutside() {
        noClasses().should().dependOnClassesThat().resideInAnyPackage("java.io..", "java.nio..", "java.net..",
                "java.util.concurrent..", "org.apache..", "org.slf4j..", "tools.jackson..", "com.fasterxml..")
                .check(CLASSES);
        noClasses().should().dependOnClassesThat().haveFullyQualifiedName("java.lang.Thread").orShould()
                .dependOnClassesThat().haveFullyQualifiedName("java.util.Random").orShould().dependOnClassesThat()
                .haveFullyQualifiedName("java.lang.System").orShould().callMethod(java.time.Instant.class, "now")
                .orShould()
                .callMethod(java.util.UUID.class, "randomUUID").check(CLASSES);
    }

    @Test
    void shouldDecideARerunInOnePlaceAlone() {
        noClasses().that().doNotHaveSimpleName("RerunRules").should()
                .callConstructorWhere(com.tngtech.archunit.core.domain.JavaCall.Predicates.target(
                        com.tngtech.archunit.core.domain.properties.HasOwner.Predicates.With.owner(
                                com.tngtech.archunit.core.domain.properties.HasName.Predicates.name(
                                        "dev.reprise.schemas.decision.Decision$Rerun"))))
                .check(CLASSES);
    }
}
