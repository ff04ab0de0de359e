// SPDX-License-Identifier: Apache-2.0
package dev.reprise.simulation;

import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.noClasses;

import com.tngtech.archunit.core.domain.JavaClasses;
import java.time.Instant;
import java.util.stream.Stream;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestFactory;

import dev.reprise.house.HouseRules;

class ArchitectureTest {
    private static final HouseRules RULES = HouseRules.of("dev.reprise.simulation");
    private static final JavaClasses CLASSES = RULES.classes();

    @TestFactory
    Stream<DynamicTest> shouldKeepTheHouseRules() {
        return RULES.tests();
    }

    @Test
    void shouldReachNothingOutside() {
        noClasses().should().dependOnClassesThat().resideInAnyPackage("java.io..", "java.nio..", "java.net..",
                "java.util.concurrent..", "org.apache..", "org.slf4j..").check(CLASSES);
        noClasses().should().dependOnClassesThat().haveFullyQualifiedName("java.lang.Thread").orShould()
                .callMethod(Instant.class, "now").check(CLASSES);
    }

    @Test
    void shouldJudgeWithoutTheEngine() {
        noClasses().that().resideInAPackage("..judge..").should().dependOnClassesThat()
                .resideInAnyPackage("dev.reprise.core..", "dev.reprise.runner.ledger..",
                        "dev.reprise.runner.dispatch..", "..process..")
                .check(CLASSES);
    }
}
