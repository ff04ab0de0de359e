// SPDX-License-Identifier: Apache-2.0
package dev.reprise.demo;

import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.noClasses;

import com.tngtech.archunit.base.DescribedPredicate;
import com.tngtech.archunit.core.domain.JavaClasses;
import java.util.stream.Stream;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestFactory;

import dev.reprise.house.HouseRules;

class ArchitectureTest {
    private static final HouseRules RULES = HouseRules.of("dev.reprise.demo")
            .allowingStreamsIn(type -> type.getSimpleName().endsWith("Main"));
    private static final JavaClasses CLASSES = RULES.classes();

    @TestFactory
    Stream<DynamicTest> shouldKeepTheHouseRules() {
        return RULES.tests();
    }

    @Test
    void shouldBeAClientOfReprise() {
        noClasses().should().dependOnClassesThat(DescribedPredicate.describe("are of another service",
                type -> type.getPackageName().startsWith("dev.reprise.")
                        && !type.getPackageName().startsWith("dev.reprise.demo")
                        && !type.getPackageName().startsWith("dev.reprise.schemas")
                        // a library, which clients use to analyse what they register
                        && !type.getPackageName().startsWith("dev.reprise.idempotency")))
                .check(CLASSES);
    }

    @Test
    void shouldLetTheJobsRunWithNothingButTheDriver() {
        noClasses().that().resideInAPackage("..demo.warehouse..").should().dependOnClassesThat()
                .resideOutsideOfPackages("java..", "org.jspecify..", "dev.reprise.demo.warehouse..").check(CLASSES);
    }

    @Test
    void shouldEndTheProcessInMainsOnly() {
        noClasses().that().haveSimpleNameNotEndingWith("Main").should().callMethod(System.class, "exit", int.class)
                .check(CLASSES);
    }
}
